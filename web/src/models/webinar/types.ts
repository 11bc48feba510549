import type { Answer, Body } from '../../../../contract/routes.ts';

/** The sessions of a webinar, as far as a viewer may know them before watching. */
export type Program = Answer<'getProgram'>;
export type SessionTimes = Program['next'][number];

/** One page that watches one session. */
export type Viewing = Answer<'openViewing'>;
export type ViewingReport = Body<'reportViewing'>;

/** Something that the timeline shows at a second of the video. */
export type TimelineItem = { id: string; type: string } & Record<string, unknown>;

export type ViewingAnswer = Answer<'reportViewing'> & {
  /** The items that are open now; absent until the server has a timeline. */
  items?: readonly TimelineItem[];
};
