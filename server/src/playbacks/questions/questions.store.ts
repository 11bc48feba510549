import { sql } from 'kysely';
import { mostOpenQuestions, mostQuestionsOfViewer } from '../../../../contract/questions.ts';
import { after, now, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../../platform/db/page.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { countChanged, execute, selectAll, selectFirst, selectValue } from '../../platform/db/rows.ts';
import { columnsOf, type RowOf } from '../../platform/db/tables.ts';

export type QuestionState = RowOf<'session_questions'>['state'];

/** A question with the person who asked. */
export interface Question extends RowOf<'session_questions'> {
  name: string;
  email: string | null;
  externalUserId: string | null;
}

/** Without the email of an account that shares no group with the account `viewerId`; without `viewerId`, with none. */
const questionColumns = (viewerId?: string) => sql`${columnsOf('session_questions', 'q')}, p.name,
  CASE WHEN ${viewerId ?? null}::text IS NOT NULL
      AND (p.user_id IS NULL OR (SELECT k.shares_group FROM acquaintance(p.user_id, ${viewerId ?? null}) k))
    THEN nullif(p.email, '') END AS email,
  p.external_user_id AS "externalUserId"`;

interface Place {
  sessionId: string;
  participantId: string;
}

/**
 * Serializes the questions of a session, so that their limits hold, with the end of the session and the erasure of the
 * participant. People are locked before sessions, as by the retention.
 */
export async function lockToAsk(trx: Db, { sessionId, participantId }: Place): Promise<void> {
  await execute(trx)`SELECT FROM participants WHERE id = ${participantId} FOR SHARE`;
  await execute(trx)`SELECT FROM playback_sessions WHERE id = ${sessionId} FOR NO KEY UPDATE`;
}

/** How long the pace of writing looks back, as that of the chat. */
export const paceSeconds = 5;

export interface NewQuestion {
  id: string;
  viewingId: string;
  text: string;
  hasLink: boolean;
  position: number;
  /** The most questions in the time of the pace; 0: no limit. */
  pace: number;
}

/** Why a question is refused. */
export type AskRefusal =
  | 'forbidden'
  | 'session_not_running'
  | 'muted'
  | 'chat_off'
  | 'links_not_allowed'
  | 'too_many_questions'
  | 'questions_full'
  | 'rate_limited';

/**
 * Stores a question if the viewer may ask now: in a session that runs, where they may write in the chat.
 * @returns undefined if it is stored; else the reason
 */
export async function insertQuestion(trx: Db, question: NewQuestion): Promise<AskRefusal | undefined> {
  const at = now();
  const refusal = await selectValue<AskRefusal | null>(trx)`
    WITH viewer AS (
      SELECT v.session_id, v.participant_id, CASE
          WHEN NOT st.is_admitted THEN 'forbidden'
          WHEN v.kind = 'replay' OR NOT is_session_running(s.start_date, s.end_date, s.finished_at, ${at})
            THEN 'session_not_running'
          WHEN EXISTS (
            SELECT FROM chat_user_participants u
            JOIN chat_members m ON m.user_id = u.user_id AND m.channel_id = s.chat_channel_id
            WHERE u.participant_id = v.participant_id AND m.muted_until > ${at}
          ) THEN 'muted'
          WHEN NOT (r.flags->>'isChatAllowed')::boolean THEN 'chat_off'
          WHEN ${question.hasLink}::boolean AND NOT coalesce(c.links_allowed, true) THEN 'links_not_allowed'
          WHEN own.count >= ${mostQuestionsOfViewer} THEN 'too_many_questions'
          WHEN (
            SELECT count(*) FROM session_questions q WHERE q.session_id = v.session_id AND q.state = 'open'
          ) >= ${mostOpenQuestions} THEN 'questions_full'
          WHEN ${question.pace} > 0 AND own.recent >= ${question.pace} THEN 'rate_limited'
        END AS refusal
      FROM viewings v
      JOIN playback_sessions s ON s.id = v.session_id
      JOIN rooms r ON r.id = s.playback_id
      JOIN participant_standing st ON st.participant_id = v.participant_id
      LEFT JOIN chat_channels c ON c.id = s.chat_channel_id
      CROSS JOIN LATERAL (
        SELECT count(*) AS count, count(*) FILTER (WHERE q.asked_at > ${after(-seconds(paceSeconds), at)}) AS recent
        FROM session_questions q WHERE q.participant_id = v.participant_id AND q.session_id = v.session_id
      ) own
      WHERE v.id = ${question.viewingId}
    ), asked AS (
      INSERT INTO session_questions (id, session_id, participant_id, text, position, asked_at)
      SELECT ${question.id}, session_id, participant_id, ${question.text}, ${question.position}::double precision,
        ${at}::timestamptz
      FROM viewer WHERE refusal IS NULL
    )
    SELECT refusal FROM viewer`;
  // Without a row, the viewing is gone.
  return refusal === undefined ? 'forbidden' : (refusal ?? undefined);
}

/** Deletes an own question that nobody answered. @returns whether there was one */
export const deleteOpenQuestion = async (
  db: Db,
  { id, viewingId }: { id: string; viewingId: string },
): Promise<boolean> =>
  (await countChanged(db)`
    DELETE FROM session_questions q USING viewings v
    WHERE q.id = ${id} AND q.state = 'open' AND v.id = ${viewingId}
      AND q.session_id = v.session_id AND q.participant_id = v.participant_id`) > 0;

/** The participant's own questions, the newest first. */
export const questionsBy = (db: Db, { sessionId, participantId }: Place) => selectAll<Question>(
  db,
)`${prepared}
    SELECT ${questionColumns()} FROM session_questions q JOIN participants p ON p.id = q.participant_id
    WHERE q.participant_id = ${participantId} AND q.session_id = ${sessionId} ORDER BY q.asked_at DESC, q.id`;

/** As many questions as everybody sees; nobody reads more. */
const mostPublic = 100;

/** The questions that were answered to everybody, the newest answer first. */
export const publicQuestionsOf = (db: Db, sessionId: string) => selectAll<Question>(db)`${prepared}
    SELECT ${questionColumns()} FROM session_questions q JOIN participants p ON p.id = q.participant_id
    WHERE q.session_id = ${sessionId} AND q.is_public ORDER BY q.answered_at DESC, q.id LIMIT ${mostPublic}`;

/** The questions of one person in a session: their number and the time of the last change, in ms. */
export interface QuestionCounts {
  participantId: string;
  own: number;
  ownChangedAt: number;
  /** Those that all viewers see. */
  shared: number;
  /** 0: none is shared. */
  sharedChangedAt: number;
}

export const countQuestionsOf = (db: Db, sessionId: string) => selectAll<QuestionCounts>(db)`${prepared}
    SELECT q.participant_id AS "participantId", count(*)::int AS own,
      epoch_ms(max(greatest(q.asked_at, q.answered_at))) AS "ownChangedAt",
      count(*) FILTER (WHERE q.is_public)::int AS shared,
      coalesce(epoch_ms(max(q.answered_at) FILTER (WHERE q.is_public)), 0) AS "sharedChangedAt"
    FROM session_questions q WHERE q.session_id = ${sessionId} GROUP BY q.participant_id`;

interface ListQuery {
  sessionId: string;
  /** The account that reads the list; undefined: a moderator by a link. */
  viewerId: string | undefined;
  state: QuestionState | undefined;
  page: Page;
}

/** The questions of a session for its moderators. */
export async function listQuestions(
  db: Db,
  { sessionId, viewerId, state, page }: ListQuery,
): Promise<{ items: Question[]; total: number }> {
  const all = sql`FROM session_questions q JOIN participants p ON p.id = q.participant_id
    WHERE q.session_id = ${sessionId} AND (${state ?? null}::text IS NULL OR q.state = ${state ?? null})`;
  const rows = await selectAll<Question>(db)`
    SELECT ${questionColumns(viewerId)} ${all}
    ORDER BY q.asked_at ${sqlDirectionOf(page)}, q.id ${sqlDirectionOf(page)} ${sqlLimitOf(page)}`;
  return withTotal(db, rows, { page, all });
}

/** @param viewerId the account that gets the addresses of people it knows */
export const questionIn = (
  db: Db,
  { id, sessionId, viewerId }: { id: string; sessionId: string; viewerId?: string | undefined },
) =>
  selectFirst<Question>(db)`
    SELECT ${questionColumns(viewerId)} FROM session_questions q JOIN participants p ON p.id = q.participant_id
    WHERE q.id = ${id} AND q.session_id = ${sessionId}`;

/** The session of a webinar; a moderator by a link has to have opened it. */
export const findModerated = (
  db: Db,
  { sessionId, playbackId, participantId }: { sessionId: string; playbackId: string; participantId?: string },
) => selectFirst<{ hasOpened: boolean }>(db)`
    SELECT ${participantId ?? null}::text IS NULL OR EXISTS (
      SELECT FROM viewings v WHERE v.session_id = s.id AND v.participant_id = ${participantId ?? null}
    ) AS "hasOpened"
    FROM playback_sessions s
    WHERE s.id = ${sessionId} AND s.playback_id = ${playbackId} AND (s.finished_at IS NULL OR s.started_at IS NOT NULL)`;

/** An account that leads the webinar, or a participant who moderates by a link. */
export type AnsweredBy = { userId: string } | { participantId: string };

export interface QuestionClosing {
  id: string;
  sessionId: string;
  state: 'answered' | 'dismissed';
  answer: string | null;
  isPublic: boolean;
  ifRevision: number | undefined;
  by: AnsweredBy;
}

/** Answers or dismisses a question, if the caller may do so now. @returns whether it was changed */
export const closeQuestion = async (db: Db, closing: QuestionClosing): Promise<boolean> => {
  const { by, ifRevision = null } = closing;
  const [userId, participantId] = 'userId' in by ? [by.userId, null] : [null, by.participantId];
  return (
    (await countChanged(db)`
    UPDATE session_questions q SET state = ${closing.state}, answer = ${closing.answer}, is_public = ${closing.isPublic},
      answered_at = ${now()}, revision = q.revision + 1
    FROM playback_sessions s
    WHERE q.id = ${closing.id} AND q.session_id = ${closing.sessionId} AND s.id = q.session_id
      AND (${ifRevision}::int IS NULL OR q.revision = ${ifRevision})
      AND CASE WHEN ${userId}::text IS NOT NULL
        THEN (SELECT a.leads FROM room_standing(s.playback_id, ${userId}) a)
        ELSE EXISTS (
          SELECT FROM participant_standing st JOIN viewings v ON v.participant_id = st.participant_id
          WHERE st.participant_id = ${participantId} AND st.room_id = s.playback_id
            AND st.call_role = 'moderator' AND st.is_admitted AND v.session_id = s.id
        )
      END`) > 0
  );
};

/** Deletes the questions of people who are erased, with the answers. */
export const eraseQuestions = (trx: Db, participantIds: string[]): Promise<void> =>
  execute(trx)`DELETE FROM session_questions q WHERE q.participant_id = ANY (${participantIds})`;
