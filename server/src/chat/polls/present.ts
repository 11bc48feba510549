import type { Answer } from '../../../../contract/routes.ts';
import { timestamp, timestampOrNull } from '../../platform/clock.ts';
import type { SeenChannel } from '../channels/channel.ts';
import type { Poll, PollOption } from './store.ts';

const optionOf = ({ valid, ...option }: PollOption, isValidTold: boolean): Answer<'votePoll'>[number] => ({
  ...option,
  ...(isValidTold && { valid }),
});

const isDone = ({ status }: Poll): boolean => status === 'done';

type Reader = Pick<SeenChannel, 'isModerator'>;

const isHiddenFrom = ({ isModerator }: Reader, poll: Poll): boolean =>
  poll.areResultsHidden && !isModerator && !isDone(poll);

const withoutResults = (poll: Poll): Poll => ({
  ...poll,
  options: poll.options.map((option) => ({ ...option, votesCount: 0 })),
  answers: [],
});

/** The poll without results that are hidden from this person. */
const seenBy = (reader: Reader, poll: Poll): Poll =>
  isHiddenFrom(reader, poll) ? withoutResults(poll) : poll;

/** Shows which options are right to moderators, and to everybody once the poll stopped. */
export const presentOptions = (poll: Poll, reader: Reader): Answer<'votePoll'> =>
  seenBy(reader, poll).options.map((option) => optionOf(option, reader.isModerator || isDone(poll)));

const common = ({ createdAt, stoppedAt, answers, ...poll }: Poll) => ({
  ...poll,
  ...(poll.isOpenEnded && { answers }),
  createdAt: timestamp(createdAt),
  stoppedAt: timestampOrNull(stoppedAt),
});

export const presentPoll = (poll: Poll, reader: Reader): Answer<'getPoll'> => ({
  ...common(seenBy(reader, poll)),
  options: presentOptions(poll, reader),
});

/**
 * The poll as published to everybody: without the state of one person, and without answers, which were published each
 * or are read. Deleted with hidden results, it shows none (docs/decisions/0104).
 */
export function presentPollForAll(
  poll: Poll,
  { isDeleted }: { isDeleted: boolean },
): Record<string, unknown> {
  const { isVoted: _own, answers: _answers, ...rest } = common(poll);
  const isSecret = poll.areResultsHidden && isDeleted;
  const { options: shown } = isSecret ? withoutResults(poll) : poll;
  const options = shown.map((option) => {
    const { isVoted: _ofOption, ...published } = optionOf(option, isDone(poll) && !isSecret);
    return published;
  });
  return { ...rest, options };
}
