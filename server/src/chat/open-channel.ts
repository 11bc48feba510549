import type { Answer } from '../../../contract/routes.ts';
import { breaksReference, type Db, inTransaction, onCommit } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { type By, type ChannelAccess, channelFor, participantOf } from './access.ts';
import { settingsOfApplication } from './applications.store.ts';
import { change } from './changes.ts';
import type { ChatUser, SeenChannel } from './channel.ts';
import { joinMember, leaveMember } from './channels.store.ts';
import { insertMessage, messagesIn } from './messages.store.ts';
import type { ChatParts } from './parts.ts';
import { presentUsers } from './people.ts';
import { pollsInProgress } from './polls.ts';
import { presentChannel, presentMessage } from './present.ts';
import { seeChannel } from './standing.store.ts';

const pageSize = 50;

/** Reads several things as they were at one moment: a change is either in all of them or in none. */
export const atOneMoment = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().setIsolationLevel('repeatable read').execute(work);

/** The channel with its latest page; what comes after is told by the socket. */
export const openChannel = (
  db: Db,
  place: { channelId: string; user: ChatUser; participantId?: string | undefined },
): Promise<Answer<'joinChannel'>> =>
  atOneMoment(db, async (trx) => {
    const { channelId, user, participantId } = place;
    const seen = await seeChannel(trx, { channelId, userId: user.id, participantId });
    return channelWithInside(trx, user, seen ?? refuse('not_found'));
  });

export async function channelWithInside(
  trx: Db,
  user: ChatUser,
  channel: SeenChannel,
): Promise<Answer<'joinChannel'>> {
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
  { db, caller }: By,
  { user, channel }: ChannelAccess,
): Promise<Answer<'joinChannel'>> {
  try {
    await inTransaction(db, async (trx) => {
      if (!(await joinMember(trx, channel.id, user.id))) return;
      await greet(parts, trx, { user, channel });
      onCommit(trx, () => parts.socket.recheck([user.id]));
    });
  } catch (error) {
    // The room was deleted while we looked.
    if (breaksReference(error)) refuse('not_found');
    throw error;
  }
  return openChannel(db, { channelId: channel.id, user, participantId: participantOf(caller) });
}

/** Where the application wants it, the conversation says who joined. */
async function greet(parts: ChatParts, trx: Db, { user, channel }: ChannelAccess): Promise<void> {
  if (channel.directOf || !(await settingsOfApplication(trx, user.spaceId)).displaySystemMessages) return;
  await change(parts, trx, {
    channelId: channel.id,
    make: async (seq) => {
      const meta = { event: 'user-joined', data: { userId: user.id } };
      const written = { channelId: channel.id, seq, type: 'system', userId: null, text: '', meta } as const;
      const message = (await insertMessage(trx, written)) ?? refuse('not_found');
      return {
        event: 'system:message',
        payload: { message: presentMessage(message) },
        messageId: message.id,
        result: undefined,
      };
    },
  });
}

export async function leaveChannel(parts: ChatParts, by: By, channelId: string): Promise<void> {
  const { user } = await channelFor(parts, by, { channelId, least: 'see' });
  await inTransaction(by.db, async (trx) => {
    await leaveMember(trx, channelId, user.id);
    onCommit(trx, () => parts.socket.recheck([user.id]));
  });
}
