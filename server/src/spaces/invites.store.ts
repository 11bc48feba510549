import { type RawBuilder, sql } from 'kysely';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { countChanged, execute, selectValue } from '../platform/db/rows.ts';
import { snakeCased } from '../platform/db/tables.ts';
import type { GivenRole } from './members.store.ts';

export type InviteStatus = 'unused' | 'used' | 'expired' | 'revoked';

export interface Invite {
  id: string;
  spaceId: string;
  spaceName: string;
  role: GivenRole;
  status: InviteStatus;
  usedBy: { userId: string; username: string } | null;
  createdAt: Date;
  expiresAt: Date;
}

/** A used invitation stays used, whatever happens to it afterwards. */
const statusAt = (moment: Date) => sql`
  CASE WHEN i.used_at IS NOT NULL THEN 'used'
    WHEN i.revoked_at IS NOT NULL THEN 'revoked'
    WHEN i.expires_at <= ${moment} THEN 'expired'
    ELSE 'unused' END`;

const invites = (rest: RawBuilder<unknown>) => sql<Invite>`
  SELECT i.id, i.space_id AS "spaceId", s.name AS "spaceName", i.role, ${statusAt(now())} AS status,
    CASE WHEN u.id IS NOT NULL THEN json_build_object('userId', u.id, 'username', u.username) END AS "usedBy",
    i.created_at AS "createdAt", i.expires_at AS "expiresAt"
  FROM invites i JOIN spaces s ON s.id = i.space_id LEFT JOIN users u ON u.id = i.used_by
  ${rest}`;

export interface InvitePlace {
  spaceId: string;
  inviteId: string;
}

export async function inviteById(
  db: Db,
  { spaceId, inviteId }: InvitePlace,
  lock: RawBuilder<unknown> = sql``,
): Promise<Invite | undefined> {
  const { rows } = await invites(sql`WHERE i.id = ${inviteId} AND i.space_id = ${spaceId} ${lock}`).execute(
    db,
  );
  return rows[0];
}

/** Finds the invitation and locks it until the transaction ends: nobody else uses or revokes it. */
export const lockInvite = (trx: Db, place: InvitePlace): Promise<Invite | undefined> =>
  inviteById(trx, place, sql`FOR UPDATE OF i`);

export async function invitesOf(
  db: Db,
  spaceId: string,
  { status, page }: { status: InviteStatus | undefined; page: Page },
): Promise<{ items: Invite[]; total: number }> {
  const ofStatus = status === undefined ? sql`` : sql`AND ${statusAt(now())} = ${status}`;
  const all = sql`FROM invites i WHERE i.space_id = ${spaceId} ${ofStatus}`;
  const order = sql`ORDER BY i.created_at ${sqlDirectionOf(page)}, i.id ${sqlDirectionOf(page)}`;
  const ids = sql`SELECT i.id ${all} ${order} ${sqlLimitOf(page)}`;
  const { rows } = await invites(sql`WHERE i.id IN (${ids}) ${order}`).execute(db);
  return withTotal(db, rows, { page, all });
}

export interface NewInvite {
  id: string;
  spaceId: string;
  role: GivenRole;
  createdBy: string;
  expiresAt: Date;
}

export async function insertInvite(db: Db, invite: NewInvite): Promise<void> {
  await db
    .insertInto('invites')
    .values(snakeCased({ ...invite, createdAt: now() }))
    .execute();
}

export const markUsed = (trx: Db, inviteId: string, userId: string) =>
  execute(trx)`UPDATE invites SET used_at = ${now()}, used_by = ${userId} WHERE id = ${inviteId}`;

/** Selects the invitations that an account created: everywhere, or into one group. */
export interface CreatedInvites {
  userId: string;
  spaceId?: string;
}

const unusedBy = ({ userId, spaceId }: CreatedInvites) => sql`
  created_by = ${userId} AND used_at IS NULL AND revoked_at IS NULL AND expires_at > ${now()}
  ${spaceId === undefined ? sql`` : sql`AND space_id = ${spaceId}`}`;

export const countUnusedBy = async (db: Db, created: CreatedInvites) =>
  (await selectValue<number>(db)`
    SELECT count(*)::int AS count FROM invites WHERE ${unusedBy(created)}`) ?? 0;

/** @returns how many it revoked */
export async function revokeUnusedBy(trx: Db, created: CreatedInvites): Promise<number> {
  return countChanged(trx)`
    UPDATE invites SET revoked_at = ${now()} WHERE ${unusedBy(created)}`;
}

/**
 * Revokes an invitation; one that was revoked before keeps its first time.
 * @returns false if it was used
 */
export const revokeInvite = async (db: Db, { spaceId, inviteId }: InvitePlace) =>
  (await countChanged(db)`
    UPDATE invites SET revoked_at = coalesce(revoked_at, ${now()})
    WHERE id = ${inviteId} AND space_id = ${spaceId} AND used_at IS NULL`) === 1;
