import { now } from '../platform/clock.ts';
import { deleteExpiredRows } from '../platform/db/batches.ts';
import type { Db } from '../platform/db/db.ts';
import {
  countChanged,
  execute,
  hasRows,
  selectColumn,
  selectFirst,
  selectValue,
} from '../platform/db/rows.ts';
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
  /** The entry of anybody starts it: a meeting of the BigBlueButton API goes on in the room. */
  recordsForAnybody: boolean;
  /** That meeting lets nobody start or stop the recording. */
  isRecordingFixed: boolean;
  /** How many people that meeting admits at once; null: any number. */
  mostPeople: number | null;
  /** Whether microphones of others than moderators are off when they enter. */
  mutesOnEntry: boolean;
}

export type CallRow = RowOf<'calls'>;

/** Stores the id of an event. @returns false if it was stored before */
export const saveEventOnce = async (trx: Db, eventId: string) =>
  (await countChanged(trx)`
    INSERT INTO engine_events (id, received_at) VALUES (${eventId}, ${now()}) ON CONFLICT (id) DO NOTHING`) ===
  1;

export async function deleteEngineEvents(db: Db, before: Date, stop?: AbortSignal): Promise<void> {
  await deleteExpiredRows(db, { table: 'engine_events', column: 'received_at', before }, stop);
}

const lockedRoom = (trx: Db, roomId: string) => selectFirst<RoomRow>(trx)`
    SELECT r.id, r.space_id AS "spaceId", r.type, u.plan,
      coalesce((r.flags ->> 'isAutoRecordingAllowed')::boolean, false)
        AND coalesce((r.flags ->> 'isRecordAllowed')::boolean, true) AS "recordsItself",
      coalesce((r.flags ->> 'isMutedOnEntry')::boolean, false) AS "mutesOnEntry",
      m.room_id IS NOT NULL AS "recordsForAnybody", coalesce(m.is_recording_fixed, false) AS "isRecordingFixed",
      m.most_people AS "mostPeople"
    FROM rooms r JOIN spaces s ON s.id = r.space_id JOIN users u ON u.id = s.owner_id
    LEFT JOIN meeting_rules m ON m.room_id = r.id
    WHERE r.id = ${roomId}`;

/**
 * Locks the room until the transaction ends: events of one room are processed one by one on all nodes. Rows that only
 * refer to the room may be written meanwhile. The room is read by a second statement, because one that waits for the lock
 * has read the meeting's rules before.
 */
export const lockRoomOfCall = async (trx: Db, roomId: string): Promise<RoomRow | undefined> =>
  (await hasRows(trx)`SELECT FROM rooms WHERE id = ${roomId} FOR NO KEY UPDATE`)
    ? lockedRoom(trx, roomId)
    : undefined;

/** @returns those of the ids that are our rooms, including deleted ones */
export const filterOwnRooms = (db: Db, roomIds: string[]) => selectColumn(db)`
    SELECT id FROM rooms WHERE id = ANY (${roomIds})
    UNION SELECT id FROM deleted_rooms WHERE id = ANY (${roomIds})`;

/** Stores the ids of deleted rooms, so that reconciliation ends those that the media server still has. */
export const insertDeletedRooms = (trx: Db, roomIds: string[]) => execute(trx)`
    INSERT INTO deleted_rooms (id, deleted_at) SELECT id, ${now()} FROM unnest(${roomIds}::text[]) id
    ON CONFLICT (id) DO NOTHING`;

export async function deleteDeletedRooms(db: Db, before: Date, stop?: AbortSignal): Promise<void> {
  await deleteExpiredRows(db, { table: 'deleted_rooms', column: 'deleted_at', before }, stop);
}

export const activeCallOf = (db: Db, roomId: string) => selectFirst<CallRow>(db)`
    SELECT ${columnsOf('calls', 'c')} FROM calls c WHERE c.room_id = ${roomId} AND c.finished_at IS NULL`;

/** Whether the room's meeting has as many people as it admits besides this participant. */
export const isFullWithout = async (trx: Db, of: { roomId: string; participantId: string }) =>
  (await selectValue<boolean>(trx)`SELECT is_meeting_full(${of.roomId}, ${of.participantId}) AS "isFull"`) ===
  true;

export const roomsWithActiveCall = (db: Db) => selectColumn(db)`
    SELECT room_id AS "roomId" FROM calls WHERE finished_at IS NULL ORDER BY id`;

/** Rooms whose call is empty since before `emptySince` and no longer waits for people to return. */
export const roomsToClose = (db: Db, moment: { emptySince: Date; at: Date }) => selectColumn(db)`
    SELECT room_id AS "roomId" FROM calls
    WHERE finished_at IS NULL AND empty_since <= ${moment.emptySince}
      AND coalesce(returns_until <= ${moment.at}, true)`;

/** Lets no running call wait for people to return after this moment. */
export const shortenReturns = (db: Db, until: Date) => execute(db)`
    UPDATE calls SET returns_until = ${until} WHERE finished_at IS NULL AND returns_until > ${until}`;

/**
 * When the room's last call ended. Calls do not overlap, so the last to start was the last to end. Sample calls overlap
 * others, and nobody was in them.
 */
export const lastFinishIn = async (db: Db, roomId: string) =>
  (await selectValue<Date>(db)`
    SELECT finished_at AS "finishedAt" FROM calls
    WHERE room_id = ${roomId} AND finished_at IS NOT NULL AND NOT is_sample
    ORDER BY started_at DESC, finished_at DESC LIMIT 1`) ?? null;

const noTimer = { timerStartedAt: null, timerEndsAt: null };

/** The unique index on active calls refuses a second one. */
export async function insertCall(
  trx: Db,
  room: RoomRow,
  { startedAt, isSample }: Pick<CallRow, 'startedAt' | 'isSample'>,
): Promise<CallRow> {
  const call = { id: newId(), roomId: room.id, spaceId: room.spaceId, planAlias: room.plan };
  const row = { ...call, roomType: room.type, startedAt, isSample };
  await trx.insertInto('calls').values(snakeCased(row)).execute();
  const none = { emptySince: null, returnsUntil: null, finishedAt: null, entries: null, people: null };
  return { ...row, ...none, waitingMessage: null, ...noTimer, mostPresent: 0 };
}

/** Writes the columns of a call that its events change. The message to people who wait and the timer end with it. */
export const saveCall = (trx: Db, call: CallRow) => execute(trx)`
    UPDATE calls SET started_at = ${call.startedAt}, empty_since = ${call.emptySince},
      returns_until = ${call.returnsUntil}, finished_at = ${call.finishedAt}, most_present = ${call.mostPresent},
      waiting_message = CASE WHEN ${call.finishedAt}::timestamptz IS NULL THEN waiting_message END,
      timer_started_at = CASE WHEN ${call.finishedAt}::timestamptz IS NULL THEN timer_started_at END,
      timer_ends_at = CASE WHEN ${call.finishedAt}::timestamptz IS NULL THEN timer_ends_at END
    WHERE id = ${call.id}`;

/** @returns whether the message is another one than before; undefined if the room has no running call */
export const saveWaitingMessage = (trx: Db, roomId: string, text: string | null) => selectValue<boolean>(trx)`
    WITH before AS (
      SELECT id, waiting_message FROM calls WHERE room_id = ${roomId} AND finished_at IS NULL FOR NO KEY UPDATE
    )
    UPDATE calls c SET waiting_message = ${text} FROM before b WHERE c.id = b.id
    RETURNING b.waiting_message IS DISTINCT FROM c.waiting_message`;
