import type { Selectable } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { execute } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';

export type ClaimedRow = Selectable<Tables['claimed_memberships']>;

export const claimedMembershipsOf = (db: Db, userId: string): Promise<ClaimedRow[]> =>
  db.selectFrom('claimed_memberships').selectAll().where('user_id', '=', userId).execute();

/** Keeps the former role of a membership that a claim gave already, unless the person is no member any more. */
export async function saveClaimedMembership(trx: Db, row: ClaimedRow): Promise<void> {
  const { role, former_role } = row;
  const change = former_role === null ? { role, former_role } : { role };
  await trx
    .insertInto('claimed_memberships')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'space_id']).doUpdateSet(change))
    .execute();
}

export const deleteClaimedMembership = (
  trx: Db,
  { user_id, space_id }: Pick<ClaimedRow, 'user_id' | 'space_id'>,
) => execute(trx)`DELETE FROM claimed_memberships WHERE user_id = ${user_id} AND space_id = ${space_id}`;
