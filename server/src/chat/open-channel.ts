import type { Answer } from '../../../contract/routes.ts';
import { type Db, inTransaction, onCommit } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { type Chatter, channelFor } from './access.ts';
import type { ChatUser, SeenChannel } from './channel.ts';
import { joinMember, leaveMember } from './channels.store.ts';
import { messagesIn } from './messages.store.ts';
import type { ChatParts } from './parts.ts';
import { presentUsers } from './people.ts';
import { pollsInProgress } from './polls.ts';
import { presentChannel, presentMessage } from './present.ts';
import { seeChannel } from './standing.store.ts';

const pageSize = 50;

/** The channel with its latest page, all as it was at one moment. */
export async function openChannel(
  db: Db,
  place: { channelId: string; user: ChatUser; participantId?: string | undefined },
): Promise<Answer<'joinChannel'>> {
  const work = async (trx: Db) => {
    const { channelId, user, participantId } = place;
    const channel =
      (await seeChannel(trx, { channelId, userId: user.id, participantId })) ?? refuse('not_found');
    return channelWithInside(trx, user, channel);
  };
  // One snapshot for all its parts: a change is either in all of them or in none, and comes by the socket.
  return db.isTransaction ? work(db) : db.transaction().setIsolationLevel('repeatable read').execute(work);
}

async function channelWithInside(trx: Db, user: ChatUser, channel: SeenChannel) {
  const messages = await messagesIn(trx, channel.id, { limit: pageSize });
  const writers = messages.map(({ userId }) => userId).filter((id) => id !== null);
  const users = await presentUsers(trx, channel.directOf ?? [...new Set(writers)]);
  const other = channel.directOf && users.find(({ id }) => id !== user.id);
  return presentChannel(other ? { ...channel, name: other.displayName } : channel, {
    users,
    messages: messages.map(presentMessage),
    polls: await pollsInProgress(trx, channel, user),
  });
}

/** Joins, and has the person's open sockets hear the channel. */
export async function joinChannel(
  parts: ChatParts,
  db: Db,
  { caller, channelId }: { caller: Chatter; channelId: string },
): Promise<Answer<'joinChannel'>> {
  const { user } = await channelFor(db, caller, { channelId, least: 'see' });
  await inTransaction(db, async (trx) => {
    const isNew = await joinMember(trx, channelId, user.id);
    if (isNew) onCommit(trx, () => parts.socket.recheck([user.id]));
  });
  const participantId = caller.kind === 'participant' ? caller.participantId : undefined;
  return openChannel(db, { channelId, user, participantId });
}

export async function leaveChannel(
  parts: ChatParts,
  db: Db,
  { caller, channelId }: { caller: Chatter; channelId: string },
): Promise<void> {
  const { user } = await channelFor(db, caller, { channelId, least: 'see' });
  await inTransaction(db, async (trx) => {
    await leaveMember(trx, channelId, user.id);
    onCommit(trx, () => parts.socket.recheck([user.id]));
  });
}
