import { type RawBuilder, sql } from 'kysely';
import { now } from '../platform/clock.ts';
import { containing } from '../platform/db/containing.ts';
import type { Db } from '../platform/db/db.ts';
import { directionOf, type Page, spanOf, withTotal } from '../platform/db/page.ts';
import { hasPartByAccount, leadsByAccount } from './roles.store.ts';
import type { Room, RoomRole, RoomSpace, SeenRoom, Viewer } from './room.ts';

type Row = Room & {
  spaceOwnerId: string;
  isSpacePublic: boolean;
  spaceRole: RoomRole | null;
  grantedRole: RoomRole | null;
  callRole: 'moderator' | 'user' | null;
};

const columns = sql`
  r.id, r.space_id AS "spaceId", r.alias, r.name, r.type, r.is_public AS "isPublic", r.flags,
  r.waiting_room_audience AS "waitingRoomAudience", r.redirect_url AS "redirectUrl",
  r.join_fields AS "joinFields", r.custom_fields AS "customFields", r.channel_id AS "channelId", s.chat_application_id AS "appId",
  r.last_call_at AS "lastCallAt", r.created_at AS "createdAt"`;

/** Rooms with all that a viewer's credential may be in them. */
const roomsWithStanding = ({ userId = '', linkId = '', participantId = '' }: Viewer) => sql`
  rooms r
  JOIN spaces s ON s.id = r.space_id
  LEFT JOIN space_members m ON m.space_id = s.id AND m.user_id = ${userId}
  LEFT JOIN room_roles rr ON rr.room_id = r.id AND rr.user_id = ${userId}
  LEFT JOIN access_links l ON l.room_id = r.id AND l.id = ${linkId}
  LEFT JOIN participants p ON p.room_id = r.id AND p.id = ${participantId}
  LEFT JOIN access_links pl ON pl.id = p.link_id`;

/**
 * A participant's session lives longer than most links. Its power is that of somebody who is in the running call, or
 * whom the link would let in again.
 */
const keepsRole = (pl: RawBuilder<unknown>) => sql`
  p.removed_at IS NULL AND p.admission = 'admitted' AND (
    ${pl}.expires_at > now() AND (${pl}.is_permanent OR coalesce(${pl}.bound_to = p.browser_hash, true))
    OR EXISTS (
      SELECT FROM visits v JOIN calls c ON c.id = v.call_id
      WHERE v.participant_id = p.id AND c.finished_at IS NULL
    )
  )`;

/**
 * The role of a participant `p` in the call, where `pl` is the link that they came by. Who came by an account is what
 * the account is now, whatever it was when they entered.
 */
export const callRoleOf = (pl: RawBuilder<unknown>) => sql<'moderator' | 'user'>`
  CASE WHEN p.link_id IS NULL THEN CASE WHEN p.removed_at IS NULL AND ${leadsByAccount} THEN 'moderator' ELSE 'user' END
    WHEN ${keepsRole(pl)} THEN p.role ELSE 'user' END`;

/** Of a participant `p`: was their account disabled, or its password reset after they entered? */
export const isAccountRevoked = sql`
  EXISTS (
    SELECT FROM users ku WHERE ku.id = p.user_id
      AND (ku.disabled_at IS NOT NULL OR ku.entries_valid_from > p.created_at)
  )`;

/**
 * Of a participant `p`: does the account that they came by let them stay? Not one that was revoked, nor in
 * a private room one that lost the part by which they came.
 */
export const accountStillAdmits = sql`
  (NOT ${isAccountRevoked}
    AND (NOT p.by_part OR (SELECT kr.is_public FROM rooms kr WHERE kr.id = p.room_id) OR ${hasPartByAccount}))`;

/** The group `s` of a room, and what the viewer is in it, where `m` is their membership. */
const partInSpace = ({ userId = '' }: Viewer) => sql`
  s.owner_id AS "spaceOwnerId", s.is_public AS "isSpacePublic",
  CASE WHEN s.owner_id = ${userId} THEN 'owner' ELSE m.role END AS "spaceRole"`;

/** Rooms, and beside each what the viewer is there; `where` and what follows it are the caller's. */
const roomsSeenBy = (viewer: Viewer, rest: RawBuilder<unknown>) => sql<Row>`
  SELECT ${columns}, ${partInSpace(viewer)},
    rr.role AS "grantedRole",
    coalesce(
      CASE WHEN l.revoked_at IS NULL AND l.expires_at > ${now()} THEN l.role END,
      CASE WHEN p.id IS NOT NULL AND pl.revoked_at IS NULL AND ${accountStillAdmits} THEN ${callRoleOf(sql`pl`)} END
    ) AS "callRole"
  FROM ${roomsWithStanding(viewer)}
  ${rest}`;

function seenRoom(row: Row): SeenRoom {
  const { spaceOwnerId, isSpacePublic, spaceRole, grantedRole, callRole, ...room } = row;
  const space: RoomSpace = { id: room.spaceId, isPublic: isSpacePublic, ownerId: spaceOwnerId };
  return { room, space, spaceRole, grantedRole, callRole };
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

export const findRoomById = (db: Db, roomId: string, viewer: Viewer) =>
  findRoomSeenBy(db, viewer, sql`WHERE r.id = ${roomId}`);

/**
 * May this viewer see this room? The same rule as `roleIn` states for one room, for lists; but whoever came by a
 * link hears of the link's end from the entry itself.
 */
const visibleTo = ({ userId = '' }: Viewer) => sql`
  (r.is_public OR rr.role IS NOT NULL OR l.role IS NOT NULL OR p.role IS NOT NULL
    OR s.owner_id = ${userId} OR m.role = 'moderator')`;

export const findSomeRoom = (db: Db, spaceId: string, viewer: Viewer) =>
  findRoomSeenBy(db, viewer, sql`WHERE r.space_id = ${spaceId} AND ${visibleTo(viewer)} LIMIT 1`);

/**
 * The rooms of a group that an account or a program may see: the public ones, those granted, and all for who leads
 * the group. Which ones is found by keys alone, for somebody may have thousands: a page is read once it is known.
 */
export async function listRooms(
  db: Db,
  spaceId: string,
  options: { userId: string | undefined; leadsSpace: boolean; search: string | undefined; page: Page },
): Promise<{ items: SeenRoom[]; total: number }> {
  const { userId = '', leadsSpace, search, page } = options;
  const granted = sql`EXISTS (SELECT FROM room_roles g WHERE g.room_id = r.id AND g.user_id = ${userId})`;
  const visible = leadsSpace ? sql`` : sql`AND (r.is_public OR ${granted})`;
  const named = search === undefined ? sql`` : sql`AND r.name ILIKE ${containing(search)}`;
  const all = sql`FROM rooms r WHERE r.space_id = ${spaceId} ${visible} ${named}`;
  const direction = directionOf(page);
  // Names are looked through once, for the page and for the count; keys are quick enough to be counted apart.
  const found = sql`WITH found AS MATERIALIZED (SELECT r.id ${all})`;
  const [before, ids, total] =
    search === undefined
      ? [sql``, sql`SELECT r.id ${all} ORDER BY r.id`, sql`NULL::int`]
      : [found, sql`SELECT id FROM found ORDER BY id`, sql`(SELECT count(*)::int FROM found)`];
  const { rows } = await sql<Row & { total: number | null }>`${before}
    SELECT ${columns}, ${partInSpace({ userId })}, rr.role AS "grantedRole", NULL AS "callRole", ${total} AS total
    FROM (${ids} ${direction} ${spanOf(page)}) ids
    JOIN rooms r ON r.id = ids.id
    JOIN spaces s ON s.id = r.space_id
    LEFT JOIN space_members m ON m.space_id = s.id AND m.user_id = ${userId}
    LEFT JOIN room_roles rr ON rr.room_id = r.id AND rr.user_id = ${userId}
    ORDER BY r.id ${direction}`.execute(db);
  const items = rows.map(({ total: _, ...row }) => seenRoom(row));
  // A page behind the last one has no row that could tell.
  const counted = rows[0]?.total ?? undefined;
  return counted === undefined ? withTotal(db, items, { page, all }) : { items, total: counted };
}

export type NewRoom = Omit<Room, 'channelId' | 'appId' | 'lastCallAt' | 'createdAt'> & { createdBy: string };

/**
 * A new room; who made it owns it.
 * @returns false, and no room, when the alias is taken
 */
export async function insertRoom(trx: Db, room: NewRoom): Promise<boolean> {
  const createdAt = now();
  const inserted = await trx
    .insertInto('rooms')
    .values({
      id: room.id,
      space_id: room.spaceId,
      alias: room.alias,
      ...changeable(room),
      last_call_at: null,
      created_by: room.createdBy,
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.column('alias').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  await trx
    .insertInto('room_roles')
    .values({ room_id: room.id, user_id: room.createdBy, role: 'owner', created_at: createdAt })
    .execute();
  return true;
}

export type RoomSettings = Pick<
  Room,
  | 'name'
  | 'type'
  | 'isPublic'
  | 'flags'
  | 'waitingRoomAudience'
  | 'redirectUrl'
  | 'joinFields'
  | 'customFields'
>;

const changeable = (room: RoomSettings) => ({
  name: room.name,
  type: room.type,
  is_public: room.isPublic,
  flags: JSON.stringify(room.flags),
  waiting_room_audience: room.waitingRoomAudience,
  redirect_url: room.redirectUrl,
  join_fields: JSON.stringify(room.joinFields),
  custom_fields: JSON.stringify(room.customFields),
});

export async function saveRoomSettings(trx: Db, roomId: string, settings: RoomSettings): Promise<void> {
  await trx.updateTable('rooms').set(changeable(settings)).where('id', '=', roomId).execute();
}

/** Holds the room for this transaction, so that two changes come one after the other. */
export async function lockRoom(trx: Db, roomId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('rooms')
    .select('id')
    .where('id', '=', roomId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteRoomRow(trx: Db, roomId: string): Promise<void> {
  await trx.deleteFrom('rooms').where('id', '=', roomId).execute();
}

/** Every room of a group, held for this transaction. */
export async function lockRoomsOf(trx: Db, spaceId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('rooms')
    .select('id')
    .where('space_id', '=', spaceId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function setLastCall(trx: Db, roomId: string, at: Date): Promise<void> {
  await trx.updateTable('rooms').set({ last_call_at: at }).where('id', '=', roomId).execute();
}

/** @returns true where it was otherwise before */
export async function setChatAllowed(trx: Db, roomId: string, isAllowed: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE rooms SET flags = jsonb_set(flags, '{isChatAllowed}', ${JSON.stringify(isAllowed)}::jsonb)
    WHERE id = ${roomId} AND (flags->>'isChatAllowed')::boolean IS DISTINCT FROM ${isAllowed}`.execute(trx);
  return numAffectedRows === 1n;
}

/** The id of the room that was made last in a group. */
export async function newestRoomIn(db: Db, spaceId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM rooms WHERE space_id = ${spaceId} ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.id;
}
