import type { Answer } from '../../../../contract/routes.ts';
import type { Db } from '../../platform/db/db.ts';
import { type ChatRequest, findChannelFor } from '../access.ts';
import type { ChatParts } from '../parts.ts';
import { presentPoll } from './present.ts';
import { deletePollRow, insertPoll, type NewPoll, personalPollsIn, setStatus } from './store.ts';

/**
 * Personal polls open for each person at a time of their own. The channel neither lists nor publishes them; the feature
 * that created them decides who sees one, and when it is over for them.
 */

/** Creates a personal poll in a locked channel. @returns its id */
export async function createPersonalPoll(trx: Db, poll: NewPoll): Promise<string> {
  const pollId = await insertPoll(trx, { ...poll, isPersonal: true });
  await setStatus(trx, pollId, 'in_progress');
  return pollId;
}

/** Removes a personal poll of a locked channel. Its votes stay in reports. */
export const removePersonalPoll = (trx: Db, pollId: string): Promise<void> => deletePollRow(trx, pollId);

/** Whether personal polls are over for one person, by id. */
export type SeenPersonalPolls = ReadonlyMap<string, 'in_progress' | 'done'>;

/** Personal polls with their totals over all people, as this person sees them. */
export async function readPersonalPolls(
  parts: ChatParts,
  by: ChatRequest,
  { channelId, seen }: { channelId: string; seen: SeenPersonalPolls },
): Promise<Answer<'listPolls'>> {
  const { channel, user } = await findChannelFor(parts, by, { channelId, least: 'see' });
  const polls = await personalPollsIn(by.db, channelId, { userId: user.id, ids: [...seen.keys()] });
  return polls.map((poll) => presentPoll({ ...poll, status: seen.get(poll.id) ?? poll.status }, channel));
}
