import { sql } from 'kysely';
import { now } from '../platform/clock.ts';
import { containsText } from '../platform/db/contains-text.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { execute, hasRows, selectAll, selectColumn, selectFirst, selectValue } from '../platform/db/rows.ts';
import type { RoomRole } from './room.ts';

/** An account with a role granted in a room, as one viewer may see it. */
export interface RoleHolder {
  userId: string;
  /** Null for a stranger: an id alone must not give the name. */
  username: string | null;
  /** Null if the viewer shares no group with the account. */
  email: string | null;
  role: RoomRole;
  createdAt: Date;
}

/** Whether the viewer shares a group with the account, or created it by their client. */
const isKnownTo = (viewerId: string) => sql`(k.shares_group OR u.created_by_client_of = ${viewerId})`;

const accountsFor = (viewerId: string) => sql`
  FROM room_roles rr JOIN users u ON u.id = rr.user_id CROSS JOIN LATERAL acquaintance(u.id, ${viewerId}) k`;

const holders = (viewerId: string) => sql`
  SELECT rr.user_id AS "userId", CASE WHEN ${isKnownTo(viewerId)} THEN u.username END AS username,
    CASE WHEN k.shares_group THEN u.email END AS email, rr.role, rr.created_at AS "createdAt"
  ${accountsFor(viewerId)}`;

export const roleHolder = (
  db: Db,
  { roomId, userId, viewerId }: { roomId: string; userId: string; viewerId: string },
) => selectFirst<RoleHolder>(db)`
    ${holders(viewerId)} WHERE rr.room_id = ${roomId} AND rr.user_id = ${userId}`;

export const hasRole = (db: Db, { roomId, userId }: { roomId: string; userId: string }) => hasRows(db)`
    SELECT FROM room_roles WHERE room_id = ${roomId} AND user_id = ${userId}`;

/** Does not match names and email addresses that the viewer may not see. */
const matching = (search: string, viewerId: string) => sql`
  (${containsText(sql`u.username`, search)} AND ${isKnownTo(viewerId)} OR ${containsText(sql`u.email`, search)} AND k.shares_group)`;

/** Lists the owner first, then the others by account id, which follows the time of registration. */
export async function roleHolders(
  db: Db,
  roomId: string,
  { viewerId, search, page }: { viewerId: string; search: string | undefined; page: Page },
): Promise<{ items: RoleHolder[]; total: number }> {
  const all =
    search === undefined
      ? sql`FROM room_roles rr WHERE rr.room_id = ${roomId}`
      : sql`${accountsFor(viewerId)}
          WHERE rr.room_id = ${roomId} AND ${matching(search, viewerId)}`;
  const order = sql`ORDER BY rr.role = 'owner' DESC, rr.user_id ${sqlDirectionOf(page)}`;
  const rows = await selectAll<RoleHolder>(db)`
    ${holders(viewerId)}
    WHERE rr.room_id = ${roomId} AND rr.user_id IN (SELECT rr.user_id ${all} ${order} ${sqlLimitOf(page)})
    ${order}`;
  return withTotal(db, rows, { page, all });
}

/**
 * Grants the role in the room in place of the present one.
 * @returns false for the room's owner, whose role stays
 */
export const setRoomRole = (
  db: Db,
  { roomId, userId, role }: { roomId: string; userId: string; role: 'moderator' | 'user' },
) => hasRows(db)`
    INSERT INTO room_roles (room_id, user_id, role, created_at) VALUES (${roomId}, ${userId}, ${role}, ${now()})
    ON CONFLICT (room_id, user_id) DO UPDATE SET role = excluded.role WHERE room_roles.role <> 'owner'
    RETURNING 1`;

/** Locks the role: waits for transactions that create something by it (`insertIfPermitted` of access links). */
export const lockRoomRole = (trx: Db, roomId: string, userId: string) => selectValue<RoomRole>(trx)`
    SELECT role FROM room_roles WHERE room_id = ${roomId} AND user_id = ${userId} FOR UPDATE`;

export const deleteRoomRole = (trx: Db, roomId: string, userId: string) =>
  execute(trx)`DELETE FROM room_roles WHERE room_id = ${roomId} AND user_id = ${userId}`;

/** Deletes every role of a leaving member in the rooms of the group, also in rooms that they created. */
export const deleteRolesIn = (trx: Db, { spaceId, userId }: { spaceId: string; userId: string }) =>
  execute(trx)`
    DELETE FROM room_roles rr USING rooms r
    WHERE r.id = rr.room_id AND r.space_id = ${spaceId} AND rr.user_id = ${userId}`;

/**
 * Up to `limit` rooms of a group that an account leads by a role in the room; others it leads with the whole group only.
 */
export const ledRoomsIn = (
  db: Db,
  { spaceId, userId, limit }: { spaceId: string; userId: string; limit?: number },
) => selectColumn(db)`
    SELECT r.id FROM room_roles rr JOIN rooms r ON r.id = rr.room_id
    WHERE r.space_id = ${spaceId} AND rr.user_id = ${userId}
      AND (SELECT s.leads FROM room_standing(rr.room_id, rr.user_id) s)
    LIMIT ${limit ?? null}`;
