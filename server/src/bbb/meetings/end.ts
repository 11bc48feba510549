import { type LinkEffects, revokeLinksByIds } from '../../access-links/access-links.ts';
import { finishActiveCall } from '../../calls/calls.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import { Refusal } from '../../platform/errors.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { Call } from '../calls.ts';
import { announceEnd } from '../ended.ts';
import type { BbbParts } from '../parts.ts';
import { fail } from '../request/failures.ts';
import { findDueMeetings } from './due.store.ts';
import { liveIn } from './info.ts';
import { linksOfMeeting, type MeetingEndReason, markEnded } from './store.ts';

/**
 * Ends a meeting in the transaction: it is not found any more, and the links into it are dead.
 * @returns its room and its links; undefined if it has ended before
 */
async function endIn(
  { onLinksRevoking }: Pick<LinkEffects, 'onLinksRevoking'>,
  trx: Db,
  { reason, ...which }: { id?: string; roomId?: string; reason: MeetingEndReason },
): Promise<{ roomId: string; linkIds: string[] } | undefined> {
  const ended = await markEnded(trx, which, reason);
  if (!ended) return undefined;
  await announceEnd(trx, ended.id);
  const linkIds = await revokeLinksByIds(trx, await linksOfMeeting(trx, ended.id));
  if (linkIds.length > 0) await runAll(trx, onLinksRevoking, linkIds);
  return { roomId: ended.roomId, linkIds };
}

/** Effect of a moderator who ends the call for all, and of the deletion of a room. */
export const endMeetingOfRoom = async (
  effects: Pick<LinkEffects, 'onLinksRevoking'>,
  trx: Db,
  end: { roomId: string; reason: MeetingEndReason },
): Promise<void> => void (await endIn(effects, trx, end));

type EndParts = Pick<BbbParts, 'db' | 'links' | 'calls'>;

/**
 * Ends a meeting with its call. If the server dies after the first step, reconciling removes the people, whose links are
 * revoked by then.
 */
export async function endMeeting(
  parts: EndParts,
  end: { id: string; reason: MeetingEndReason },
): Promise<void> {
  const { db, links, calls } = parts;
  const ended = await inTransaction(db, (trx) => endIn(links, trx, end));
  if (!ended) return;
  try {
    await finishActiveCall(calls, ended.roomId, db);
  } catch (error) {
    // Nobody is in it.
    if (!(error instanceof Refusal && error.code === 'call_not_active')) throw error;
  }
  if (ended.linkIds.length > 0) await runAll(db, links.onLinksRevoked, ended.linkIds);
}

export const endCall = (parts: BbbParts): Call => ({
  methods: ['GET', 'POST'],
  run: async (asked) => {
    const meeting = await liveIn(parts, asked);
    const password = asked.parameters.get('password');
    if (password !== undefined && password !== meeting.moderatorPassword) fail('invalidPassword');
    await endMeeting(parts, { id: meeting.id, reason: 'request' });
    return [
      ['messageKey', 'sentEndMeetingRequest'],
      ['message', 'The meeting is being ended.'],
    ];
  },
});

/** Ends meetings whose time has come, also those that nobody entered or that everybody left. */
export const endMeetingsJob = (parts: EndParts): JobDefinition => ({
  everyMs: 1000,
  run: async (stop) => {
    for (const due of await findDueMeetings(parts.db)) {
      if (stop.aborted) return;
      await endMeeting(parts, due);
    }
  },
});
