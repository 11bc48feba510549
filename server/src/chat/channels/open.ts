import type { Answer, Query } from '../../../../contract/routes.ts';
import { timestamp } from '../../platform/clock.ts';
import { breaksReference, type Db, inSnapshot, inTransaction, onCommit } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import {
  admittedChatUser,
  type ChannelAccess,
  type ChatRequest,
  findChannelFor,
  participantIdOf,
} from '../access.ts';
import { postMessage } from '../messages/post.ts';
import { latestMessagesIn } from '../messages/store.ts';
import type { ChatParts } from '../parts.ts';
import { settingsOfApplication } from '../people/applications.store.ts';
import { readChatSettings } from '../people/applications.ts';
import { usersByIds } from '../people/store.ts';
import { pollsInProgress } from '../polls/polls.ts';
import { presentChannel, presentMessage } from '../present.ts';
import type { ChatUser, SeenChannel } from './channel.ts';
import { seenPartsOf } from './earlier.store.ts';
import { findChannelSeenBy, joinedChannels, publicChannels } from './rights.store.ts';
import { joinMember, lastCallsIn, leaveMember, mutedUsersIn } from './store.ts';

type Opened = Answer<'joinChannel'>;

/** For every page of this many channels this many messages in total. */
const messagesOfPage = 50;
const channelsOfPage = 20;

/** The page of a person's channels. */
export type ChannelPage = Pick<Query<'listDirects'>, 'limit' | 'offset'>;

/** The channel with its latest page of messages, for a person who joins. The socket sends later changes. */
export const openChannel = (
  db: Db,
  { channelId, user, participantId }: { channelId: string; user: ChatUser; participantId?: string },
): Promise<Opened> =>
  inSnapshot(db, async (trx) => {
    const seen = await findChannelSeenBy(trx, { channelId, userId: user.id, participantId });
    const channel = seen ?? refuse('not_found');
    const [opened] = await withContents(trx, { user, participantId }, [channel]);
    return { ...(opened ?? refuse('not_found')), ...(await atJoining(trx, channel)) };
  });

/** The fields that only the response to joining contains. */
async function atJoining(
  trx: Db,
  { id, roomId, sessionId, isModerator }: SeenChannel,
): Promise<Pick<Opened, 'mutedUsers' | 'callsStartedAt' | 'isCallRunning'>> {
  const muted = isModerator ? await mutedUsersIn(trx, id) : undefined;
  const calls = roomId !== null && sessionId === null ? await lastCallsIn(trx, roomId) : undefined;
  return {
    ...(muted && {
      mutedUsers: muted.map(({ userId, mutedUntil }) => ({ userId, mutedUntil: timestamp(mutedUntil) })),
    }),
    ...(calls && {
      callsStartedAt: calls.map(({ startedAt }) => timestamp(startedAt)),
      isCallRunning: calls.at(-1)?.isRunning ?? false,
    }),
  };
}

/** The channels with their latest messages, in a fixed number of statements. */
export async function withContents(
  trx: Db,
  { user, participantId }: { user: ChatUser; participantId: string | undefined },
  channels: SeenChannel[],
): Promise<Opened[]> {
  if (channels.length === 0) return [];
  const ids = channels.map(({ id }) => id);
  const parts = await seenPartsOf(trx, { userId: user.id, participantId }, ids);
  const from = ids.map((id) => ({ id, fromId: parts.get(id)?.fromId ?? '0' }));
  const latest = await latestMessagesIn(trx, from, { pageOf: channelsOfPage, limit: messagesOfPage });
  const messages = Map.groupBy(latest, ({ channelId }) => channelId);
  const peopleOf = ({ id, directOf }: SeenChannel): readonly string[] =>
    directOf ?? (messages.get(id) ?? []).map(({ userId }) => userId).filter((userId) => userId !== null);
  const people = await usersByIds(trx, [...new Set(channels.flatMap(peopleOf))]);
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
): Promise<Opened> {
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
  const meta = { event: 'user-joined', data: { userId: user.id } };
  await postMessage(parts, trx, { channelId: channel.id, type: 'system', userId: null, text: '', meta });
}

export async function leaveChannel(parts: ChatParts, by: ChatRequest, channelId: string): Promise<void> {
  const { user } = await findChannelFor(parts, by, { channelId, least: 'see' });
  await inTransaction(by.db, async (trx) => {
    await leaveMember(trx, channelId, user.id);
    onCommit(trx, () => parts.socket.recheck([user.id]));
  });
}

type Initial = Answer<'getInitial'>;

/** Collects every person mentioned in the response. */
function usersNamedIn(self: Initial['user'], channels: Initial['channels']): Initial['users'] {
  const byId = new Map([[self.id, self]]);
  for (const { users } of channels) for (const user of users) byId.set(user.id, user);
  return [...byId.values()];
}

/** Reads everything that a chat client starts with, from one snapshot. */
export async function readInitial(parts: ChatParts, by: ChatRequest, page: ChannelPage): Promise<Initial> {
  const user = await admittedChatUser(parts, by);
  const as = { userId: user.id, participantId: participantIdOf(by.caller) };
  return inSnapshot(by.db, async (trx) => {
    const joined = await joinedChannels(trx, as, { which: 'all', ...page });
    const channels = await withContents(trx, { user, participantId: as.participantId }, joined);
    const [self = null] = await usersByIds(trx, [user.id]);
    if (!self) throw new Error(`chat user ${user.id} not found`);
    return {
      channels,
      publics: await publicChannels(trx, as),
      user: self,
      users: usersNamedIn(self, channels),
      settings: await readChatSettings(parts, trx, user.spaceId),
    };
  });
}
