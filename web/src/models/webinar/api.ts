import type { StageReaction } from '../../../../contract/operations/stage-reactions.ts';
import type { Poll } from '../polls/api.ts';
import type { PersonalVote } from '../polls/parts.ts';
import type {
  Program,
  QuestionList,
  ViewerQuestion,
  Viewing,
  ViewingAnswer,
  ViewingReport,
} from './types.ts';

/** The server operations of a viewer's page. The page passes the SDK's client, tests a fake. */
export type WebinarApi = {
  program: () => Promise<Program>;
  open: (request: { sessionId?: string; isReplay?: boolean }) => Promise<Viewing>;
  report: (viewingId: string, report: ViewingReport) => Promise<ViewingAnswer>;
  /** The page may be closing, so nobody waits for the response. */
  close: (viewingId: string) => void;
  /** Ends the session for everybody; for moderators. */
  endSession: (sessionId: string) => Promise<void>;
  /** The polls that a viewing of a permanent session has reached. */
  polls: (viewingId: string) => Promise<readonly Poll[]>;
  vote: (viewingId: string, pollId: string, vote: PersonalVote) => Promise<Poll>;
  questions: (viewingId: string) => Promise<QuestionList>;
  ask: (viewingId: string, text: string) => Promise<ViewerQuestion>;
  withdrawQuestion: (viewingId: string, questionId: string) => Promise<void>;
  /** A reaction over the video of a live session. */
  react: (viewingId: string, emoji: StageReaction) => Promise<void>;
  clickOffer: (viewingId: string, itemId: string) => Promise<void>;
};
