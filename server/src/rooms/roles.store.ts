import { sql } from 'kysely';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { likePatternOf } from '../platform/db/like-pattern.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { sharesGroupWith } from '../spaces/spaces.ts';
import type { RoomRole } from './room.ts';

/** Somebody with a role of their own in a room, as one viewer may see them. */
export interface RoleHolder {
  userId: string;
  username: string;
  /** Null where the viewer shares no group with them. */
  email: string | null;
  role: RoomRole;
  createdAt: Date;
}

const holders = (viewerId: string) => sql`
  SELECT rr.user_id AS "userId", u.username, CASE WHEN ${sharesGroupWith(viewerId)} THEN u.email END AS email, rr.role,
    rr.created_at AS "createdAt"
  FROM room_roles rr JOIN users u ON u.id = rr.user_id`;

export async function roleHolder(
  db: Db,
  { roomId, userId, viewerId }: { roomId: string; userId: string; viewerId: string },
): Promise<RoleHolder | undefined> {
  const { rows } = await sql<RoleHolder>`
    ${holders(viewerId)} WHERE rr.room_id = ${roomId} AND rr.user_id = ${userId}`.execute(db);
  return rows[0];
}

export async function hasRole(
  db: Db,
  { roomId, userId }: { roomId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM room_roles WHERE room_id = ${roomId} AND user_id = ${userId}`.execute(db);
  return rows.length > 0;
}

/** Finds nobody by a part of an address that the viewer may not see. */
const matching = (search: string, viewerId: string) => sql`
  (u.username ILIKE ${likePatternOf(search)} OR u.email ILIKE ${likePatternOf(search)} AND ${sharesGroupWith(viewerId)})`;

/** The owner first, then by the ids of accounts, which are ordered by time. */
export async function roleHolders(
  db: Db,
  roomId: string,
  { viewerId, search, page }: { viewerId: string; search: string | undefined; page: Page },
): Promise<{ items: RoleHolder[]; total: number }> {
  const all =
    search === undefined
      ? sql`FROM room_roles rr WHERE rr.room_id = ${roomId}`
      : sql`FROM room_roles rr JOIN users u ON u.id = rr.user_id
          WHERE rr.room_id = ${roomId} AND ${matching(search, viewerId)}`;
  const order = sql`ORDER BY rr.role = 'owner' DESC, rr.user_id ${sqlDirectionOf(page)}`;
  const { rows } = await sql<RoleHolder>`
    ${holders(viewerId)}
    WHERE rr.room_id = ${roomId} AND rr.user_id IN (SELECT rr.user_id ${all} ${order} ${sqlLimitOf(page)})
    ${order}`.execute(db);
  return withTotal(db, rows, { page, all });
}

/**
 * Gives somebody this role in the room in place of the one that they have.
 * @returns false, and nothing changes, for the room's owner
 */
export async function setRoomRole(
  db: Db,
  { roomId, userId, role }: { roomId: string; userId: string; role: 'moderator' | 'user' },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO room_roles (room_id, user_id, role, created_at) VALUES (${roomId}, ${userId}, ${role}, ${now()})
    ON CONFLICT (room_id, user_id) DO UPDATE SET role = excluded.role WHERE room_roles.role <> 'owner'
    RETURNING 1`.execute(db);
  return rows.length === 1;
}

/** Waits for whoever creates something by this role at this moment (`insertPermitted` of access links). */
export async function lockRoomRole(trx: Db, roomId: string, userId: string): Promise<RoomRole | undefined> {
  const row = await trx
    .selectFrom('room_roles')
    .select('role')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.role;
}

export async function deleteRoomRole(trx: Db, roomId: string, userId: string): Promise<void> {
  await trx.deleteFrom('room_roles').where('room_id', '=', roomId).where('user_id', '=', userId).execute();
}

/** Every role in the rooms of a group that somebody is leaving, also of rooms that they made. */
export async function deleteRolesIn(
  trx: Db,
  { spaceId, userId }: { spaceId: string; userId: string },
): Promise<void> {
  await sql`
    DELETE FROM room_roles rr USING rooms r
    WHERE r.id = rr.room_id AND r.space_id = ${spaceId} AND rr.user_id = ${userId}`.execute(trx);
}

/** Of a participant `p`: does their account lead the room now? */
export const leadsByAccount = sql`EXISTS (SELECT FROM leading_roles_in_room(p.room_id, p.user_id))`;

/** Of a participant `p`: may their account enter the room, also while it is private? */
export const hasPartByAccount = sql`EXISTS (SELECT FROM roles_in_private_room(p.room_id, p.user_id))`;
