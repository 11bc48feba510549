import type { Answer } from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { type ChannelAccess, type ChannelRequest, findChannelFor } from '../access.ts';
import { eraseTextsInChanges, publishChange } from '../changes.ts';
import type { ChatUser, SeenChannel } from '../channels/channel.ts';
import { lockChannel } from '../channels/store.ts';
import type { ChatParts } from '../parts.ts';
import { presentPoll, presentPollForAll } from './present.ts';
import {
  channelOfPoll,
  deletePollRow,
  insertPoll,
  type NewPoll,
  type Poll,
  type PollStatus,
  pollById,
  pollsIn,
  pollsInProgressIn,
  runningPollsOf,
  setStatus,
  statusOfPoll,
} from './store.ts';

type Polls = Answer<'listPolls'>;

export type PollAccess = ChannelAccess & { pollId: string };

/** Finds the poll in the path. Only moderators see one that was not started yet. */
export const pollInPath =
  (parts: ChatParts) =>
  async ({
    params: { pollId },
    least,
    ...by
  }: ChannelRequest & { params: { pollId: string } }): Promise<PollAccess> => {
    // No channel has the id 0: callers who may use the chat get 404.
    const channelId = (await channelOfPoll(by.db, pollId)) ?? '0';
    return { ...(await findChannelFor(parts, by, { channelId, least })), pollId };
  };

const present = (channel: SeenChannel, found: Poll[]): Polls =>
  found.map((poll) => presentPoll(poll, channel));

/** The running polls of channels, as this person sees them; by channel. */
export async function pollsInProgress(
  db: Db,
  channels: SeenChannel[],
  user: ChatUser,
): Promise<Map<string, Polls>> {
  const ids = channels.map(({ id }) => id);
  const byChannel = Map.groupBy(await pollsInProgressIn(db, ids, user.id), ({ channelId }) => channelId);
  return new Map(channels.map((channel) => [channel.id, present(channel, byChannel.get(channel.id) ?? [])]));
}

export async function listPolls(db: Db, { channel, user }: ChannelAccess): Promise<Polls> {
  const statuses: PollStatus[] = ['in_progress', 'done', ...(channel.isModerator ? ['new' as const] : [])];
  return present(channel, await pollsIn(db, channel.id, { userId: user.id, statuses }));
}

export async function readPoll(db: Db, { channel, user, pollId }: PollAccess): Promise<Polls[number]> {
  const poll = await pollById(db, pollId, user.id);
  if (!poll || (poll.status === 'new' && !channel.isModerator)) return refuse('not_found');
  return presentPoll(poll, channel);
}

/** A poll and the channel that shows it. */
export interface PollPlace {
  channelId: string;
  pollId: string;
}

export const pollPlaceOf = ({ channel, pollId }: PollAccess): PollPlace => ({
  channelId: channel.id,
  pollId,
});

/** Locks the channel and returns the poll's status: nobody starts, stops or votes until the transaction ends. */
export async function lockPoll(trx: Db, { channelId, pollId }: PollPlace): Promise<PollStatus> {
  if (!(await lockChannel(trx, channelId))) refuse('not_found');
  return (await statusOfPoll(trx, pollId)) ?? refuse('not_found');
}

/** Starts or stops the poll and publishes it. Hidden results of a poll that is deleted stay hidden. */
async function changeStatus(
  { socket }: Pick<ChatParts, 'socket'>,
  trx: Db,
  {
    channelId,
    pollId,
    status,
    isDeleted = false,
  }: PollPlace & { status: 'in_progress' | 'done'; isDeleted?: boolean },
): Promise<void> {
  await setStatus(trx, pollId, status);
  const poll = (await pollById(trx, pollId, null)) ?? refuse('not_found');
  const event = status === 'done' ? 'poll-stop' : 'poll-start';
  const payload = presentPollForAll(poll, { isDeleted });
  await publishChange({ socket }, trx, { channelId, event, payload });
}

/** Creates a poll in a locked channel and starts it, without a person who does this. @returns its id */
export async function runPoll(parts: Pick<ChatParts, 'socket'>, trx: Db, poll: NewPoll): Promise<string> {
  const pollId = await insertPoll(trx, poll);
  await changeStatus(parts, trx, { channelId: poll.channelId, pollId, status: 'in_progress' });
  return pollId;
}

/** Stops a poll in a locked channel, if it runs, without a person who does this. */
export async function endPoll(parts: Pick<ChatParts, 'socket'>, trx: Db, place: PollPlace): Promise<void> {
  if ((await statusOfPoll(trx, place.pollId)) !== 'in_progress') return;
  await changeStatus(parts, trx, { ...place, status: 'done' });
}

/** Stops the running polls of a room whose call ends: nobody can vote or stop them before the next call. Its channel is locked. */
export async function endPollsOfRoom(
  parts: Pick<ChatParts, 'socket'>,
  trx: Db,
  { roomId }: { roomId: string },
): Promise<void> {
  for (const place of await runningPollsOf(trx, roomId)) {
    await changeStatus(parts, trx, { ...place, status: 'done' });
  }
}

export const startPoll = (parts: ChatParts, db: Db, access: PollAccess): Promise<Polls[number]> =>
  inTransaction(db, async (trx) => {
    const status = await lockPoll(trx, pollPlaceOf(access));
    if (status === 'done') refuse('poll_stopped');
    if (status === 'new') {
      await changeStatus(parts, trx, { ...pollPlaceOf(access), status: 'in_progress' });
    }
    return readPoll(trx, access);
  });

export const stopPoll = (parts: ChatParts, db: Db, access: PollAccess): Promise<Polls[number]> =>
  inTransaction(db, async (trx) => {
    const status = await lockPoll(trx, pollPlaceOf(access));
    if (status === 'done') refuse('poll_stopped');
    if (status === 'new') refuse('poll_not_started');
    await changeStatus(parts, trx, { ...pollPlaceOf(access), status: 'done' });
    return readPoll(trx, access);
  });

/** Deletes a poll from the chat. A running poll is stopped first, so that pages stop offering it. */
export const deletePoll = (parts: Pick<ChatParts, 'socket'>, db: Db, place: PollPlace): Promise<void> =>
  inTransaction(db, async (trx) => {
    const { channelId, pollId } = place;
    const status = await lockPoll(trx, place);
    if (status === 'in_progress')
      await changeStatus(parts, trx, { ...place, status: 'done', isDeleted: true });
    await deletePollRow(trx, pollId);
    await eraseTextsInChanges(parts, trx, { channelId, of: { pollId } });
    await publishChange(parts, trx, { channelId, event: 'poll-deleted', payload: { pollId } });
  });
