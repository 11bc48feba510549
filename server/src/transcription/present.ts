import type { Answer } from '../../../contract/routes.ts';
import type { RecordRow } from '../records/records.ts';
import type { SegmentRow, TranscriptRow } from './store.ts';

export type Segment = Answer<'getTranscriptionJson'>['segments'][number];

export const presentSegment = ({ recordId: _, id, ...row }: SegmentRow): Segment => {
  const { startSeconds: start, endSeconds: end, originalText, originalSpeaker, ...shown } = row;
  return {
    ...{ id, start, end, ...shown },
    ...(originalText !== null && { originalText }),
    ...(originalSpeaker !== null && { originalSpeaker }),
  };
};

/** After an erasure the summary is empty until it is made again. */
function presentDetails({ summary, revision, spokenLanguage: language, engine }: TranscriptRow) {
  const { kind = 'highlights', sections = [], lines = [], tasks = [] } = summary ?? {};
  return { summaryKind: kind, sections, lines, tasks, revision, language, engine: engine ?? '' };
}

export function presentTranscription(
  transcript: TranscriptRow,
  segments: SegmentRow[],
  { details }: { details: boolean },
): Answer<'getTranscription'> {
  const decoded = JSON.stringify(segments.map(presentSegment));
  return {
    transcription: {
      segmentsBufferString: Buffer.from(decoded).toString('base64'),
      segmentsCount: segments.length,
      summary: transcript.summary?.text ?? '',
      ...(details && presentDetails(transcript)),
    },
  };
}

export const presentTranscript = (
  { id: recordId, name }: RecordRow,
  transcript: TranscriptRow,
  segments: SegmentRow[],
): Answer<'getTranscriptionJson'> => ({
  recordId,
  name,
  ...presentDetails(transcript),
  summary: transcript.summary?.text ?? '',
  segments: segments.map(presentSegment),
});
