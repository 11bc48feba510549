import { sql } from 'kysely';
import { now } from '../platform/clock.ts';
import { deletePast } from '../platform/db/batches.ts';
import type { Db } from '../platform/db/db.ts';
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

export interface CallRow {
  id: string;
  roomId: string;
  spaceId: string;
  planAlias: string;
  roomType: 'lesson' | 'webinar';
  startedAt: Date;
  emptySince: Date | null;
  returnsUntil: Date | null;
  finishedAt: Date | null;
  mostPresent: number;
}

const callColumns = sql`
  c.id, c.room_id AS "roomId", c.space_id AS "spaceId", c.plan_alias AS "planAlias", c.room_type AS "roomType",
  c.started_at AS "startedAt", c.empty_since AS "emptySince", c.returns_until AS "returnsUntil",
  c.finished_at AS "finishedAt", c.most_present AS "mostPresent"`;

/** Stores the id of an event. @returns false if it was stored before */
export async function saveEventOnce(trx: Db, eventId: string): Promise<boolean> {
  const inserted = await trx
    .insertInto('engine_events')
    .values({ id: eventId, received_at: now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
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
    SELECT ${callColumns} FROM calls c WHERE c.room_id = ${roomId} AND c.finished_at IS NULL`.execute(db);
  return rows[0];
}

export async function roomsWithActiveCall(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('calls')
    .select('room_id')
    .where('finished_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.room_id);
}

/** Rooms whose call is empty since before `emptySince` and no longer waits for people to return. */
export async function roomsToClose(db: Db, moment: { emptySince: Date; at: Date }): Promise<string[]> {
  const rows = await db
    .selectFrom('calls')
    .select('room_id')
    .where('finished_at', 'is', null)
    .where('empty_since', '<=', moment.emptySince)
    .where((where) => where.or([where('returns_until', 'is', null), where('returns_until', '<=', moment.at)]))
    .execute();
  return rows.map((row) => row.room_id);
}

/** Lets no running call wait for people to return after this moment. */
export async function shortenReturns(db: Db, until: Date): Promise<void> {
  await db
    .updateTable('calls')
    .set({ returns_until: until })
    .where('finished_at', 'is', null)
    .where('returns_until', '>', until)
    .execute();
}

/** When the room's last call ended. Calls do not overlap, so the last to start was the last to end. */
export async function lastFinishIn(db: Db, roomId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('calls')
    .select('finished_at as finishedAt')
    .where('room_id', '=', roomId)
    .where('finished_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.finishedAt ?? null;
}

/** The unique index on active calls refuses a second one. */
export async function insertCall(trx: Db, room: RoomRow, startedAt: Date): Promise<CallRow> {
  const call = {
    id: newId(),
    room_id: room.id,
    space_id: room.spaceId,
    plan_alias: room.plan,
    room_type: room.type,
    started_at: startedAt,
  };
  await trx.insertInto('calls').values(call).execute();
  return {
    id: call.id,
    roomId: room.id,
    spaceId: room.spaceId,
    planAlias: room.plan,
    roomType: room.type,
    startedAt,
    emptySince: null,
    returnsUntil: null,
    finishedAt: null,
    mostPresent: 0,
  };
}

/** Writes all columns of a call that may change. */
export async function saveCall(trx: Db, call: CallRow): Promise<void> {
  await trx
    .updateTable('calls')
    .set({
      started_at: call.startedAt,
      empty_since: call.emptySince,
      returns_until: call.returnsUntil,
      finished_at: call.finishedAt,
      most_present: call.mostPresent,
    })
    .where('id', '=', call.id)
    .execute();
}
