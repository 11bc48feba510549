import { sql } from 'kysely';
import { now } from '../platform/clock.ts';
import { deletePast } from '../platform/db/batches.ts';
import type { Db } from '../platform/db/db.ts';
import { columnsOf, type RowOf, snakeCased } from '../platform/db/tables.ts';
import { newId } from '../platform/ids.ts';
import type { Plan } from '../users/users.ts';

export interface RoomRow {
  id: string;
  spaceId: string;
  type: 'lesson' | 'webinar';
  /** The plan of the account that owns the room's group. */
  plan: Plan;
  /** Whether the entry of a moderator starts a recording. */
  recordsItself: boolean;
  /** Whether microphones of others than moderators are off when they enter. */
  mutesOnEntry: boolean;
}

export type CallRow = RowOf<'calls'>;

/** Stores the id of an event. @returns false if it was stored before */
export async function saveEventOnce(trx: Db, eventId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO engine_events (id, received_at) VALUES (${eventId}, ${now()}) ON CONFLICT (id) DO NOTHING`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

export async function deleteEngineEvents(db: Db, before: Date, stop?: AbortSignal): Promise<void> {
  await deletePast(db, { table: 'engine_events', column: 'received_at', before }, stop);
}

/**
 * Locks the room until the transaction ends: events of one room are processed one by one on all nodes. Rows that only
 * refer to the room may be written meanwhile.
 */
export async function lockRoomOfCall(trx: Db, roomId: string): Promise<RoomRow | undefined> {
  const { rows } = await sql<RoomRow>`
    SELECT r.id, r.space_id AS "spaceId", r.type, u.plan,
      coalesce((r.flags ->> 'isAutoRecordingAllowed')::boolean, false)
        AND coalesce((r.flags ->> 'isRecordAllowed')::boolean, true) AS "recordsItself",
      coalesce((r.flags ->> 'isMutedOnEntry')::boolean, false) AS "mutesOnEntry"
    FROM rooms r JOIN spaces s ON s.id = r.space_id JOIN users u ON u.id = s.owner_id
    WHERE r.id = ${roomId} FOR NO KEY UPDATE OF r`.execute(trx);
  return rows[0];
}

/** @returns those of the ids that are our rooms, including deleted ones */
export async function filterOwnRooms(db: Db, roomIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM rooms WHERE id = ANY (${roomIds})
    UNION SELECT id FROM deleted_rooms WHERE id = ANY (${roomIds})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Stores the ids of deleted rooms, so that reconciliation ends those that the media server still has. */
export async function insertDeletedRooms(trx: Db, roomIds: string[]): Promise<void> {
  await sql`
    INSERT INTO deleted_rooms (id, deleted_at) SELECT id, ${now()} FROM unnest(${roomIds}::text[]) id
    ON CONFLICT (id) DO NOTHING`.execute(trx);
}

export async function deleteDeletedRooms(db: Db, before: Date, stop?: AbortSignal): Promise<void> {
  await deletePast(db, { table: 'deleted_rooms', column: 'deleted_at', before }, stop);
}

export async function activeCallOf(db: Db, roomId: string): Promise<CallRow | undefined> {
  const { rows } = await sql<CallRow>`
    SELECT ${columnsOf('calls', 'c')} FROM calls c WHERE c.room_id = ${roomId} AND c.finished_at IS NULL`.execute(
    db,
  );
  return rows[0];
}

export async function roomsWithActiveCall(db: Db): Promise<string[]> {
  const { rows } = await sql<{ roomId: string }>`
    SELECT room_id AS "roomId" FROM calls WHERE finished_at IS NULL ORDER BY id`.execute(db);
  return rows.map(({ roomId }) => roomId);
}

/** Rooms whose call is empty since before `emptySince` and no longer waits for people to return. */
export async function roomsToClose(db: Db, moment: { emptySince: Date; at: Date }): Promise<string[]> {
  const { rows } = await sql<{ roomId: string }>`
    SELECT room_id AS "roomId" FROM calls
    WHERE finished_at IS NULL AND empty_since <= ${moment.emptySince}
      AND coalesce(returns_until <= ${moment.at}, true)`.execute(db);
  return rows.map(({ roomId }) => roomId);
}

/** Lets no running call wait for people to return after this moment. */
export async function shortenReturns(db: Db, until: Date): Promise<void> {
  await sql`
    UPDATE calls SET returns_until = ${until} WHERE finished_at IS NULL AND returns_until > ${until}`.execute(
    db,
  );
}

/** When the room's last call ended. Calls do not overlap, so the last to start was the last to end. */
export async function lastFinishIn(db: Db, roomId: string): Promise<Date | null> {
  const { rows } = await sql<{ finishedAt: Date }>`
    SELECT finished_at AS "finishedAt" FROM calls WHERE room_id = ${roomId} AND finished_at IS NOT NULL
    ORDER BY started_at DESC, finished_at DESC LIMIT 1`.execute(db);
  return rows[0]?.finishedAt ?? null;
}

/** The unique index on active calls refuses a second one. */
export async function insertCall(trx: Db, room: RoomRow, startedAt: Date): Promise<CallRow> {
  const call = { id: newId(), roomId: room.id, spaceId: room.spaceId, planAlias: room.plan };
  const row = { ...call, roomType: room.type, startedAt };
  await trx.insertInto('calls').values(snakeCased(row)).execute();
  const none = { emptySince: null, returnsUntil: null, finishedAt: null, entries: null, people: null };
  return { ...row, ...none, mostPresent: 0 };
}

/** Writes all columns of a call that may change while it runs. */
export async function saveCall(trx: Db, call: CallRow): Promise<void> {
  const { id, startedAt, emptySince, returnsUntil, finishedAt, mostPresent } = call;
  await trx
    .updateTable('calls')
    .set(snakeCased({ startedAt, emptySince, returnsUntil, finishedAt, mostPresent }))
    .where('id', '=', id)
    .execute();
}
