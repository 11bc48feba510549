import { type RawBuilder, sql } from 'kysely';
import type { SessionState } from '../../../../contract/operations/playback-events.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../../platform/db/page.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { execute, hasRows, selectAll, selectFirst, selectValue } from '../../platform/db/rows.ts';
import { columnsOf, type NewRowOf, type RowOf, snakeCased } from '../../platform/db/tables.ts';

export type PlaybackSession = RowOf<'playback_sessions'>;

const sessionColumns = columnsOf('playback_sessions', 's');

const sessions = (db: Db, rest: RawBuilder<unknown>) => selectAll<PlaybackSession>(db)`${prepared}
  SELECT ${sessionColumns} FROM playback_sessions s ${rest}`;

/** A cancelled session never takes place, and no list has it. */
const isNotCancelled = sql`(s.finished_at IS NULL OR s.started_at IS NOT NULL)`;

const isUpcoming = (at: Date) => sql`(s.start_date > ${at} AND s.finished_at IS NULL)`;
const isRunning = (at: Date) => sql`is_session_running(s.start_date, s.end_date, s.finished_at, ${at})`;
const isFinished = (at: Date) => sql`
  (s.start_date <= ${at} AND (s.finished_at IS NOT NULL OR s.end_date <= ${at}))`;

const conditionOf: Record<SessionState, (at: Date) => RawBuilder<unknown>> = {
  upcoming: isUpcoming,
  running: isRunning,
  finished: isFinished,
};

/** The state of a session by the clock (decisions.md, section 9). */
export function sessionStateAt(session: PlaybackSession, at: Date): SessionState {
  const { startDate, endDate, finishedAt } = session;
  if (finishedAt !== null || (endDate !== null && endDate <= at)) return 'finished';
  return startDate > at ? 'upcoming' : 'running';
}

/** Finds a session that is not cancelled. */
export const sessionById = async (db: Db, sessionId: string): Promise<PlaybackSession | undefined> =>
  (await sessions(db, sql`WHERE s.id = ${sessionId} AND ${isNotCancelled}`))[0];

/**
 * Finds the session of a playback that runs at this moment: of several the one that began last, a permanent one only if
 * nothing else runs.
 */
export async function currentSession(
  db: Db,
  playbackId: string,
  at: Date,
): Promise<PlaybackSession | undefined> {
  const running = sql`
    WHERE s.playback_id = ${playbackId} AND ${isRunning(at)}
    ORDER BY s.is_permanent, s.start_date DESC, s.id DESC LIMIT 1`;
  return (await sessions(db, running))[0];
}

/** The sessions of a playback that begin after this moment, the earliest first. */
export const nextSessions = (
  db: Db,
  playbackId: string,
  { at, limit }: { at: Date; limit: number },
): Promise<PlaybackSession[]> =>
  sessions(
    db,
    sql`WHERE s.playback_id = ${playbackId} AND ${isUpcoming(at)} ORDER BY s.start_date, s.id LIMIT ${limit}`,
  );

/** The latest session that was shown to its end and may be watched again now, of a webinar that allows replays. */
export const latestReplay = (db: Db, playbackId: string, at: Date): Promise<PlaybackSession | undefined> =>
  selectFirst<PlaybackSession>(db)`
    SELECT ${sessionColumns}
    FROM playback_sessions s JOIN playbacks b ON b.room_id = s.playback_id
    WHERE s.playback_id = ${playbackId} AND b.is_replay_allowed AND NOT s.is_permanent
      AND s.end_date <= ${at} AND s.started_at IS NOT NULL AND s.ended_by IS NULL
      AND (b.replay_days IS NULL OR s.end_date > ${at}::timestamptz - make_interval(hours => 24 * b.replay_days))
    ORDER BY s.end_date DESC, s.id LIMIT 1`;

/** A session as listed for the leaders of its group. */
export type ListedSession = PlaybackSession & { uniqueParticipantsCount: number };

/** Distinct people who watched, with those whom the retention deleted. A replay counts too. */
const watchers = sql`(
  SELECT s.erased_people + count(DISTINCT person_key(p.external_user_id, p.user_id, p.browser_hash))::int
  FROM viewings v JOIN participants p ON p.id = v.participant_id
  WHERE v.session_id = s.id)`;

/**
 * In the transaction that deletes these participants: their sessions keep their number. A person counts with the last
 * of their participants (docs/decisions/0069).
 */
export const keepCountsOfViewers = (trx: Db, participantIds: string[]): Promise<void> => execute(trx)`
    WITH deleted AS MATERIALIZED (
      SELECT DISTINCT v.session_id, person_key(p.external_user_id, p.user_id, p.browser_hash) AS person
      FROM viewings v JOIN participants p ON p.id = v.participant_id
      WHERE p.id = ANY (${participantIds})
    ), staying AS MATERIALIZED (
      SELECT v.session_id, person_key(p.external_user_id, p.user_id, p.browser_hash) AS person
      FROM (SELECT DISTINCT session_id FROM deleted) d
      JOIN viewings v ON v.session_id = d.session_id
      JOIN participants p ON p.id = v.participant_id AND p.id <> ALL (${participantIds})
    ), counted AS (
      SELECT session_id, count(*)::int AS people
      FROM (SELECT session_id, person FROM deleted EXCEPT SELECT session_id, person FROM staying) gone
      GROUP BY session_id
    )
    UPDATE playback_sessions s SET erased_people = s.erased_people + counted.people
    FROM counted WHERE s.id = counted.session_id`;

export async function listSessions(
  db: Db,
  playbackId: string,
  { at, page, from, until, state }: { at: Date; page: Page; from?: Date; until?: Date; state?: SessionState },
): Promise<{ items: ListedSession[]; total: number }> {
  const conditions = [sql`s.playback_id = ${playbackId}`, isNotCancelled];
  if (from) conditions.push(sql`s.start_date >= ${from}`);
  if (until) conditions.push(sql`s.start_date < ${until}`);
  if (state) conditions.push(conditionOf[state](at));
  const all = sql`FROM playback_sessions s WHERE ${sql.join(conditions, sql` AND `)}`;
  const direction = sqlDirectionOf(page);
  const { rows } = await sql<ListedSession>`
    SELECT ${sessionColumns}, ${watchers} AS "uniqueParticipantsCount"
    ${all} ORDER BY s.start_date ${direction}, s.id ${direction} ${sqlLimitOf(page)}`.execute(db);
  return withTotal(db, rows, { page, all });
}

/** Locks a session of a playback, cancelled or not, until the transaction ends. */
export const lockSession = async (
  trx: Db,
  { sessionId, playbackId }: { sessionId: string; playbackId: string },
): Promise<PlaybackSession | undefined> =>
  (await sessions(trx, sql`WHERE s.id = ${sessionId} AND s.playback_id = ${playbackId} FOR UPDATE`))[0];

/** Whether the participant opened the session. */
export const hasOpened = (db: Db, sessionId: string, participantId: string): Promise<boolean> => hasRows(db)`
    SELECT FROM viewings WHERE session_id = ${sessionId} AND participant_id = ${participantId} LIMIT 1`;

/** Inserts sessions; one that exists for the same start is left as it is, also a cancelled one. */
export async function insertSessions(trx: Db, added: NewRowOf<'playback_sessions'>[]): Promise<void> {
  if (added.length === 0) return;
  await trx
    .insertInto('playback_sessions')
    .values(added.map((session) => snakeCased(session)))
    .onConflict((conflict) => conflict.columns(['event_id', 'start_date']).doNothing())
    .execute();
}

/** The starts of an event's sessions, and which of them may move. Cancelled ones hold their starts. */
export const startsOfSessions = (trx: Db, eventId: string, at: Date) =>
  selectAll<{ id: string; startDate: Date; isMovable: boolean }>(trx)`
    SELECT s.id, s.start_date AS "startDate", (${isUpcoming(at)} AND NOT s.is_permanent) AS "isMovable"
    FROM playback_sessions s WHERE s.event_id = ${eventId} ORDER BY s.start_date`;

/** Moves sessions that have not begun to these starts. */
export async function moveSessions(trx: Db, moves: { id: string; startDate: Date }[]): Promise<void> {
  if (moves.length === 0) return;
  await execute(trx)`
    UPDATE playback_sessions s
    SET start_date = move.start_date, end_date = s.end_date + (move.start_date - s.start_date)
    FROM unnest(
      ${moves.map(({ id }) => id)}::text[], ${moves.map(({ startDate }) => startDate)}::timestamptz[]
    ) AS move (id, start_date)
    WHERE s.id = move.id`;
}

/** Deletes the sessions of an event that have not begun, except those with these starts. */
export const deleteUpcomingSessions = (
  trx: Db,
  { eventId, except, at }: { eventId: string; except: Date[]; at: Date },
): Promise<void> =>
  execute(trx)`
    DELETE FROM playback_sessions s
    WHERE s.event_id = ${eventId} AND s.start_date > ${at} AND s.started_at IS NULL
      AND s.start_date <> ALL (${except})`;

/** Copies the event's recurrence and time zone to its sessions that have not begun. */
export const updateUpcomingSessions = (
  trx: Db,
  { eventId, at, ...changes }: { eventId: string; at: Date; recurrence: string | null; timezone: string },
): Promise<void> =>
  execute(trx)`
    UPDATE playback_sessions s SET recurrence = ${changes.recurrence}, timezone = ${changes.timezone}
    WHERE s.event_id = ${eventId} AND ${isUpcoming(at)}`;

export const countUpcomingSessions = async (db: Db, eventId: string, at: Date): Promise<number> =>
  (await selectValue<number>(db)`
    SELECT count(*)::int AS count FROM playback_sessions s
    WHERE s.event_id = ${eventId} AND ${isUpcoming(at)}`) ?? 0;

/** The permanent session of an event that has not ended, if any. */
export const openPermanentSession = (trx: Db, eventId: string): Promise<string | undefined> =>
  selectValue(trx)`
    SELECT s.id FROM playback_sessions s
    WHERE s.event_id = ${eventId} AND s.is_permanent AND s.end_date IS NULL AND s.finished_at IS NULL`;

/** Ends a permanent session once everybody who opened it by now has seen the whole video. */
export const closePermanentSession = (trx: Db, eventId: string, at: Date): Promise<void> => execute(trx)`
    UPDATE playback_sessions s
    SET end_date = ${at}::timestamptz + make_interval(secs => coalesce(
      (SELECT v.duration FROM videos v WHERE v.id = s.video_id), 0))
    WHERE s.event_id = ${eventId} AND s.is_permanent AND s.end_date IS NULL AND s.finished_at IS NULL`;
