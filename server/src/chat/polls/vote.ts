import type { Answer, Body } from '../../../../contract/routes.ts';
import { now } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuse, refuseField } from '../../platform/errors.ts';
import { channelFor, chatUserOf, type InChannel } from '../access.ts';
import { tell } from '../changes.ts';
import { holdsLink } from '../messages/rules.ts';
import type { ChatParts } from '../parts.ts';
import { holdPoll, type PollAccess } from './polls.ts';
import { presentOptions } from './present.ts';
import { channelOfPoll, insertVote, type Poll, pollById, pollOfOptions } from './store.ts';

type Wanted = Body<'votePoll'>;

/** What is given: options of a poll, or words for it. */
type Given = { optionIds: string[] } | { answer: string };

async function accessTo(parts: ChatParts, { least, ...by }: InChannel, pollId: string): Promise<PollAccess> {
  const channelId = (await channelOfPoll(by.db, pollId)) ?? '0';
  return { ...(await channelFor(parts, by, { channelId, least })), pollId };
}

const notOfOnePoll = () => refuseField('ids', 'must be options of one poll in a channel of yours');

async function pollByOptions(parts: ChatParts, by: InChannel, ids: string[]): Promise<PollAccess> {
  const pollId = await pollOfOptions(by.db, ids);
  if (pollId === undefined) {
    await chatUserOf(parts, by);
    return notOfOnePoll();
  }
  return accessTo(parts, by, pollId).catch((error: unknown) =>
    error instanceof Refusal && error.code === 'not_found' ? notOfOnePoll() : Promise.reject(error),
  );
}

function givenIn({ ids, poll_id, answer }: Wanted): Given {
  if (ids && answer === undefined) return { optionIds: [...new Set(ids.map(String))] };
  if (ids) return refuseField('answer', 'cannot be given beside ids');
  const details = [];
  if (poll_id === undefined) details.push({ path: 'poll_id', message: 'is required where no ids are given' });
  const words = answer?.trim();
  if (!words) details.push({ path: 'answer', message: 'is required where no ids are given' });
  if (details.length > 0) throw new Refusal('validation_failed', { details });
  return { answer: words ?? '' };
}

/** A moderator may ask everybody while the chat is off; who may not write, or not links, does not answer so either. */
function checkAnswer({ channel }: PollAccess, answer: string): void {
  if (channel.isModerator) return;
  if (channel.mutedUntil && channel.mutedUntil > now()) refuse('muted');
  if (!channel.linksAllowed && holdsLink(answer)) refuse('links_not_allowed');
}

async function checkKind(db: Db, access: PollAccess, given: Given): Promise<void> {
  const poll = (await pollById(db, access.pollId, null)) ?? refuse('not_found');
  if (!('answer' in given)) return;
  if (poll.status === 'new' && !access.channel.isModerator) refuse('not_found');
  if (!poll.isOpenEnded) refuseField('answer', 'is for open questions; this one has options');
  checkAnswer(access, given.answer);
}

/** What everybody hears of a vote; `id` is the vote's own. */
function told({ user, pollId }: PollAccess, given: Given, id: string) {
  if ('optionIds' in given) {
    return { event: 'poll-vote', payload: { pollId, pollOptionsIds: given.optionIds } };
  }
  const { username, displayName } = user;
  const by = { id: user.id, username, displayName };
  return { event: 'poll-vote-open-ended', payload: { id, pollId, answer: given.answer, user: by } };
}

async function cast(
  parts: ChatParts,
  trx: Db,
  { access, given }: { access: PollAccess; given: Given },
): Promise<Poll> {
  const { user, channel, pollId } = access;
  const status = await holdPoll(trx, access);
  if (status === 'new') refuse('poll_not_started');
  if (status === 'done') refuse('poll_stopped');
  const words = 'answer' in given ? given.answer : null;
  const optionIds = 'optionIds' in given ? given.optionIds : [];
  const id = await insertVote(trx, { pollId, userId: user.id, optionIds, answer: words });
  if (id === undefined) return refuse('already_voted');
  await tell(parts, trx, { channelId: channel.id, ...told(access, given, id) });
  return (await pollById(trx, pollId, user.id)) ?? refuse('not_found');
}

/** Votes for options or answers in words, once. */
export async function vote(parts: ChatParts, by: InChannel, body: Wanted): Promise<Answer<'votePoll'>> {
  const given = givenIn(body);
  const access =
    'optionIds' in given
      ? await pollByOptions(parts, by, given.optionIds)
      : await accessTo(parts, by, String(body.poll_id));
  if (body.poll_id !== undefined && String(body.poll_id) !== access.pollId) notOfOnePoll();
  await checkKind(by.db, access, given);
  const poll = await inTransaction(by.db, (trx) => cast(parts, trx, { access, given }));
  return presentOptions(poll, access.channel);
}
