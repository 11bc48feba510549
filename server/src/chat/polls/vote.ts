import type { Answer, Body } from '../../../../contract/routes.ts';
import { now } from '../../platform/clock.ts';
import { containsLink } from '../../platform/contains-link.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import { Refusal, refuse, refuseField } from '../../platform/errors.ts';
import { admittedChatUser, type ChannelRequest, type ChatRequest, findChannelFor } from '../access.ts';
import { publishChange } from '../changes.ts';
import type { ChatParts } from '../parts.ts';
import { lockPoll, type PollAccess, pollInPath } from './polls.ts';
import { presentOptions, presentPoll } from './present.ts';
import { insertVote, type Poll, pollById, pollOfOptions } from './store.ts';

type Wanted = Body<'votePoll'>;

/** The content of a vote: option ids, or a text. */
type VoteContent = { optionIds: string[] } | { answer: string };

/** A vote in a poll of the channel that only this person sees now. */
export interface PersonalVote {
  channelId: string;
  pollId: string;
  body: Pick<Wanted, 'ids' | 'answer'>;
}

const refuseOptions = () => refuseField('ids', 'must be options of one poll in a channel that you joined');

async function pollByOptions(parts: ChatParts, by: ChannelRequest, ids: string[]): Promise<PollAccess> {
  const pollId = await pollOfOptions(by.db, ids);
  if (pollId === undefined) {
    await admittedChatUser(parts, by);
    return refuseOptions();
  }
  return pollInPath(parts)({ ...by, params: { pollId } }).catch((error: unknown) =>
    error instanceof Refusal && error.code === 'not_found' ? refuseOptions() : Promise.reject(error),
  );
}

function voteContentOf({ ids, poll_id, answer }: Wanted): VoteContent {
  if (ids && answer === undefined) return { optionIds: [...new Set(ids.map(String))] };
  if (ids) return refuseField('answer', 'must not be combined with ids');
  const details = [];
  if (poll_id === undefined) details.push({ path: 'poll_id', message: 'is required without ids' });
  const words = answer?.trim();
  if (!words) details.push({ path: 'answer', message: 'is required without ids' });
  if (details.length > 0) throw new Refusal('validation_failed', { details });
  return { answer: words ?? '' };
}

/** Polls work while the chat is off, but people who may not write, or no links, may not do so in answers. */
function checkAnswer({ channel }: PollAccess, answer: string): void {
  if (channel.isModerator) return;
  if (channel.mutedUntil && channel.mutedUntil > now()) refuse('muted');
  if (!channel.linksAllowed && containsLink(answer)) refuse('links_not_allowed');
}

async function checkKind(db: Db, access: PollAccess, given: VoteContent): Promise<void> {
  const poll = (await pollById(db, access.pollId, null)) ?? refuse('not_found');
  if (poll.status === 'new' && 'answer' in given && !access.channel.isModerator) refuse('not_found');
  // Its options and rules may still change.
  if (poll.status === 'new') refuse('poll_not_started');
  if ('optionIds' in given) {
    if (poll.isSingleChoice && given.optionIds.length > 1)
      refuseField('ids', 'must be one option of this poll');
    return;
  }
  if (!poll.isOpenEnded) refuseField('answer', 'is for open polls only; this poll has options');
  checkAnswer(access, given.answer);
}

/** The event of a vote. With hidden results it says only that somebody voted. */
function presentVote(
  { user, pollId, channel }: PollAccess,
  given: VoteContent,
  { id, areResultsHidden }: { id: string; areResultsHidden: boolean },
) {
  const role = channel.isModerator && { byModerator: true };
  if ('optionIds' in given) {
    const pollOptionsIds = areResultsHidden ? [] : given.optionIds;
    return { event: 'poll-vote', payload: { pollId, pollOptionsIds, ...role } };
  }
  if (areResultsHidden) return { event: 'poll-vote-open-ended', payload: { pollId, ...role } };
  const { username, displayName } = user;
  const by = { id: user.id, username, displayName };
  return { event: 'poll-vote-open-ended', payload: { id, pollId, answer: given.answer, user: by, ...role } };
}

/** @param vote is not published in a personal poll, which not everybody in the channel knows */
async function castVote(
  parts: ChatParts,
  trx: Db,
  { access, given, isPublished }: { access: PollAccess; given: VoteContent; isPublished: boolean },
): Promise<Poll> {
  const { user, channelId, pollId } = access;
  const { isModerator } = access.channel;
  const status = await lockPoll(trx, access);
  if (status === 'done') refuse('poll_stopped');
  const words = 'answer' in given ? given.answer : null;
  const optionIds = 'optionIds' in given ? given.optionIds : [];
  const id = await insertVote(trx, { pollId, userId: user.id, optionIds, answer: words, isModerator });
  if (id === undefined) return refuse('already_voted');
  const poll = (await pollById(trx, pollId, user.id)) ?? refuse('not_found');
  if (isPublished) {
    await publishChange(parts, trx, { channelId, ...presentVote(access, given, { ...poll, id }) });
    await runAll(trx, parts.onVoted, { channelId, pollId, userId: user.id, optionIds });
  }
  return poll;
}

/** Stores a person's vote, with options or a text, once. */
export async function vote(parts: ChatParts, by: ChannelRequest, body: Wanted): Promise<Answer<'votePoll'>> {
  const given = voteContentOf(body);
  const access =
    'optionIds' in given
      ? await pollByOptions(parts, by, given.optionIds)
      : await pollInPath(parts)({ ...by, params: { pollId: String(body.poll_id) } });
  if (body.poll_id !== undefined && String(body.poll_id) !== access.pollId) refuseOptions();
  await checkKind(by.db, access, given);
  const poll = await inTransaction(by.db, (trx) =>
    castVote(parts, trx, { access, given, isPublished: true }),
  );
  return presentOptions(poll, access.channel);
}

/** Stores a person's vote in a poll that opened for them alone, once. The caller has checked that it is open. */
export async function voteInPersonalPoll(
  parts: ChatParts,
  by: ChatRequest,
  { channelId, pollId, body }: PersonalVote,
): Promise<Answer<'getPoll'>> {
  const given = voteContentOf({ ...body, poll_id: pollId });
  const access = { ...(await findChannelFor(parts, by, { channelId, least: 'see' })), channelId, pollId };
  if ('optionIds' in given && (await pollOfOptions(by.db, given.optionIds)) !== pollId) {
    refuseField('ids', 'must be options of this poll');
  }
  await checkKind(by.db, access, given);
  const cast = { access, given, isPublished: false };
  const poll = await inTransaction(by.db, (trx) => castVote(parts, trx, cast));
  return presentPoll(poll, access.channel);
}
