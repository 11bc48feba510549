import type { Static } from 'typebox';
import type { TranscriptSegment as Segment } from '../../../../../../contract/operations/transcription.ts';
import type { Answer } from '../../../../../../contract/routes.ts';

/** One sentence or so of one speaker; times in seconds from the start of the recording. */
export type TranscriptSegment = Static<typeof Segment>;

type Details = Required<Answer<'getTranscription'>['transcription']>;

/** The summary of a transcript and what it was made with. */
export type TranscriptDetails = Pick<
  Details,
  'summary' | 'summaryKind' | 'sections' | 'lines' | 'tasks' | 'revision' | 'language'
>;
