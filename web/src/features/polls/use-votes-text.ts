import { useText } from '../../i18n/language.ts';
import type { Poll } from '../../models/polls/api.ts';
import { useCallFacts } from '../../room/call-facts.ts';
import { useChat } from '../../room/chat-context.ts';
import { usePartOf } from '../../ui/use-store.ts';

type Votes = Pick<Poll, 'votes' | 'status' | 'isOpenEnded' | 'isVoted'>;

/** Says how many have answered; during a call, and while the poll runs, also of how many participants. */
export function useVotesText(): (poll: Votes) => string {
  const text = useText('polls');
  const isModerator = usePartOf(useChat().room.state, ({ role }) => role === 'moderator');
  const participants = useCallFacts()?.participants.length ?? 0;
  return ({ votes, status, isOpenEnded, isVoted }) => {
    const ofParticipants = isModerator && isVoted ? votes - 1 : votes;
    // Other moderators, and people who have left, may have voted too.
    const isKnown = status === 'in_progress' && participants >= Math.max(ofParticipants, 1);
    if (isKnown) return text.answeredOf({ votes: ofParticipants, count: participants });
    return isOpenEnded ? text.answered(votes) : text.voted(votes);
  };
}
