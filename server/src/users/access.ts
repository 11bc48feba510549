import type { Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller } from '../platform/http/caller.ts';
import { type UserRow, userById } from './store.ts';
import { accountOf } from './users.ts';

/** The account of the caller; one that was deleted since proves nobody. */
export async function ownUser({ db, caller }: { db: Db; caller: Caller }): Promise<UserRow> {
  const userId = accountOf(caller);
  const user = userId === undefined ? undefined : await userById(db, userId);
  if (!user) throw new Refusal('unauthorized');
  return user;
}
