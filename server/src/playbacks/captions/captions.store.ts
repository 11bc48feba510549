import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { selectAll, selectFirst } from '../../platform/db/rows.ts';

/** The transcript that a video has now. */
export interface ShownTranscript {
  recordId: string;
  /** Different after each change, and for each new transcript. */
  version: string;
}

/** The ready transcript of the recording that a video was made of. Uploaded videos have none. */
export const transcriptOfVideo = (db: Db, videoId: string) => selectFirst<ShownTranscript>(db)`${prepared}
    SELECT t.record_id AS "recordId", t.record_id || ' ' || t.requested_at || ' ' || t.revision AS version
    FROM videos v JOIN transcripts t ON t.record_id = v.record_id AND t.state = 'ready'
    WHERE v.id = ${videoId}`;

/** A segment of a transcript. */
export interface SpokenSegment {
  start: number;
  end: number;
  text: string;
  words: { start: number; end: number }[];
  speaker: string;
  /** The speaker of the segment before; null: it is the first one in a while. */
  before: string | null;
}

/** After a longer silence the same speaker is named again, in seconds. */
const longSilence = 60;

/** The segments that begin from one second up to, not including, another. */
export const segmentsBetween = (db: Db, recordId: string, { from, to }: { from: number; to: number }) =>
  selectAll<SpokenSegment>(db)`
    SELECT * FROM (
      SELECT start_seconds AS start, end_seconds AS "end", text, words, speaker,
        lag(speaker) OVER (ORDER BY start_seconds, id) AS before
      FROM transcript_segments
      WHERE record_id = ${recordId} AND start_seconds >= ${from - longSilence} AND start_seconds < ${to}
      ORDER BY start_seconds, id
    ) s WHERE start >= ${from}`;
