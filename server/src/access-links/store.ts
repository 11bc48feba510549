import { sql } from 'kysely';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { statement } from '../platform/db/statement.ts';

/** An access link with the room it leads to. */
export interface AccessLink {
  id: string;
  roomId: string;
  spaceId: string;
  alias: string;
  username: string;
  role: 'user' | 'moderator';
  externalUserId: string | null;
  externalMeetingId: string | null;
  email: string | null;
  phone: string | null;
  /** Further data about the person, by the id of the room's custom join field. */
  fields: Record<string, string>;
  isPermanent: boolean;
  /** Whether people enter their own name; `username` is then a label. */
  isNameAsked: boolean;
  /** Hash of the browser that the first entry bound the link to; null while it is not bound. */
  boundTo: Buffer | null;
  expiresAt: Date;
  revokedAt: Date | null;
}

const links = (db: Db) =>
  db
    .selectFrom('access_links as l')
    .innerJoin('rooms as r', 'r.id', 'l.room_id')
    .innerJoin('spaces as s', 's.id', 'r.space_id')
    .select([
      'l.id',
      'l.room_id as roomId',
      'r.space_id as spaceId',
      'r.alias',
      'l.username',
      'l.role',
      'l.external_user_id as externalUserId',
      'l.external_meeting_id as externalMeetingId',
      'l.email',
      'l.phone',
      'l.fields',
      'l.is_permanent as isPermanent',
      'l.is_name_asked as isNameAsked',
      'l.bound_to as boundTo',
      'l.expires_at as expiresAt',
      'l.revoked_at as revokedAt',
    ]);

export const linkById = (db: Db, id: string): Promise<AccessLink | undefined> =>
  links(db).where('l.id', '=', id).executeTakeFirst();

export const linksByIds = (db: Db, ids: readonly string[]): Promise<AccessLink[]> =>
  links(db).where('l.id', 'in', ids).execute();

/** Finds the link and locks it: its personal data stays unchanged until the transaction ends. */
export const linkToEnterBy = (trx: Db, id: string): Promise<AccessLink | undefined> =>
  links(trx).where('l.id', '=', id).forKeyShare('l').executeTakeFirst();

export interface NewLink {
  id: string;
  spaceId: string;
  roomId: string;
  username: string;
  role: 'user' | 'moderator';
  externalUserId: string | null;
  externalMeetingId: string | null;
  email: string | null;
  phone: string | null;
  fields: Record<string, string>;
  isPermanent: boolean;
  isNameAsked: boolean;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Checks the permission and inserts in one statement: an LMS creates thousands of links when lessons begin. Locks the
 * rows that grant the permission, the room first: removing the creator then revokes this link or prevents it. So
 * it states who leads a room again, of the locked rows (docs/decisions/0143).
 */
const insertPermitted = `/* prepared */
  WITH room AS (
    SELECT r.id, r.alias, s.id AS space_id, s.owner_id
    FROM rooms r JOIN spaces s ON s.id = r.space_id
    WHERE r.id = $2 AND s.id = $1
    FOR KEY SHARE OF r
  ), creator AS (
    SELECT u.id FROM room, users u WHERE u.id = $3 AND u.disabled_at IS NULL
    FOR KEY SHARE OF u
  ), moderator AS (
    SELECT m.role FROM room JOIN space_members m ON m.space_id = room.space_id
    WHERE m.user_id = $3 AND m.role = 'moderator'
    FOR KEY SHARE OF m
  ), room_leader AS (
    SELECT rr.role FROM room JOIN room_roles rr ON rr.room_id = room.id
    WHERE rr.user_id = $3 AND rr.role IN ('owner', 'moderator')
    FOR KEY SHARE OF rr
  ), place AS (
    SELECT room.id, room.alias FROM room, creator
    WHERE room.owner_id = creator.id OR EXISTS (SELECT FROM moderator) OR EXISTS (SELECT FROM room_leader)
  ), made AS (
    INSERT INTO access_links (
      room_id, created_by, id, username, role, external_user_id, external_meeting_id, email, phone,
      is_permanent, created_at, expires_at, fields, is_name_asked
    )
    SELECT place.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15 FROM place
  )
  SELECT alias FROM place`;

const valuesOf = (link: NewLink): unknown[] => [
  link.spaceId,
  link.roomId,
  link.createdBy,
  link.id,
  link.username,
  link.role,
  link.externalUserId,
  link.externalMeetingId,
  link.email,
  link.phone,
  link.isPermanent,
  link.createdAt,
  link.expiresAt,
  JSON.stringify(link.fields),
  link.isNameAsked,
];

/** @returns the room's alias; undefined when `createdBy` may not create a link there, and then none is inserted */
export async function insertIfPermitted(db: Db, link: NewLink): Promise<string | undefined> {
  const { rows } = await statement<{ alias: string }>(insertPermitted, valuesOf(link)).execute(db);
  return rows[0]?.alias;
}

/**
 * Binds a link that is not permanent to the entering browser. If two enter at the same instant, only one binds it.
 * @returns whether the link is bound to this browser now
 */
export async function bindLink(trx: Db, linkId: string, browserHash: Buffer): Promise<boolean> {
  const bound = await trx
    .updateTable('access_links')
    .set({ bound_to: browserHash, entered_at: sql<Date>`coalesce(entered_at, ${now()})` })
    .where('id', '=', linkId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('bound_to', 'is', null), eb('bound_to', '=', browserHash)]))
    .executeTakeFirst();
  return bound.numUpdatedRows === 1n;
}

/** Stores the time of the first entry by a permanent link. Only one of many concurrent entries writes. */
export async function setFirstEntry(trx: Db, linkId: string): Promise<void> {
  await trx
    .updateTable('access_links')
    .set({ entered_at: now() })
    .where('id', '=', linkId)
    .where('entered_at', 'is', null)
    .execute();
}

export async function unbindLink(db: Db, linkId: string): Promise<void> {
  await db.updateTable('access_links').set({ bound_to: null }).where('id', '=', linkId).execute();
}

/** Revokes a link; a link that was revoked before keeps its first time. */
export async function revokeLink(db: Db, linkId: string): Promise<void> {
  await db
    .updateTable('access_links')
    .set({ revoked_at: now() })
    .where('id', '=', linkId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** @returns false if the link was revoked meanwhile */
export async function updateLink(
  trx: Db,
  linkId: string,
  { role, expiresAt }: Pick<NewLink, 'role' | 'expiresAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('access_links')
    .set({ role, expires_at: expiresAt })
    .where('id', '=', linkId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Revokes all links of a person in a room. @returns the ids of those that were not revoked before */
export async function revokeLinksOfPerson(
  trx: Db,
  { roomId, externalUserId }: { roomId: string; externalUserId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH locked AS (
      SELECT id FROM access_links
      WHERE room_id = ${roomId} AND external_user_id = ${externalUserId} AND revoked_at IS NULL
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE access_links l SET revoked_at = ${now()} FROM locked WHERE l.id = locked.id
    RETURNING l.id`.execute(trx);
  return rows.map(({ id }) => id);
}
