import { type Db, onCommit } from '../platform/db/db.ts';
import { type Erasing, erasedName } from '../platform/erasing.ts';
import { eraseTextsInChanges, publishChange } from './changes.ts';
import { lockChannel } from './channels/store.ts';
import {
  type ChatIdentities,
  channelsWith,
  eraseMessagesOfUsers,
  eraseTraces,
  eraseUsers,
  usersToErase,
} from './erase.store.ts';
import { pinnedOf } from './messages/pins.store.ts';
import { deletePinOf } from './messages/pins.ts';
import type { SocketPart } from './parts.ts';

/** At most this many messages are named in one event. */
const maxIdsPerEvent = 500;

async function eraseIn(
  parts: SocketPart,
  trx: Db,
  place: ChatIdentities & { channelId: string },
): Promise<void> {
  const { channelId, userIds } = place;
  if (!(await lockChannel(trx, channelId))) return;
  const ids = await eraseMessagesOfUsers(trx, place);
  for (const messageId of await pinnedOf(trx, ids)) await deletePinOf(parts, trx, { channelId, messageId });
  await eraseTraces(trx, place);
  await eraseTextsInChanges(parts, trx, { channelId, of: { messageIds: ids } });
  for (let from = 0; from < ids.length; from += maxIdsPerEvent) {
    const payload = { ids: ids.slice(from, from + maxIdsPerEvent) };
    await publishChange(parts, trx, { channelId, event: 'delete-messages', payload });
  }
  for (const userId of userIds) {
    const payload = { userId, displayName: erasedName, avatarUrl: null };
    await publishChange(parts, trx, { channelId, event: 'user-update-profile', payload });
  }
}

/**
 * Erases a person in every channel. Messages are deleted as by a moderator, so that open pages and numbers stay
 * correct; votes stay counted. Lock order: channels before people, as for a new message.
 * @returns the ids of their chat users
 */
export async function eraseFromChat(
  parts: SocketPart,
  trx: Db,
  { erasing, participantIds }: { erasing: Erasing; participantIds: string[] },
): Promise<string[]> {
  const userIds = await usersToErase(trx, erasing, participantIds);
  const whom = { userIds, participantIds };
  for (const channelId of await channelsWith(trx, whom)) await eraseIn(parts, trx, { channelId, ...whom });
  await eraseUsers(trx, userIds);
  onCommit(trx, () => parts.socket.recheck(userIds));
  return userIds;
}
