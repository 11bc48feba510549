import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Page } from '../../platform/db/page.ts';
import type { accountKinds, CallerOf } from '../../platform/http/access/caller.ts';
import type { FamilyRow } from './store.ts';

/** Sign-ins of an account that have not ended; the tokens of a client for itself are not sign-ins. */
const lasting = (db: Db, userId: string, time: Date) =>
  db
    .selectFrom('token_families')
    .where('user_id', '=', userId)
    .where('kind', '=', 'user')
    .where('revoked_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_tokens')
          .select(sql`1`.as('one'))
          .whereRef('refresh_tokens.family_id', '=', 'token_families.id')
          .where('refresh_tokens.expires_at', '>', time),
      ),
    );

export async function familiesOf(
  db: Db,
  userId: string,
  { time, page }: { time: Date; page: Page },
): Promise<{ items: FamilyRow[]; total: number }> {
  const items = await lasting(db, userId, time)
    .selectAll('token_families')
    .orderBy('id', page.order)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await lasting(db, userId, time)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

export const familyOf = (
  db: Db,
  userId: string,
  { familyId, time }: { familyId: string; time: Date },
): Promise<FamilyRow | undefined> =>
  lasting(db, userId, time).selectAll('token_families').where('id', '=', familyId).executeTakeFirst();

/** Whether the caller's credential is still valid. Called under the account's lock, it sees every earlier revocation. */
export async function isCallerValid(trx: Db, caller: CallerOf<typeof accountKinds>): Promise<boolean> {
  const found =
    caller.kind === 'personal'
      ? await trx
          .selectFrom('personal_tokens')
          .select('id')
          .where('id', '=', caller.tokenId)
          .executeTakeFirst()
      : await trx
          .selectFrom('token_families')
          .select('id')
          .where('id', '=', caller.familyId)
          .where('revoked_at', 'is', null)
          .executeTakeFirst();
  return found !== undefined;
}
