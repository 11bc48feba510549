import type { Answer } from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import { refuse } from '../../platform/errors.ts';
import { type ChannelAccess, type ChannelRequest, findChannelFor } from '../access.ts';
import { eraseTextsInChanges, publishChange } from '../changes.ts';
import type { ChatUser, SeenChannel } from '../channels/channel.ts';
import { lockChannel } from '../channels/store.ts';
import type { ChatParts, SocketPart } from '../parts.ts';
import { presentPoll, presentPollForAll } from './present.ts';
import {
  arePollsOff,
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

/** A poll and the channel that shows it. */
export interface PollPlace {
  channelId: string;
  pollId: string;
}

export type PollAccess = ChannelAccess & PollPlace;

/** Finds the poll in the path. Only moderators see one that was not started yet. */
export const pollInPath =
  (parts: ChatParts) =>
  async ({ params, least, ...by }: ChannelRequest & { params: { pollId: string } }): Promise<PollAccess> => {
    const { pollId } = params;
    // No channel has the id 0: callers who may use the chat get 404.
    const channelId = (await channelOfPoll(by.db, pollId)) ?? '0';
    return { ...(await findChannelFor(parts, by, { channelId, least })), channelId, pollId };
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

/** Locks the channel and returns the poll's status: nobody starts, stops or votes until the transaction ends. */
export async function lockPoll(trx: Db, { channelId, pollId }: PollPlace): Promise<PollStatus> {
  if (!(await lockChannel(trx, channelId))) refuse('not_found');
  return (await statusOfPoll(trx, pollId)) ?? refuse('not_found');
}

/** Checks with the channel locked that its room allows polls: they may have been turned off meanwhile. */
export async function checkPollsAllowed(trx: Db, channelId: string): Promise<void> {
  if (await arePollsOff(trx, channelId)) refuse('polls_off');
}

/** Starts or stops the poll and publishes it. Hidden results of a poll that is deleted stay hidden. */
async function changeStatus(
  { socket }: SocketPart,
  trx: Db,
  place: PollPlace & { status: 'in_progress' | 'done'; isDeleted?: boolean },
): Promise<void> {
  const { channelId, pollId, status, isDeleted = false } = place;
  await setStatus(trx, pollId, status);
  const poll = (await pollById(trx, pollId, null)) ?? refuse('not_found');
  const event = status === 'done' ? 'poll-stop' : 'poll-start';
  const payload = presentPollForAll(poll, { isDeleted });
  await publishChange({ socket }, trx, { channelId, event, payload });
}

/** Creates a poll in a locked channel and starts it, without a person who does this. @returns its id */
export async function runPoll(parts: SocketPart, trx: Db, poll: NewPoll): Promise<string> {
  const pollId = await insertPoll(trx, poll);
  await changeStatus(parts, trx, { channelId: poll.channelId, pollId, status: 'in_progress' });
  return pollId;
}

/** Stops a poll in a locked channel, if it runs, without a person who does this. */
export async function endPoll(parts: SocketPart, trx: Db, place: PollPlace): Promise<void> {
  if ((await statusOfPoll(trx, place.pollId)) !== 'in_progress') return;
  await changeStatus(parts, trx, { ...place, status: 'done' });
}

/** Stops the running polls of a room whose call ends: nobody can vote or stop them before the next call. Its channel is locked. */
export async function endPollsOfRoom(
  parts: SocketPart,
  trx: Db,
  { roomId }: { roomId: string },
): Promise<void> {
  for (const place of await runningPollsOf(trx, roomId)) {
    await changeStatus(parts, trx, { ...place, status: 'done' });
  }
}

/** Starts a poll, or stops a running one. Starting a running one changes nothing. */
export const moveToStatus = (
  parts: ChatParts,
  db: Db,
  { to, ...access }: PollAccess & { to: 'in_progress' | 'done' },
): Promise<Polls[number]> =>
  inTransaction(db, async (trx) => {
    const status = await lockPoll(trx, access);
    if (to === 'in_progress') await checkPollsAllowed(trx, access.channelId);
    if (status === 'done') refuse('poll_stopped');
    if (status === 'new' && to === 'done') refuse('poll_not_started');
    if (status !== to) {
      await changeStatus(parts, trx, { ...access, status: to });
      const { channelId, pollId, user } = access;
      if (to === 'in_progress')
        await runAll(trx, parts.onPollStarted, { channelId, pollId, userId: user.id });
    }
    return readPoll(trx, access);
  });

/** Deletes a poll from the chat. A running poll is stopped first, so that pages stop offering it. */
export const deletePoll = (parts: SocketPart, db: Db, place: PollPlace): Promise<void> =>
  inTransaction(db, async (trx) => {
    const { channelId, pollId } = place;
    const status = await lockPoll(trx, place);
    if (status === 'in_progress')
      await changeStatus(parts, trx, { ...place, status: 'done', isDeleted: true });
    await deletePollRow(trx, pollId);
    await eraseTextsInChanges(parts, trx, { channelId, of: { pollId } });
    await publishChange(parts, trx, { channelId, event: 'poll-deleted', payload: { pollId } });
  });
