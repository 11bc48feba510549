import type { Answer } from '../../../../contract/routes.ts';
import { timestamp, timestampOrNull } from '../../platform/clock.ts';
import type { SeenChannel } from '../channels/channel.ts';
import type { Poll, PollOption } from './store.ts';

const optionOf = ({ valid, ...option }: PollOption, isValidTold: boolean): Answer<'votePoll'>[number] => ({
  ...option,
  ...(isValidTold && { valid }),
});

const isDone = ({ status }: Poll): boolean => status === 'done';

/** Shows which options are right to moderators, and to everybody once the poll stopped. */
export const presentOptions = (poll: Poll, { isModerator }: SeenChannel): Answer<'votePoll'> =>
  poll.options.map((option) => optionOf(option, isModerator || isDone(poll)));

const common = ({ createdAt, stoppedAt, answers, ...poll }: Poll) => ({
  ...poll,
  ...(poll.isOpenEnded && { answers }),
  createdAt: timestamp(createdAt),
  stoppedAt: timestampOrNull(stoppedAt),
});

export const presentPoll = (poll: Poll, channel: SeenChannel): Answer<'getPoll'> => ({
  ...common(poll),
  options: presentOptions(poll, channel),
});

/** The poll as published to everybody: without the state of one person and without answers, which were published each. */
export function presentPollForAll(poll: Poll): Record<string, unknown> {
  const { isVoted: _own, answers: _told, ...rest } = common(poll);
  const options = poll.options.map((option) => {
    const { isVoted: _ofOption, ...told } = optionOf(option, isDone(poll));
    return told;
  });
  return { ...rest, options };
}
