import type { Db } from '../platform/db/db.ts';
import { countChanged, execute, hasRows, selectFirst, selectValue } from '../platform/db/rows.ts';
import { announceWork, type SegmentRow } from './store.ts';

/**
 * Inserts a request, or starts an ended transcript anew. One under way stays, unless its language changes.
 * @returns whether the transcript begins anew
 */
export async function saveRequest(
  trx: Db,
  { recordId, language, at }: { recordId: string; language: string; at: Date },
): Promise<boolean> {
  const isNew = await hasRows(trx)`
    INSERT INTO transcripts AS t (record_id, language, requested_at, voice_seconds)
    VALUES (${recordId}, ${language}, ${at},
      (SELECT coalesce(sum(duration), 0) FROM record_voices WHERE record_id = ${recordId} AND erased_at IS NULL))
    ON CONFLICT (record_id) DO UPDATE SET state = 'waiting', failure = NULL, language = excluded.language,
      spoken_language = NULL, engine = NULL, done_voices = '{}', progress = NULL, node_id = NULL, claim = NULL,
      claimed_until = NULL, attempts = 0, away_since = NULL, requested_at = excluded.requested_at, begun_at = NULL,
      finished_at = NULL, work_seconds = 0, voice_seconds = excluded.voice_seconds, summary = NULL,
      summary_version = t.summary_version + 1, summary_due_at = NULL, summary_attempts = 0
    WHERE t.state IN ('ready', 'failed') OR t.language <> excluded.language
    RETURNING t.record_id`;
  if (!isNew) return false;
  await execute(trx)`DELETE FROM transcript_segments WHERE record_id = ${recordId}`;
  await execute(trx)`DELETE FROM transcript_chunks WHERE record_id = ${recordId}`;
  await announceWork(trx);
  return true;
}

/** Deletes a transcript, also one that is being made, with its segments, chunks and summary. @returns false if there was none */
export const deleteTranscript = async (trx: Db, recordId: string) =>
  (await countChanged(trx)`
    DELETE FROM transcripts WHERE record_id = ${recordId}`) === 1;

export const saveCorrection = (trx: Db, { id, text, originalText, speaker, originalSpeaker }: SegmentRow) =>
  execute(trx)`
    UPDATE transcript_segments SET text = ${text}, original_text = ${originalText}, speaker = ${speaker},
      original_speaker = ${originalSpeaker}
    WHERE id = ${id}`;

interface Renaming {
  recordId: string;
  participantId: string;
  /** Null: the original names. */
  speaker: string | null;
  /** Undefined: all names. */
  from: string[] | undefined;
}

/**
 * Renames a person's segments. The person is the participant, or everybody with the same id of the integrator's:
 * somebody who comes back is another participant.
 * @returns how many of them have another name now; undefined: nothing in the transcript is theirs
 */
export async function renameSegments(
  trx: Db,
  { recordId, participantId, speaker, from: names }: Renaming,
): Promise<number | undefined> {
  const from = names ?? null;
  const renamed = await selectFirst<{ isKnown: boolean; changedCount: number }>(trx)`
    WITH person AS (
      SELECT participant_id, external_user_id FROM transcript_segments
      WHERE record_id = ${recordId} AND participant_id = ${participantId} LIMIT 1
    ), chosen AS (
      SELECT g.id, o.original, coalesce(${speaker}::text, o.original) AS speaker
      FROM person p
      JOIN transcript_segments g ON g.record_id = ${recordId}
      CROSS JOIN LATERAL (SELECT coalesce(g.original_speaker, g.speaker) AS original) o
      WHERE (${from}::text[] IS NULL OR g.speaker = ANY (${from}::text[]))
        AND (g.participant_id = p.participant_id OR g.external_user_id = p.external_user_id
          OR (${from}::text[] IS NOT NULL AND g.original_speaker IS NOT NULL))
    ), renamed AS (
      UPDATE transcript_segments g SET speaker = c.speaker, original_speaker = nullif(c.original, c.speaker)
      FROM chosen c WHERE g.id = c.id AND g.speaker <> c.speaker
      RETURNING g.id
    )
    SELECT EXISTS (SELECT FROM person) AS "isKnown", (SELECT count(*) FROM renamed)::int AS "changedCount"`;
  return renamed?.isKnown ? renamed.changedCount : undefined;
}

/** Notes that segments changed; the summary follows after a pause. @returns the new revision */
export const noteChange = async (
  trx: Db,
  { recordId, summaryAfterMs }: { recordId: string; summaryAfterMs: number },
) =>
  (await selectValue<number>(trx)`
    UPDATE transcripts SET revision = revision + 1, summary_version = summary_version + 1, summary_attempts = 0,
      summary_due_at = clock_timestamp() + ${summaryAfterMs} * interval '1 millisecond'
    WHERE record_id = ${recordId}
    RETURNING revision`) ?? 0;
