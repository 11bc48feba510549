import type { Db } from '../../../platform/db/db.ts';
import { countChanged, execute, selectAll, selectValue } from '../../../platform/db/rows.ts';
import type { RowOf } from '../../../platform/db/tables.ts';
import type { ExportedSegment } from '../../../transcription/transcription.ts';

export type TrackKind = RowOf<'bbb_text_tracks'>['kind'];

export interface TrackName {
  kind: TrackKind;
  /** A tag such as `en` or `pt-BR`. */
  language: string;
}

export const uploadedTracks = (db: Db, meeting: string) =>
  selectAll<TrackName & { label: string }>(db)`
    SELECT kind, language, label FROM bbb_text_tracks WHERE meeting_id = ${meeting} ORDER BY language, kind`;

export const uploadedTrack = (db: Db, meeting: string, { kind, language }: TrackName) => selectValue(db)`
    SELECT content FROM bbb_text_tracks
    WHERE meeting_id = ${meeting} AND kind = ${kind} AND language = ${language}`;

/** The most tracks of a recording: each may have 8 MiB. */
const mostTracks = 50;

/** Replaces the track of this kind and language. @returns false if the recording has as many as it may have */
export const saveTrack = async (
  trx: Db,
  meeting: string,
  { kind, language, label, content }: TrackName & { label: string; content: string },
): Promise<boolean> =>
  (await countChanged(trx)`
    INSERT INTO bbb_text_tracks (meeting_id, kind, language, label, content)
    SELECT ${meeting}, ${kind}, ${language}, ${label}, ${content}
    WHERE (
      SELECT count(*) FROM bbb_text_tracks
      WHERE meeting_id = ${meeting} AND NOT (kind = ${kind} AND language = ${language})
    ) < ${mostTracks}
    ON CONFLICT (meeting_id, kind, language) DO UPDATE SET label = excluded.label, content = excluded.content`) >
  0;

export const deleteTrack = (trx: Db, meeting: string, { kind, language }: TrackName): Promise<void> =>
  execute(trx)`
    DELETE FROM bbb_text_tracks WHERE meeting_id = ${meeting} AND kind = ${kind} AND language = ${language}`;

/** The language of our transcript; undefined: no part has one. */
export const transcribedLanguage = (db: Db, meeting: string) => selectValue(db)`
    SELECT coalesce(t.spoken_language, t.language)
    FROM bbb_recording_parts p JOIN transcripts t ON t.record_id = p.record_id AND t.state = 'ready'
    WHERE p.meeting_id = ${meeting} AND p.state = 'finished' ORDER BY p.started_at LIMIT 1`;

/** The finished parts of a recording, in their order. */
export const timedParts = (db: Db, meeting: string) =>
  selectAll<{ recordId: string; duration: number }>(db)`
    SELECT record_id AS "recordId", coalesce(duration, 0) AS duration FROM bbb_recording_parts
    WHERE meeting_id = ${meeting} AND state = 'finished' ORDER BY started_at, record_id`;

export const segmentsOfRecord = (db: Db, recordId: string) =>
  selectAll<ExportedSegment>(db)`
    SELECT s.start_seconds AS start, s.end_seconds AS "end", s.text, s.speaker, s.words
    FROM transcripts t JOIN transcript_segments s ON s.record_id = t.record_id
    WHERE t.record_id = ${recordId} AND t.state = 'ready' ORDER BY s.start_seconds, s.id`;
