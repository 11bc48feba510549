import { useText } from '../../i18n/language.ts';
import type { Poll } from '../../models/polls/api.ts';
import { useCallFacts } from '../../room/call-facts.ts';

type Votes = Pick<Poll, 'votes' | 'moderatorVotes' | 'status' | 'isOpenEnded'>;

/** Says how many have answered; during a call, and while the poll runs, also of how many participants. */
export function useVotesText(): (poll: Votes) => string {
  const text = useText('polls');
  const participants = useCallFacts()?.participants.length ?? 0;
  return ({ votes, moderatorVotes, status, isOpenEnded }) => {
    const ofParticipants = votes - moderatorVotes;
    // People who have left, or who became moderators after their vote, may have voted too.
    const isKnown = status === 'in_progress' && participants >= Math.max(ofParticipants, 1);
    if (isKnown) return text.answeredOf({ votes: ofParticipants, count: participants });
    return isOpenEnded ? text.answered(votes) : text.voted(votes);
  };
}
