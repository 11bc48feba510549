import { type RawBuilder, sql } from 'kysely';
import { initialFlags, type initialSettings } from '../../../contract/operations/rooms.ts';
import { now } from '../platform/clock.ts';
import { containsText } from '../platform/db/contains-text.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { prepared } from '../platform/db/prepared.ts';
import { countChanged, execute, hasRows, selectAll, selectColumn, selectValue } from '../platform/db/rows.ts';
import { columnsOf, snakeCased } from '../platform/db/tables.ts';
import type { Room, RoomSpace, SeenRoom, Viewer } from './room.ts';

type Row = Room & Omit<SeenRoom, 'room' | 'space'> & { spaceOwnerId: string; isSpacePublic: boolean };

const columns = sql`${columnsOf('rooms', 'r')}, s.chat_application_id AS "appId",
  (SELECT c.started_at FROM calls c WHERE c.room_id = r.id AND c.finished_at IS NULL) AS "activeCallStartedAt",
  (SELECT m.meeting_id FROM bbb_meetings m WHERE m.room_id = r.id ORDER BY m.created_at DESC LIMIT 1)
    AS "bigBlueButtonMeetingId"`;

/** Columns of the group `s`, and the roles of the viewer's account in it and in the room. */
const viewerRoleColumns = ({ userId = null }: Viewer) => sql`
  s.owner_id AS "spaceOwnerId", s.is_public AS "isSpacePublic",
  (SELECT role FROM space_standing(s.id, s.owner_id, ${userId})) AS "spaceRole",
  (SELECT a.role FROM room_standing(r.id, ${userId}) a) AS "accountRole"`;

const mayEnter = ({ userId = null }: Viewer) =>
  sql`(SELECT a.may_enter FROM room_standing(r.id, ${userId}) a)`;

/** Selects rooms with the viewer's roles; `rest` is the WHERE clause and what follows. */
const roomsSeenBy = (viewer: Viewer, rest: RawBuilder<unknown>) => sql<Row>`${prepared}
  SELECT ${columns}, ${viewerRoleColumns(viewer)}, coalesce(l.call_role, p.call_role) AS "callRole",
    ${mayEnter(viewer)} AS "mayEnter"
  FROM rooms r
  JOIN spaces s ON s.id = r.space_id
  LEFT JOIN link_standing l ON l.room_id = r.id AND l.link_id = ${viewer.linkId ?? ''}
  LEFT JOIN participant_standing p ON p.room_id = r.id AND p.participant_id = ${viewer.participantId ?? ''}
  ${rest}`;

function seenRoom(row: Row): SeenRoom {
  const { spaceOwnerId, isSpacePublic, spaceRole, accountRole, callRole, mayEnter, ...room } = row;
  const space: RoomSpace = { id: room.spaceId, isPublic: isSpacePublic, ownerId: spaceOwnerId };
  return {
    // A node of an older version creates rooms without newer flags.
    ...{ room: { ...room, flags: { ...initialFlags, ...room.flags } }, space },
    ...{ spaceRole, accountRole, callRole, mayEnter },
  };
}

async function findRoomSeenBy(
  db: Db,
  viewer: Viewer,
  rest: RawBuilder<unknown>,
): Promise<SeenRoom | undefined> {
  const { rows } = await roomsSeenBy(viewer, rest).execute(db);
  return rows[0] && seenRoom(rows[0]);
}

export const findRoom = (db: Db, place: { spaceId: string; roomId: string }, viewer: Viewer) =>
  findRoomSeenBy(db, viewer, sql`WHERE r.id = ${place.roomId} AND r.space_id = ${place.spaceId}`);

export const findRoomByAlias = (db: Db, alias: string, viewer: Viewer) =>
  findRoomSeenBy(db, viewer, sql`WHERE r.alias = ${alias}`);

export const findRoomByCode = (db: Db, code: string, viewer: Viewer) =>
  findRoomSeenBy(db, viewer, sql`WHERE r.code = ${code}`);

export const findRoomById = (db: Db, roomId: string, viewer: Viewer) =>
  findRoomSeenBy(db, viewer, sql`WHERE r.id = ${roomId}`);

/** Somebody who came by a link still sees the room after the link ended; the entry reports that. */
export const findSomeRoom = (db: Db, spaceId: string, viewer: Viewer) =>
  findRoomSeenBy(
    db,
    viewer,
    sql`WHERE r.space_id = ${spaceId}
      AND (l.link_id IS NOT NULL OR p.participant_id IS NOT NULL OR ${mayEnter(viewer)}) LIMIT 1`,
  );

/**
 * Lists the rooms of one kind in a group that an account or a program may see. Selects the page by keys only, since there
 * may be thousands, then reads its rows.
 */
export async function listRooms(
  db: Db,
  spaceId: string,
  options: {
    kind: Room['kind'];
    userId: string | undefined;
    leadsSpace: boolean;
    search: string | undefined;
    page: Page;
  },
): Promise<{ items: SeenRoom[]; total: number }> {
  const { kind, userId = null, leadsSpace, search, page } = options;
  // A public room needs no look-up, and people who lead the group need none for any room.
  const visible = leadsSpace ? sql`` : sql`AND (r.is_public OR ${mayEnter({ userId })})`;
  const named = search === undefined ? sql`` : sql`AND ${containsText(sql`r.name`, search)}`;
  const all = sql`FROM rooms r WHERE r.space_id = ${spaceId} AND r.kind = ${kind} ${visible} ${named}`;
  const direction = sqlDirectionOf(page);
  // A search by name is evaluated once for page and count; keys without a search are quick to count separately.
  const found = sql`WITH found AS MATERIALIZED (SELECT r.id ${all})`;
  const [before, ids, total] =
    search === undefined
      ? [sql``, sql`SELECT r.id ${all} ORDER BY r.id`, sql`NULL::int`]
      : [found, sql`SELECT id FROM found ORDER BY id`, sql`(SELECT count(*)::int FROM found)`];
  const rows = await selectAll<Row & { total: number | null }>(db)`${before}
    SELECT ${columns}, ${viewerRoleColumns({ userId })}, NULL AS "callRole", true AS "mayEnter", ${total} AS total
    FROM (${ids} ${direction} ${sqlLimitOf(page)}) ids
    JOIN rooms r ON r.id = ids.id
    JOIN spaces s ON s.id = r.space_id
    ORDER BY r.id ${direction}`;
  const items = rows.map(({ total: _, ...row }) => seenRoom(row));
  // A page beyond the last one has no rows, and so no count.
  const counted = rows[0]?.total ?? undefined;
  return counted === undefined ? withTotal(db, items, { page, all }) : { items, total: counted };
}

/**
 * Lists the rooms of an account's groups that it may see and that have a running call or open until then: those with a
 * call first. The ids are arrays, because a join with so few of them would make the planner read all rooms.
 */
export async function listCurrentRooms(
  db: Db,
  { userId, until, limit }: { userId: string; until: Date; limit: number },
): Promise<{ seen: SeenRoom; spaceName: string }[]> {
  const mine = sql`ARRAY (
    SELECT id FROM spaces WHERE owner_id = ${userId}
    UNION SELECT space_id FROM space_members WHERE user_id = ${userId})`;
  const rows = await selectAll<Row & { spaceName: string }>(db)`
    SELECT ${columns}, ${viewerRoleColumns({ userId })}, NULL AS "callRole", true AS "mayEnter",
      s.name AS "spaceName"
    FROM rooms r JOIN spaces s ON s.id = r.space_id
    WHERE r.id = ANY (ARRAY (
        SELECT room_id FROM calls WHERE space_id = ANY (${mine}) AND finished_at IS NULL
        UNION SELECT id FROM rooms
        WHERE space_id = ANY (${mine}) AND opens_at > ${now()} AND opens_at <= ${until}))
      AND r.kind = 'room' AND (r.is_public OR ${mayEnter({ userId })})
    ORDER BY "activeCallStartedAt", r.opens_at, r.id LIMIT ${limit}`;
  return rows.map(({ spaceName, ...row }) => ({ seen: seenRoom(row), spaceName }));
}

/** The fields that a change of a room writes. */
export type RoomSettings = Pick<
  Room,
  | keyof typeof initialSettings
  | 'name'
  | 'flags'
  | 'opensAt'
  | 'closesAt'
  | 'redirectUrl'
  | 'disabledFeatures'
  | 'joinFields'
  | 'customFields'
  | 'attendanceRule'
>;

export type NewRoom = RoomSettings & Pick<Room, 'id' | 'spaceId' | 'alias' | 'kind'> & { createdBy: string };

/**
 * Inserts a room owned by its creator, or a playback, whose only leaders are those of the group. A room that a token of
 * the group creates has no owner of its own.
 * @returns false if the alias or the code is taken; then nothing is inserted
 */
export async function insertRoom(trx: Db, room: NewRoom): Promise<boolean> {
  const createdAt = now();
  const inserted = await trx
    .insertInto('rooms')
    .values({ ...written(room), created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  if (room.kind === 'playback') return true;
  await execute(trx)`
    INSERT INTO room_roles (room_id, user_id, role, created_at)
    SELECT ${room.id}, u.id, 'owner', ${createdAt} FROM users u
    WHERE u.id = ${room.createdBy} AND u.service_space_id IS NULL`;
  return true;
}

const written = <S extends RoomSettings>({ joinFields, customFields, ...room }: S) => ({
  ...snakeCased(room),
  join_fields: JSON.stringify(joinFields),
  custom_fields: JSON.stringify(customFields),
});

export async function saveRoomSettings(trx: Db, roomId: string, settings: RoomSettings): Promise<void> {
  await trx.updateTable('rooms').set(written(settings)).where('id', '=', roomId).execute();
}

/** Locks the room until the transaction ends, so that changes are serialized. @returns false if it does not exist */
export const lockRoom = (trx: Db, roomId: string) =>
  hasRows(trx)`SELECT FROM rooms WHERE id = ${roomId} FOR UPDATE`;

export const deleteRoomRows = (trx: Db, roomIds: readonly string[]) =>
  execute(trx)`DELETE FROM rooms WHERE id = ANY (${roomIds})`;

/** Locks the rooms of a group with a call, a recording or a session of a webinar that has not ended. */
export const lockRoomsInUse = (trx: Db, spaceId: string) => selectColumn(trx)`
    SELECT id FROM rooms
    WHERE id IN (
      SELECT room_id FROM calls WHERE space_id = ${spaceId} AND finished_at IS NULL
      UNION SELECT room_id FROM records
      WHERE space_id = ${spaceId} AND finished_at IS NULL AND deleted_at IS NULL
      UNION SELECT s.playback_id FROM rooms r JOIN playback_sessions s ON s.playback_id = r.id
      WHERE r.space_id = ${spaceId} AND r.kind = 'playback' AND s.start_date <= ${now()}
        AND (s.finished_at IS NULL OR s.started_at IS NOT NULL AND s.report_announced_at IS NULL)
    )
    ORDER BY id FOR UPDATE`;

/** Locks up to `limit` rooms of a group. Skips locked ones: another node deletes them. */
export const lockSomeRoomsOf = (trx: Db, spaceId: string, limit: number) => selectColumn(trx)`
    SELECT id FROM rooms WHERE space_id = ${spaceId} LIMIT ${limit} FOR UPDATE SKIP LOCKED`;

export const noteLastCall = (trx: Db, { roomId, startedAt }: { roomId: string; startedAt: Date }) =>
  execute(trx)`UPDATE rooms SET last_call_at = ${startedAt} WHERE id = ${roomId}`;

/** @returns whether the setting changed */
export const setChatAllowed = async (trx: Db, roomId: string, isAllowed: boolean) =>
  (await countChanged(trx)`
    UPDATE rooms SET flags = jsonb_set(flags, '{isChatAllowed}', ${JSON.stringify(isAllowed)}::jsonb)
    WHERE id = ${roomId} AND (flags->>'isChatAllowed')::boolean IS DISTINCT FROM ${isAllowed}`) === 1;

/** The id of the newest room, or the newest playback, of a group. */
export const newestRoomIn = (db: Db, spaceId: string, kind: Room['kind']) => selectValue(db)`
    SELECT id FROM rooms WHERE space_id = ${spaceId} AND kind = ${kind} ORDER BY id DESC LIMIT 1`;
