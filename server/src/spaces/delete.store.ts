import { sql } from 'kysely';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { execute, selectAll, selectColumn, selectFirst } from '../platform/db/rows.ts';

/** Takes a group out of `spaces`, with its memberships and invitations; all else in it is deleted afterwards. */
export async function hideSpaceRow(trx: Db, id: string): Promise<void> {
  await trx.updateTable('all_spaces').set({ deleting_at: now() }).where('id', '=', id).execute();
  await trx.deleteFrom('space_members').where('space_id', '=', id).execute();
  await trx.deleteFrom('claimed_memberships').where('space_id', '=', id).execute();
  await trx.deleteFrom('invites').where('space_id', '=', id).execute();
}

/** The ids of hidden groups, the first deleted one first. */
export const hiddenSpaces = (db: Db) => selectColumn(db)`
    SELECT id FROM all_spaces WHERE deleting_at IS NOT NULL ORDER BY deleting_at, id`;

/** Deletes the row of a hidden group, unless something in it was locked and is still there. */
export const deleteHiddenRow = (db: Db, id: string) => execute(db)`
    DELETE FROM all_spaces WHERE id = ${id} AND deleting_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM rooms WHERE space_id = ${id})
      AND NOT EXISTS (SELECT FROM chat_channels WHERE space_id = ${id})
      AND NOT EXISTS (SELECT FROM chat_users WHERE space_id = ${id})`;

/** A group that is being deleted. */
export interface Deletion {
  id: string;
  name: string;
  deletingAt: Date;
  roomsLeft: number;
}

const columns = sql`d.id, d.name, d.deleting_at AS "deletingAt",
  (SELECT count(*)::int FROM rooms WHERE space_id = d.id) AS "roomsLeft"`;

/** @returns undefined once nothing of the group is left */
export const deletionOf = (db: Db, spaceId: string) => selectFirst<Deletion>(db)`
    SELECT ${columns} FROM all_spaces d WHERE d.id = ${spaceId} AND d.deleting_at IS NOT NULL`;

/** Lists the groups of an owner that are being deleted. */
export async function deletionsBy(db: Db, ownerId: string, page: Page) {
  const all = sql`FROM all_spaces d WHERE d.owner_id = ${ownerId} AND d.deleting_at IS NOT NULL`;
  const rows = await selectAll<Deletion>(db)`
    SELECT ${columns} ${all} ORDER BY d.id ${sqlDirectionOf(page)} ${sqlLimitOf(page)}`;
  return withTotal(db, rows, { page, all });
}
