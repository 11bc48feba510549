import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { applyMediaToSessions, permanentToRenew } from './media.store.ts';
import { replanSessions } from './plan.ts';
import { closePermanentSession } from './sessions.store.ts';
import { lockPlaybackEvent } from './store.ts';

/**
 * In a transaction that is about to change the content of a playback: sessions that have begun keep the present video,
 * also in the second before their start is noted (docs/decisions/0063).
 */
export const keepContentOfBegun = (trx: Db, playbackId: string): Promise<void> =>
  applyMediaToSessions(trx, playbackId, now());

/**
 * In the transaction that changed the content of a playback, or took it online or offline: sessions to come get their
 * end by its length. A permanent session ends when its last viewer has seen the old video, and a new one
 * begins.
 */
export async function followContent(trx: Db, playbackId: string): Promise<void> {
  const at = now();
  await applyMediaToSessions(trx, playbackId, at);
  for (const eventId of await permanentToRenew(trx, playbackId)) {
    const event = await lockPlaybackEvent(trx, eventId);
    if (!event) continue;
    await closePermanentSession(trx, eventId, at);
    await replanSessions(trx, event);
  }
}
