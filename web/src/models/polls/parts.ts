import type { Clock } from '../../kit/clock.ts';
import type { Conversation } from '../chat/conversation.ts';
import type { Memory } from '../chat/memory.ts';
import type { Live } from '../live/live.ts';
import type { Poll, PollApi } from './api.ts';

/** The chosen options, or the text of an open answer. */
export type PersonalVote = { ids: string[] } | { answer: string };

export type PollParts = {
  api: PollApi;
  /** The room's conversation, whose changes include polls. */
  conversation: Pick<Conversation, 'id' | 'channel' | 'changes'>;
  live: Pick<Live, 'onPersonal' | 'onReturn'>;
  meId: () => string | undefined;
  /** Storage for this visit: the polls that were seen. */
  visit: Memory;
  clock: Clock;
  /** Votes in a personal poll. Required only where there are some. */
  votePersonally?: ((pollId: string, vote: PersonalVote) => Promise<Poll>) | undefined;
};
