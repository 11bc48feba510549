import { textIn } from '../chat/payloads.ts';
import type { Payload } from '../live/live.ts';
import type { NewPoll, Poll, PollAnswer, PollOption } from './api.ts';

/** How many open answers the server lists; this many are kept here too. */
export const mostAnswers = 200;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The poll in a change, without what this person did. */
export function pollIn(payload: Payload): Poll | undefined {
  const { id, question, options, status } = payload;
  if (typeof id !== 'string' || typeof question !== 'string' || !Array.isArray(options)) return undefined;
  if (status !== 'in_progress' && status !== 'done') return undefined;
  return { ...(payload as unknown as Poll), isVoted: false };
}

export function answerIn(payload: Payload): PollAnswer | undefined {
  const { user } = payload;
  const [id, answer] = [textIn(payload, 'id'), textIn(payload, 'answer')];
  if (id === undefined || answer === undefined || !isRecord(user) || typeof user.id !== 'string')
    return undefined;
  const { username = '', displayName = '' } = user;
  return {
    id,
    answer,
    user: { id: user.id, username: String(username), displayName: String(displayName) },
  };
}

function votedIn({ pollOptionsIds }: Payload): string[] {
  return Array.isArray(pollOptionsIds) ? pollOptionsIds.map(String) : [];
}

/**
 * Changes go to everybody, so they contain neither the right answers nor the own vote, and each written answer once.
 * All are kept from before.
 */
export function keepOwnAnswers(received: Poll, known: Poll | undefined): Poll {
  if (!known) return received;
  return {
    ...received,
    isVoted: received.isVoted || known.isVoted,
    options: received.options.map((option) => optionWithOwn(option, known)),
    ...(received.answers === undefined && known.answers && { answers: known.answers }),
  };
}

function optionWithOwn(option: PollOption, known: Poll): PollOption {
  const earlier = known.options.find(({ id }) => id === option.id);
  const valid = option.valid ?? earlier?.valid;
  const isVoted = option.isVoted || earlier?.isVoted;
  return {
    ...option,
    ...(valid === undefined ? {} : { valid }),
    ...(isVoted === undefined ? {} : { isVoted }),
  };
}

/** A vote in a change: the options that it names, and whether a moderator gave it. */
type CountedVote = { optionIds: readonly string[]; isByModerator: boolean };

export const voteIn = (payload: Payload): CountedVote => ({
  optionIds: votedIn(payload),
  isByModerator: payload.byModerator === true,
});

/** How many people voted, and how many of them as moderators, with one vote more. */
const withVote = (
  { votes, moderatorVotes }: Poll,
  { isByModerator }: Pick<CountedVote, 'isByModerator'>,
) => ({
  votes: votes + 1,
  moderatorVotes: moderatorVotes + (isByModerator ? 1 : 0),
});

export function countVote(poll: Poll, vote: CountedVote): Poll {
  if (poll.status !== 'in_progress') return poll;
  const { optionIds } = vote;
  const options = poll.options.map((option) =>
    optionIds.includes(option.id) ? { ...option, votesCount: option.votesCount + 1 } : option,
  );
  return { ...poll, ...withVote(poll, vote), options };
}

type AddedAnswer = Pick<CountedVote, 'isByModerator'> & { answer: PollAnswer; meId: string | undefined };

export function addAnswer(poll: Poll, { answer, meId, isByModerator }: AddedAnswer): Poll {
  const answers = poll.answers ?? [];
  if (poll.status !== 'in_progress' || answers.some(({ id }) => id === answer.id)) return poll;
  return {
    ...poll,
    isVoted: poll.isVoted || answer.user.id === meId,
    ...withVote(poll, { isByModerator }),
    answers: [answer, ...answers].slice(0, mostAnswers),
  };
}

/** Takes the own vote from a response of the server; counts come with the changes, in their order. */
export function markOwnVote(poll: Poll, optionIds: readonly string[]): Poll {
  return {
    ...poll,
    isVoted: true,
    options: poll.options.map((option) => ({
      ...option,
      isVoted: option.isVoted || optionIds.includes(option.id),
    })),
  };
}

/** Newest first; ids grow. */
export function sortPolls(polls: Iterable<Poll>): readonly Poll[] {
  return [...polls].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
}

const stages: readonly Poll['status'][] = ['new', 'in_progress', 'done'];

/** The poll as the changes and a response of the server show it together. */
export function newerOf(known: Poll, read: Poll): Poll {
  if (!isNotOlder(known, read)) return keepOwnAnswers(read, known);
  // Changes contain no hidden results.
  if (known.areResultsHidden && known.status === read.status) {
    const { votes, moderatorVotes } = known;
    return { ...keepOwnAnswers(read, known), votes, moderatorVotes };
  }
  return keepOwnAnswers(known, read);
}

/** True if the changes are at least as far as the list: then their counts are exact. */
function isNotOlder(known: Poll, read: Poll): boolean {
  return known.status !== 'new' && stages.indexOf(known.status) >= stages.indexOf(read.status);
}

/** The same question with no votes. */
export const copyOf = ({ question, options, ...poll }: Poll): NewPoll => ({
  question,
  options: options.map(({ option, valid }) => ({ option, valid: valid ?? false })),
  withAnswer: poll.withAnswer,
  isOpenEnded: poll.isOpenEnded,
  isSingleChoice: poll.isSingleChoice,
  areResultsHidden: poll.areResultsHidden,
  templateId: poll.templateId,
});
