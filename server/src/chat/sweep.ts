import { announceSilentPages } from '../participants/participants.ts';
import { after, now, seconds } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { repeat } from '../platform/repeat.ts';
import { excludedSince, findUsersToRecheck } from './channels/rights.store.ts';
import { chatListeners } from './listeners.ts';
import type { ChatParts } from './parts.ts';

const everySeconds = 2;
/** Looked back further than the pause between two looks: a slow commit bears an earlier moment. */
const lookBackSeconds = 20;

/**
 * Who is put out is named to the socket when it is written. A server that dies between the two would leave them listening
 * on other nodes, so every node looks for itself.
 */
export function startRecheckingExcluded(
  { db, socket }: Pick<ChatParts, 'db' | 'socket'>,
  log: Logger,
): () => Promise<void> {
  let lastLook = now();

  const what = 'rechecking people who were excluded from the chat';
  const sweeping = repeat({ what, everyMs: seconds(everySeconds), log }, async () => {
    const shutOut = await excludedSince(db, after(-seconds(lookBackSeconds)));
    if (shutOut.length > 0) socket.recheck(await findUsersToRecheck(db, shutOut));
    lastLook = await announceSilentPages(db, chatListeners({ socket }), lastLook);
  });
  return () => sweeping.stop();
}
