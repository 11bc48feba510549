import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';

/** The transcript that a video has now. */
export interface ShownTranscript {
  recordId: string;
  /** Different after each change, and for each new transcript. */
  version: string;
}

/** The ready transcript of the recording that a video was made of. Uploaded videos have none. */
export async function transcriptOfVideo(db: Db, videoId: string): Promise<ShownTranscript | undefined> {
  const { rows } = await sql<ShownTranscript>`${prepared}
    SELECT t.record_id AS "recordId", t.record_id || ' ' || t.requested_at || ' ' || t.revision AS version
    FROM videos v JOIN transcripts t ON t.record_id = v.record_id AND t.state = 'ready'
    WHERE v.id = ${videoId}`.execute(db);
  return rows[0];
}

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
export async function segmentsBetween(
  db: Db,
  recordId: string,
  { from, to }: { from: number; to: number },
): Promise<SpokenSegment[]> {
  const { rows } = await sql<SpokenSegment>`
    SELECT * FROM (
      SELECT start_seconds AS start, end_seconds AS "end", text, words, speaker,
        lag(speaker) OVER (ORDER BY start_seconds, id) AS before
      FROM transcript_segments
      WHERE record_id = ${recordId} AND start_seconds >= ${from - longSilence} AND start_seconds < ${to}
      ORDER BY start_seconds, id
    ) s WHERE start >= ${from}`.execute(db);
  return rows;
}
