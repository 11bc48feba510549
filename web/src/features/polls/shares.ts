import type { Poll, PollOption } from '../../models/polls/api.ts';

export type Share = { option: PollOption; percent: number; isMost: boolean };

/** The percentage of voters for each option; together more than 100 with several choices. */
export function sharesOf({ options, votes }: Poll): Share[] {
  const counts = options.map(({ votesCount }) => votesCount);
  const people = Math.max(votes, ...counts);
  const most = Math.max(0, ...counts);
  return options.map((option) => ({
    option,
    percent: people === 0 ? 0 : Math.round((option.votesCount / people) * 100),
    isMost: most > 0 && option.votesCount === most,
  }));
}
