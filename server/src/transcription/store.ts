import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { selectAll, selectFirst, selectValue } from '../platform/db/rows.ts';
import { columnsOf, type RowOf } from '../platform/db/tables.ts';
import type { Plan } from '../users/users.ts';

export type TranscriptRow = RowOf<'transcripts'>;
export type SegmentRow = Omit<RowOf<'transcript_segments'>, 'search'>;

/** Notified on commit when a transcript or a summary has to be made, so that a node begins at once. */
export const transcriptsChannel = 'lectern_transcripts';

export const announceWork = (trx: Db) => sql`SELECT pg_notify(${transcriptsChannel}, '')`.execute(trx);

export const transcriptColumns = columnsOf('transcripts', 't');

const segmentColumns = sql`g.id, g.record_id AS "recordId", g.start_seconds AS "startSeconds",
  g.end_seconds AS "endSeconds", g.text, g.original_text AS "originalText", g.speaker,
  g.original_speaker AS "originalSpeaker", g.participant_id AS "participantId",
  g.external_user_id AS "externalUserId", g.language, g.confidence, g.words`;

export const findTranscript = (db: Db, recordId: string) => selectFirst<TranscriptRow>(db)`
    SELECT ${transcriptColumns} FROM transcripts t WHERE t.record_id = ${recordId}`;

/** Locks a transcript until the transaction ends: its changes are made one after another. */
export const lockTranscript = (trx: Db, recordId: string) => selectFirst<TranscriptRow>(trx)`
    SELECT ${transcriptColumns} FROM transcripts t WHERE t.record_id = ${recordId} FOR UPDATE`;

export const segmentsOf = (db: Db, recordId: string) => selectAll<SegmentRow>(db)`
    SELECT ${segmentColumns} FROM transcript_segments g
    WHERE g.record_id = ${recordId} ORDER BY g.start_seconds, g.id`;

export const findSegment = (db: Db, { recordId, segmentId }: { recordId: string; segmentId: string }) =>
  selectFirst<SegmentRow>(db)`
    SELECT ${segmentColumns} FROM transcript_segments g
    WHERE g.id = ${segmentId} AND g.record_id = ${recordId}`;

/** Whether the speech engine is broken on a node and works on none. */
export const isSpeechBroken = async (db: Db) =>
  (await selectValue<boolean>(db)`SELECT is_speech_broken() AS "isBroken"`) ?? false;

export interface TranscriptState {
  recordId: string;
  plan: Plan;
  /** Null: nobody requested a transcript. */
  state: TranscriptRow['state'] | null;
  failure: TranscriptRow['failure'];
  /** Nothing is transcribed now. */
  isSpeechBroken: boolean;
  progress: number | null;
  revision: number | null;
}

/** The states of the transcripts of these recordings, with the plans of their groups. */
export const transcriptStatesOf = (db: Db, recordIds: string[]) => selectAll<TranscriptState>(db)`
    SELECT r.id AS "recordId", u.plan, t.state, t.failure, t.progress, t.revision, speech.broken AS "isSpeechBroken"
    FROM records r
    JOIN spaces s ON s.id = r.space_id
    JOIN users u ON u.id = s.owner_id
    LEFT JOIN transcripts t ON t.record_id = r.id
    CROSS JOIN (SELECT is_speech_broken() AS broken) speech
    WHERE r.id = ANY (${recordIds})`;

/** The settings that decide whether a new recording of a room is transcribed; undefined if the room is gone. */
export const roomSettingsOf = (db: Db, roomId: string) =>
  selectFirst<{ plan: Plan; isAllowed: boolean; language: string }>(db)`
    SELECT u.plan, o.transcription_language AS language,
      coalesce((o.flags ->> 'isTranscriptionAllowed')::boolean, true) AS "isAllowed"
    FROM rooms o JOIN spaces s ON s.id = o.space_id JOIN users u ON u.id = s.owner_id
    WHERE o.id = ${roomId}`;
