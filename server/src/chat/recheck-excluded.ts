import { announceSilentPages } from '../participants/participants.ts';
import { after, now, seconds } from '../platform/clock.ts';
import { repeat } from '../platform/concurrency/repeat.ts';
import type { Logger } from '../platform/logging/log.ts';
import { excludedSince, settleExcluded } from './channels/rights.store.ts';
import { chatListeners } from './listeners.ts';
import type { ChatParts } from './parts.ts';

const everySeconds = 2;
/** Longer than the pause between two checks: a slow commit stores an earlier time. */
const lookBackSeconds = 20;

/**
 * Rechecks excluded people on every node. The socket is notified of an exclusion after its commit; if the server dies
 * in between, their connections to other nodes would stay.
 */
export function startRecheckingExcluded(
  { db, socket }: Pick<ChatParts, 'db' | 'socket'>,
  log: Logger,
): () => Promise<void> {
  let lastLook = now();

  const what = 'rechecking people who were excluded from the chat';
  const sweeping = repeat({ what, everyMs: seconds(everySeconds), log }, async () => {
    const excluded = await excludedSince(db, after(-seconds(lookBackSeconds)));
    if (excluded.length > 0) socket.recheck(await settleExcluded(db, excluded));
    lastLook = await announceSilentPages(db, chatListeners({ socket }), lastLook);
  });
  return () => sweeping.stop();
}
