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
  type Poll,
  type PollStatus,
  pollById,
  pollsIn,
  pollsInProgressIn,
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

/** Locks the channel and returns the poll's status: nobody starts, stops or votes until the transaction ends. */
export async function lockPoll(trx: Db, { channel, pollId }: PollAccess): Promise<PollStatus> {
  if (!(await lockChannel(trx, channel.id))) refuse('not_found');
  return (await statusOfPoll(trx, pollId)) ?? refuse('not_found');
}

async function publishPoll(parts: ChatParts, trx: Db, { pollId, channel }: PollAccess): Promise<void> {
  const poll = (await pollById(trx, pollId, null)) ?? refuse('not_found');
  const event = poll.status === 'done' ? 'poll-stop' : 'poll-start';
  await publishChange(parts, trx, { channelId: channel.id, event, payload: presentPollForAll(poll) });
}

export const startPoll = (parts: ChatParts, db: Db, access: PollAccess): Promise<Polls[number]> =>
  inTransaction(db, async (trx) => {
    const status = await lockPoll(trx, access);
    if (status === 'done') refuse('poll_stopped');
    if (status === 'new') {
      await setStatus(trx, access.pollId, 'in_progress');
      await publishPoll(parts, trx, access);
    }
    return readPoll(trx, access);
  });

async function stop(parts: ChatParts, trx: Db, access: PollAccess): Promise<void> {
  await setStatus(trx, access.pollId, 'done');
  await publishPoll(parts, trx, access);
}

export const stopPoll = (parts: ChatParts, db: Db, access: PollAccess): Promise<Polls[number]> =>
  inTransaction(db, async (trx) => {
    const status = await lockPoll(trx, access);
    if (status === 'done') refuse('poll_stopped');
    if (status === 'new') refuse('poll_not_started');
    await stop(parts, trx, access);
    return readPoll(trx, access);
  });

/** Deletes a poll from the chat. A running poll is stopped first, so that pages stop offering it. */
export const deletePoll = (parts: ChatParts, db: Db, access: PollAccess): Promise<void> =>
  inTransaction(db, async (trx) => {
    const channelId = access.channel.id;
    const { pollId } = access;
    if ((await lockPoll(trx, access)) === 'in_progress') await stop(parts, trx, access);
    await deletePollRow(trx, pollId);
    await eraseTextsInChanges(parts, trx, { channelId, of: { pollId } });
    await publishChange(parts, trx, { channelId, event: 'poll-deleted', payload: { pollId } });
  });
