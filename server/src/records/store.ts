import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../../contract/languages.ts';
import type { Db } from '../platform/db/db.ts';
import { prepared } from '../platform/db/prepared.ts';
import { execute, hasRows, selectAll, selectColumn, selectFirst, selectValue } from '../platform/db/rows.ts';
import { columnsOf, type RowOf } from '../platform/db/tables.ts';

export type RecordRow = RowOf<'records'>;
export type StopReason = NonNullable<RecordRow['stopReason']>;

export interface VoiceRow {
  number: number;
  participantId: string;
  externalUserId: string | null;
  name: string;
  offset: number;
  duration: number;
  key: string;
}

export const recordColumns = columnsOf('records', 'r');

const findOneRecord = (db: Db, rest: RawBuilder<unknown>) =>
  selectFirst<RecordRow>(db)`SELECT ${recordColumns} FROM records r ${rest}`;

/** Finds a recording that is not deleted. */
export const findRecord = (
  db: Db,
  { roomId, recordId }: { roomId: string; recordId: string },
): Promise<RecordRow | undefined> =>
  findOneRecord(db, sql`WHERE r.id = ${recordId} AND r.room_id = ${roomId} AND r.deleted_at IS NULL`);

/** Finds a recording, deleted or not. */
export const recordById = (db: Db, recordId: string): Promise<RecordRow | undefined> =>
  findOneRecord(db, sql`WHERE r.id = ${recordId}`);

/** Locks a recording until the transaction ends, deleted or not. */
export const lockRecord = (trx: Db, recordId: string): Promise<RecordRow | undefined> =>
  findOneRecord(trx, sql`WHERE r.id = ${recordId} FOR UPDATE`);

/** Finds a recording of a group, which nobody deletes before the transaction ends. */
export const lockRecordOfSpace = (
  trx: Db,
  { spaceId, recordId }: { spaceId: string; recordId: string },
): Promise<RecordRow | undefined> =>
  findOneRecord(
    trx,
    sql`WHERE r.id = ${recordId} AND r.space_id = ${spaceId} AND r.deleted_at IS NULL FOR SHARE`,
  );

const isActive = sql`r.state IN ('new', 'recording')`;

/** Whether a meeting of the BigBlueButton API lets nobody start or stop the recording of its room. */
export const isRecordingFixed = (db: Db, roomId: string) => hasRows(db)`
    SELECT FROM meeting_rules WHERE room_id = ${roomId} AND is_recording_fixed`;

export const activeRecordOf = (db: Db, roomId: string): Promise<RecordRow | undefined> =>
  findOneRecord(db, sql`WHERE r.room_id = ${roomId} AND ${isActive}`);

/** Counts running recordings on all nodes. */
export const countActive = async (db: Db) =>
  (await selectValue<number>(db)`
    SELECT count(*)::int AS count FROM records r WHERE ${isActive}`) ?? 0;

/**
 * Locks all recordings of rooms that are not deleted, at once and in one order, before a room is notified about
 * any: another transaction that holds one may be about to notify the room.
 * @returns the ids of those that have not ended
 */
export async function lockRecordsOfRooms(trx: Db, roomIds: readonly string[]): Promise<string[]> {
  const rows = await selectAll<{ id: string; finishedAt: Date | null }>(trx)`
    SELECT r.id, r.finished_at AS "finishedAt" FROM records r
    WHERE r.room_id = ANY (${roomIds}) AND r.deleted_at IS NULL
    ORDER BY r.id FOR UPDATE`;
  return rows.filter(({ finishedAt }) => finishedAt === null).map(({ id }) => id);
}

/** All recordings of a call that are not deleted, newest first. */
export const recordsOfCall = (db: Db, { roomId, callId }: { roomId: string; callId: string }) =>
  selectAll<RecordRow>(db)`
    SELECT ${recordColumns} FROM records r
    WHERE r.call_id = ${callId} AND r.room_id = ${roomId} AND r.deleted_at IS NULL
    ORDER BY r.created_at DESC, r.id DESC`;

/**
 * Reads what happened earlier in a call, including recordings deleted since. Recordings that ended before the room's live
 * meeting of the BigBlueButton API do not count.
 */
export const readEarlierInCall = async (db: Db, callId: string) => {
  const found = await selectFirst<{ stoppedByPerson: boolean; foundNoRecorder: boolean }>(db)`
    SELECT coalesce(bool_or(r.stop_reason = 'person'), false) AS "stoppedByPerson",
      coalesce(bool_or(r.node_id IS NULL), false) AS "foundNoRecorder"
    FROM records r LEFT JOIN meeting_rules m ON m.room_id = r.room_id
    WHERE r.call_id = ${callId}
      AND coalesce(r.stopped_at, r.finished_at, 'infinity') > coalesce(m.since, '-infinity')`;
  return found ?? { stoppedByPerson: false, foundNoRecorder: false };
};

/** The speakers without erased people, whose files are removed. */
export const voicesOf = (db: Db, recordId: string) => selectAll<VoiceRow>(db)`
    SELECT number, participant_id AS "participantId", external_user_id AS "externalUserId", name,
      offset_seconds AS offset, duration, key
    FROM record_voices WHERE record_id = ${recordId} AND erased_at IS NULL ORDER BY number`;

/** Changes the given fields. */
export async function changeRecord(
  db: Db,
  recordId: string,
  { name, isWatchingAllowed }: { name?: string | undefined; isWatchingAllowed?: boolean | null | undefined },
): Promise<void> {
  if (name === undefined && isWatchingAllowed === undefined) return;
  const change = {
    ...(name !== undefined && { name }),
    ...(isWatchingAllowed !== undefined && { is_watching_allowed: isWatchingAllowed }),
  };
  await db.updateTable('records').set(change).where('id', '=', recordId).execute();
}

/** The key of the video of a finished recording that is not deleted. */
export const videoKeyOfRecord = (db: Db, recordId: string) => selectValue(db)`
    SELECT files ->> 'video' AS key FROM records
    WHERE id = ${recordId} AND state = 'finished' AND deleted_at IS NULL`;

/** The ids of these recordings that exist and are not deleted, each with the keys of erased voices. */
export async function findNotDeleted(
  db: Db,
  recordIds: string[],
): Promise<Map<string, { erasedKeys: string[] }>> {
  const rows = await selectAll<{ id: string; erasedKeys: string[] }>(db)`${prepared}
    SELECT r.id, ARRAY(
      SELECT v.key FROM record_voices v WHERE v.record_id = r.id AND v.erased_at IS NOT NULL
    ) AS "erasedKeys"
    FROM records r JOIN spaces s ON s.id = r.space_id
    WHERE r.id = ANY (${recordIds}) AND r.deleted_at IS NULL`;
  return new Map(rows.map(({ id, ...found }) => [id, found]));
}

/** Notified on commit when recordings were deleted or speakers erased, so that their files can be removed. */
export const deletionsChannel = 'lectern_records_deleted';

export const announceDeletion = (trx: Db) => sql`SELECT pg_notify(${deletionsChannel}, '')`.execute(trx);

/** Links keep their hashes, so that their pages can say what happened; nobody needs to know for whom they were. */
const forgetLinkNotes = (trx: Db, recordIds: readonly string[]): Promise<void> =>
  execute(trx)`UPDATE record_links SET note = NULL WHERE record_id = ANY (${recordIds}) AND note IS NOT NULL`;

export async function markDeleted(trx: Db, recordId: string, at: Date): Promise<void> {
  await trx.updateTable('records').set({ deleted_at: at }).where('id', '=', recordId).execute();
  await forgetLinkNotes(trx, [recordId]);
  await announceDeletion(trx);
}

export async function markAllDeleted(trx: Db, roomIds: readonly string[], at: Date): Promise<void> {
  const recordIds = await selectColumn(trx)`
    UPDATE records SET deleted_at = ${at}
    WHERE room_id = ANY (${roomIds}) AND deleted_at IS NULL RETURNING id`;
  await forgetLinkNotes(trx, recordIds);
  await announceDeletion(trx);
}

/**
 * The language of the account that starts a recording, or else of the browser of a participant without one, or else of
 * the group's owner; null if the server does not know it.
 */
export const languageIn = async (
  db: Db,
  spaceId: string,
  {
    startedByUser,
    startedByParticipant,
    browser,
  }: Partial<Pick<RecordRow, 'startedByUser' | 'startedByParticipant'> & { browser: Language }>,
) =>
  (await selectValue<Language | null>(db)`
    SELECT coalesce(
      (SELECT u.language FROM users u WHERE u.id = ${startedByUser ?? null}),
      (SELECT u.language FROM participants p JOIN users u ON u.id = p.user_id WHERE p.id = ${startedByParticipant ?? null}),
      ${browser ?? null}::text,
      (SELECT u.language FROM spaces s JOIN users u ON u.id = s.owner_id WHERE s.id = ${spaceId})
    ) AS language`) ?? null;
