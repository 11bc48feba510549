import { useText } from '../../i18n/language.ts';
import type { Poll } from '../../models/polls/api.ts';
import { useCallFacts } from '../../room/call-facts.ts';

type Votes = Pick<Poll, 'votes' | 'status' | 'isOpenEnded'>;

/** Says how many have answered; during a call, and while the poll runs, also of how many. */
export function useVotesText(): (poll: Votes) => string {
  const text = useText('polls');
  const participants = useCallFacts()?.participants.length ?? 0;
  return ({ votes, status, isOpenEnded }) => {
    // Moderators, and people who have left, may have voted too.
    const isKnown = status === 'in_progress' && participants >= Math.max(votes, 1);
    if (isKnown) return text.answeredOf({ votes, count: participants });
    return isOpenEnded ? text.answered(votes) : text.voted(votes);
  };
}
