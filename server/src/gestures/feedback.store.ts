import { sql } from 'kysely';
import type { FeedbackAnswer } from '../../../contract/operations/feedback-answers.ts';
import { after, now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { selectAll, selectColumn, selectFirst, selectValue } from '../platform/db/rows.ts';
import type { NamesSeen } from './store.ts';

export interface Feedback {
  participantId: string;
  name: string;
  answer: FeedbackAnswer;
  answeredAt: Date;
}

/** The answer that a person gives, or without one that it ended. */
export interface FeedbackChange {
  participantId: string;
  answer: FeedbackAnswer | null;
}

/**
 * Stores the answers of people in the call who may answer.
 * @returns these people, and whether their answer is another one than before
 */
export const saveAnswers = (trx: Db, roomId: string, given: readonly FeedbackChange[]) =>
  selectAll<{ participantId: string; answer: FeedbackAnswer; isNew: boolean }>(trx)`
    WITH permitted AS MATERIALIZED (
      SELECT p.id, g.answer
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g ("participantId" text, answer text)
      JOIN participants p ON p.id = g."participantId" AND p.room_id = ${roomId}
      JOIN rooms r ON r.id = p.room_id
      CROSS JOIN LATERAL standing_of(p) s
      WHERE g.answer IS NOT NULL AND s.is_admitted AND NOT 'reactions' = ANY (r.disabled_features)
        AND (s.role = 'moderator' OR coalesce((r.flags ->> 'isReactingAllowed')::boolean, true))
        AND EXISTS (
          SELECT FROM (SELECT exited_at FROM visits WHERE participant_id = p.id OFFSET 0) v WHERE v.exited_at IS NULL
        )
    ), saved AS (
      INSERT INTO feedback AS f (participant_id, room_id, answer, answered_at)
      SELECT id, ${roomId}, answer, ${now()} FROM permitted
      ON CONFLICT (participant_id) DO UPDATE
        SET answer = excluded.answer, answered_at = excluded.answered_at, left_at = NULL
        WHERE f.answer <> excluded.answer OR f.left_at IS NOT NULL
      RETURNING participant_id
    )
    SELECT id AS "participantId", answer, saved.participant_id IS NOT NULL AS "isNew"
    FROM permitted LEFT JOIN saved ON saved.participant_id = id`;

/** @returns the people whose answer was shown */
export const deleteAnswers = (trx: Db, participantIds: readonly string[]) => selectColumn(trx)`
    WITH deleted AS (
      DELETE FROM feedback WHERE participant_id = ANY (${participantIds}) RETURNING participant_id, left_at
    )
    SELECT participant_id FROM deleted WHERE left_at IS NULL`;

/** Deletes all answers, also those of people who left. @returns whether any was shown */
export async function deleteAnswersIn(trx: Db, roomId: string): Promise<boolean> {
  const leftAt = await selectColumn<Date | null>(trx)`
    DELETE FROM feedback WHERE room_id = ${roomId} RETURNING left_at`;
  return leftAt.includes(null);
}

/** Hides the answer of a person who has no open visit to the call. @returns the room, if it was shown */
export const hideAnswerOfAbsent = (trx: Db, participantId: string) => selectValue(trx)`
    UPDATE feedback SET left_at = ${now()} WHERE participant_id = ${participantId} AND left_at IS NULL
      AND NOT EXISTS (SELECT FROM visits WHERE participant_id = ${participantId} AND exited_at IS NULL)
    RETURNING room_id`;

/** Shows the answer of a person again who left only so many milliseconds ago. @returns it, if it is shown again */
export const showAnswerAgain = (trx: Db, participantId: string, within: number) =>
  selectFirst<FeedbackChange>(trx)`
    UPDATE feedback SET left_at = NULL WHERE participant_id = ${participantId} AND left_at > ${after(-within)}
    RETURNING participant_id AS "participantId", answer`;

/** A page of the answers of people in the call, oldest first, and their total. */
export async function listAnswers(
  db: Db,
  { roomId, areAll, ownId }: NamesSeen & { roomId: string },
  page: Page,
) {
  const all = sql`FROM feedback f JOIN participants p ON p.id = f.participant_id
    CROSS JOIN LATERAL standing_of(p) s
    WHERE f.room_id = ${roomId} AND f.left_at IS NULL AND NOT s.is_excluded`;
  const direction = sqlDirectionOf(page);
  const rows = await selectAll<Feedback>(db)`
    SELECT f.participant_id AS "participantId", f.answer, f.answered_at AS "answeredAt",
      CASE WHEN ${areAll} OR p.role = 'moderator' OR p.id = ${ownId}::text THEN p.name ELSE '' END AS name
    ${all}
    ORDER BY f.answered_at ${direction}, f.participant_id ${direction} ${sqlLimitOf(page)}`;
  return withTotal(db, rows, { page, all });
}
