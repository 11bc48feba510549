import type { Db } from '../../platform/db/db.ts';
import { execute, hasRows, selectAll, selectFirst, selectValue } from '../../platform/db/rows.ts';
import { columnsOf, type NewRowOf, type RowOf, snakeCased } from '../../platform/db/tables.ts';
import type { ReminderStep } from './due.ts';

/** Emails before one session that one participant requested for one address. */
export type Reminder = RowOf<'reminders'>;

/** The address that the participant gave when they entered. */
export const emailOfParticipant = async (db: Db, participantId: string): Promise<string | null> =>
  (await selectValue<string | null>(db)`
    SELECT nullif(p.email, '') AS email FROM participants p WHERE p.id = ${participantId}`) ?? null;

/** Serializes requests for an address, so that its limit holds. */
export async function lockAddress(trx: Db, email: string): Promise<void> {
  const name = `reminders:${email.toLowerCase()}`;
  await execute(trx)`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/** True if somebody unsubscribed the address from the webinar. */
export const isAddressStopped = (
  db: Db,
  { playbackId, email }: { playbackId: string; email: string },
): Promise<boolean> =>
  hasRows(db)`
    SELECT FROM reminders r
    WHERE r.playback_id = ${playbackId} AND lower(r.email) = lower(${email}) AND r.stopped_at IS NOT NULL
    LIMIT 1`;

export interface RecentRequests {
  /** For the address, in all webinars. */
  ofAddress: number;
  /** In the webinar, for all addresses. */
  ofPlayback: number;
  /** By the participant, for all addresses. */
  ofParticipant: number;
}

/** Counts the reminders that were created after these moments. */
export async function countRecentRequests(
  trx: Db,
  { email, playbackId, participantId }: { email: string; playbackId: string; participantId: string },
  since: { day: Date; hour: Date },
): Promise<RecentRequests> {
  const counts = await selectFirst<RecentRequests>(trx)`
    SELECT
      (SELECT count(*)::int FROM reminders r
        WHERE lower(r.email) = lower(${email}) AND r.created_at > ${since.day}) AS "ofAddress",
      (SELECT count(*)::int FROM reminders r
        WHERE r.playback_id = ${playbackId} AND r.created_at > ${since.hour}) AS "ofPlayback",
      (SELECT count(*)::int FROM reminders r
        WHERE r.participant_id = ${participantId} AND r.created_at > ${since.day}) AS "ofParticipant"`;
  return counts ?? { ofAddress: 0, ofPlayback: 0, ofParticipant: 0 };
}

/** The participant's own reminders, also those that are turned off. */
export const remindersOf = (
  db: Db,
  { participantId, sessionId }: { participantId: string; sessionId?: string },
): Promise<Reminder[]> =>
  selectAll<Reminder>(db)`
    SELECT ${columnsOf('reminders', 'r')} FROM reminders r
    WHERE r.participant_id = ${participantId} AND (${sessionId ?? null}::text IS NULL OR r.session_id = ${sessionId ?? null})
    ORDER BY r.start_date, r.id`;

export async function insertReminder(trx: Db, reminder: NewRowOf<'reminders'>): Promise<void> {
  await trx.insertInto('reminders').values(snakeCased(reminder)).execute();
}

export async function updateReminder(
  trx: Db,
  id: string,
  changes: Pick<Reminder, 'kinds' | 'language' | 'timezone' | 'dueAt'>,
): Promise<void> {
  await trx.updateTable('reminders').set(snakeCased(changes)).where('id', '=', id).execute();
}

/** Turns off the participant's reminders of a session, except those for one address. */
export const turnOffReminders = (
  trx: Db,
  { participantId, sessionId, except = '' }: { participantId: string; sessionId: string; except?: string },
): Promise<void> =>
  execute(trx)`
    UPDATE reminders r SET kinds = '{}', due_at = NULL
    WHERE r.participant_id = ${participantId} AND r.session_id = ${sessionId} AND lower(r.email) <> lower(${except})`;

/** A reminder whose time has come, with its session. */
export interface DueRow extends Omit<Reminder, 'dueAt'> {
  dueAt: Date;
  /** Null: the session was deleted. */
  sessionStart: Date | null;
  sessionEnd: Date | null;
  isCancelled: boolean;
  /** May the participant watch the webinar now? */
  isAdmitted: boolean;
}

/** Locks the reminders that are due; those for one address and session come together. */
export const lockDueReminders = (trx: Db, at: Date, limit: number) => selectAll<DueRow>(trx)`
    SELECT ${columnsOf('reminders', 'r')}, s.start_date AS "sessionStart", s.end_date AS "sessionEnd",
      coalesce(s.finished_at IS NOT NULL AND s.started_at IS NULL, false) AS "isCancelled",
      st.is_admitted AS "isAdmitted"
    FROM reminders r
    JOIN participant_standing st ON st.participant_id = r.participant_id
    LEFT JOIN playback_sessions s ON s.id = r.session_id
    WHERE r.due_at <= ${at}
    ORDER BY r.due_at, r.session_id, lower(r.email), r.id LIMIT ${limit}
    FOR UPDATE OF r SKIP LOCKED`;

/** Stores the next states of the reminders. */
export const saveSteps = (trx: Db, steps: (ReminderStep & { id: string })[]): Promise<void> => execute(trx)`
    UPDATE reminders r SET start_date = step.start_date, sequence = step.sequence, due_at = step.due_at
    FROM unnest(
      ${steps.map(({ id }) => id)}::text[], ${steps.map(({ startDate }) => startDate)}::timestamptz[],
      ${steps.map(({ sequence }) => sequence)}::int[], ${steps.map(({ dueAt }) => dueAt)}::timestamptz[]
    ) AS step (id, start_date, sequence, due_at)
    WHERE r.id = step.id`;

/** When the next reminder is due; null: none is. */
export const nextReminderAt = async (db: Db): Promise<Date | null> =>
  (await selectValue<Date | null>(db)`
    SELECT min(r.due_at) AS at FROM reminders r WHERE r.due_at IS NOT NULL`) ?? null;

/** Everything that an email about a reminder states, and that decides whether it is sent. */
export interface ReminderContent extends Reminder {
  spaceId: string;
  name: string;
  alias: string;
  isPublic: boolean;
  readiness: RowOf<'playbacks'>['readiness'];
  isAdmitted: boolean;
  linkId: string | null;
  linkName: string | null;
  linkExpiresAt: Date | null;
  sessionStart: Date | null;
  sessionEnd: Date | null;
  isCancelled: boolean;
}

export const reminderContent = (db: Db, id: string) => selectFirst<ReminderContent>(db)`
    SELECT ${columnsOf('reminders', 'r')}, ro.space_id AS "spaceId", ro.name, ro.alias, ro.is_public AS "isPublic", b.readiness,
      st.is_admitted AS "isAdmitted", l.id AS "linkId", l.username AS "linkName", l.expires_at AS "linkExpiresAt",
      s.start_date AS "sessionStart", s.end_date AS "sessionEnd",
      coalesce(s.finished_at IS NOT NULL AND s.started_at IS NULL, false) AS "isCancelled"
    FROM reminders r
    JOIN rooms ro ON ro.id = r.playback_id
    JOIN spaces g ON g.id = ro.space_id
    JOIN playbacks b ON b.room_id = r.playback_id
    JOIN participants p ON p.id = r.participant_id
    CROSS JOIN LATERAL standing_of(p) st
    LEFT JOIN access_links l ON l.id = p.link_id
    LEFT JOIN playback_sessions s ON s.id = r.session_id
    WHERE r.id = ${id}`;

/** The emails from which a link unsubscribes. */
export interface AddressEmails {
  name: string;
  email: string;
  isStopped: boolean;
}

export const emailsOfReminder = (db: Db, id: string) => selectFirst<AddressEmails>(db)`
    SELECT ro.name, r.email, r.stopped_at IS NOT NULL AS "isStopped"
    FROM reminders r JOIN rooms ro ON ro.id = r.playback_id JOIN spaces g ON g.id = ro.space_id
    WHERE r.id = ${id}`;

/** Stops or resumes the emails about a webinar to the address of a reminder; `at` null: resumes. */
export const setStopped = (db: Db, id: string, at: Date | null): Promise<void> => execute(db)`
    UPDATE reminders r SET stopped_at = ${at}
    FROM reminders of WHERE of.id = ${id}
      AND r.playback_id = of.playback_id AND lower(r.email) = lower(of.email)
      AND (r.stopped_at IS NULL) = (${at}::timestamptz IS NOT NULL)`;

/** Deletes the reminders of people who are erased, and their queued emails. */
export const eraseReminders = (trx: Db, participantIds: string[]): Promise<void> =>
  execute(trx)`DELETE FROM reminders r WHERE r.participant_id = ANY (${participantIds})`;

/**
 * In the transaction that changed the schedule: makes the reminders due whose session moved, was cancelled or is gone,
 * so that the job finds them.
 */
export const wakeReminders = (trx: Db, playbackId: string, at: Date): Promise<void> => execute(trx)`
    UPDATE reminders r SET due_at = least(coalesce(r.due_at, ${at}), ${at})
    WHERE r.playback_id = ${playbackId} AND r.start_date > ${at} AND r.kinds <> '{}'
      AND NOT EXISTS (
        SELECT FROM playback_sessions s
        WHERE s.id = r.session_id AND s.start_date = r.start_date AND s.finished_at IS NULL
      )`;
