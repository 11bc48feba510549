import type { Answer } from '../../../../contract/routes.ts';
import { breaksReference, type Db, inSnapshot, inTransaction, onCommit } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { type ChannelAccess, type ChatRequest, findChannelFor, participantIdOf } from '../access.ts';
import { makeChange } from '../changes.ts';
import { insertMessage, latestMessagesIn } from '../messages/store.ts';
import type { ChatParts } from '../parts.ts';
import { settingsOfApplication } from '../people/applications.store.ts';
import { presentChatUsers } from '../people/people.ts';
import { pollsInProgress } from '../polls/polls.ts';
import { presentChannel, presentMessage } from '../present.ts';
import type { ChatUser, SeenChannel } from './channel.ts';
import { findChannelSeenBy } from './rights.store.ts';
import { joinMember, leaveMember } from './store.ts';

type Opened = Answer<'joinChannel'>;

/** For every page of this many channels this many messages in total. */
const messagesOfPage = 50;
const channelsOfPage = 20;

/** The page of a person's channels. */
export interface ChannelPage {
  limit: number;
  offset: number;
}

export const channelPageOf = ({ limit = 1000, offset = 0 }: Partial<ChannelPage>): ChannelPage => ({
  limit,
  offset,
});

/** The channel with its latest page of messages. The socket sends later changes. */
export const openChannel = (
  db: Db,
  place: { channelId: string; user: ChatUser; participantId?: string | undefined },
): Promise<Answer<'joinChannel'>> =>
  inSnapshot(db, async (trx) => {
    const { channelId, user, participantId } = place;
    const seen = await findChannelSeenBy(trx, { channelId, userId: user.id, participantId });
    const [opened] = await withContents(trx, user, [seen ?? refuse('not_found')]);
    return opened ?? refuse('not_found');
  });

/** The channels with their latest messages, in a fixed number of statements. */
export async function withContents(trx: Db, user: ChatUser, channels: SeenChannel[]): Promise<Opened[]> {
  if (channels.length === 0) return [];
  const ids = channels.map(({ id }) => id);
  const latest = await latestMessagesIn(trx, ids, { pageOf: channelsOfPage, limit: messagesOfPage });
  const messages = Map.groupBy(latest, ({ channelId }) => channelId);
  const peopleOf = ({ id, directOf }: SeenChannel): readonly string[] =>
    directOf ?? (messages.get(id) ?? []).map(({ userId }) => userId).filter((userId) => userId !== null);
  const people = await presentChatUsers(trx, [...new Set(channels.flatMap(peopleOf))]);
  const byId = new Map(people.map((person) => [person.id, person]));
  const polls = await pollsInProgress(trx, channels, user);
  return channels.map((channel) => {
    const users = [...new Set(peopleOf(channel))]
      .map((id) => byId.get(id))
      .filter((found) => found !== undefined);
    const other = channel.directOf && users.find(({ id }) => id !== user.id);
    return presentChannel(other ? { ...channel, name: other.displayName } : channel, {
      users,
      messages: (messages.get(channel.id) ?? []).map(presentMessage),
      polls: polls.get(channel.id) ?? [],
    });
  });
}

/** Joins the channel and subscribes the person's open sockets to it. */
export async function joinChannel(
  parts: ChatParts,
  { db, caller }: ChatRequest,
  { user, channel }: ChannelAccess,
): Promise<Answer<'joinChannel'>> {
  try {
    await inTransaction(db, async (trx) => {
      if (!(await joinMember(trx, channel.id, user.id))) return;
      await announceJoin(parts, trx, { user, channel });
      onCommit(trx, () => parts.socket.recheck([user.id]));
    });
  } catch (error) {
    // The room was deleted between the check and the insert.
    if (breaksReference(error)) refuse('not_found');
    throw error;
  }
  return openChannel(db, { channelId: channel.id, user, participantId: participantIdOf(caller) });
}

/** Writes a system message about who joined, if the application has that setting. */
async function announceJoin(parts: ChatParts, trx: Db, { user, channel }: ChannelAccess): Promise<void> {
  if (channel.directOf || !(await settingsOfApplication(trx, user.spaceId)).displaySystemMessages) return;
  await makeChange(parts, trx, {
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

export async function leaveChannel(parts: ChatParts, by: ChatRequest, channelId: string): Promise<void> {
  const { user } = await findChannelFor(parts, by, { channelId, least: 'see' });
  await inTransaction(by.db, async (trx) => {
    await leaveMember(trx, channelId, user.id);
    onCommit(trx, () => parts.socket.recheck([user.id]));
  });
}
