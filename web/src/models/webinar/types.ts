import type { Answer, Body } from '../../../../contract/routes.ts';

/** The sessions of a webinar, as far as a viewer may know them before watching. */
export type Program = Answer<'getProgram'>;
export type SessionTimes = Program['next'][number];

/** One page that watches one session. */
export type Viewing = Answer<'openViewing'>;
export type ViewingReport = Body<'reportViewing'>;

export type ViewingAnswer = Answer<'reportViewing'>;

/** An offer or a poll of the timeline that is open now. */
export type OpenItem = ViewingAnswer['items'][number];

export type ViewerQuestion = Answer<'askQuestion'>;

/** The questions that a viewer sees. */
export type QuestionList = Answer<'listViewingQuestions'>;
