/**
 * Accounts, their plans and passwords. Owns `users`. Sign-in is in `auth/`.
 * Offers: the account of a caller, plans and what each allows (`plans.ts`).
 * Listens to: the deletion of a group, in which accounts may have their calendar meetings.
 * Look first: `store.ts` finds an account by any form of its email address.
 */

import { hashOf, sameBytes } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import { accountOf, type Caller } from '../platform/http/access/caller.ts';
import type { Plan } from './plans.ts';
import { type UserRow, userByClientId, userByEmail, userById } from './store.ts';

export { createAccount } from './create.ts';
export { allows, longestRecordingOf, type Plan, planNames } from './plans.ts';
export { presentOwnUser } from './present.ts';
export {
  deleteUser,
  hasOtherUser,
  lockFirstAccount,
  lockUser,
  lockUserByEmail,
  lockUserForShare,
  lockUserForUpdate,
  type UserRow,
  updateUser as writeUser,
} from './store.ts';

export const findUser = userById;

/** Compared without case. */
export const findUserByEmail = userByEmail;

export async function planOf(db: Db, userId: string): Promise<Plan | undefined> {
  return (await userById(db, userId))?.plan;
}

/** The caller's account. @throws a Refusal if it was deleted meanwhile */
export async function ownUser({ db, caller }: { db: Db; caller: Caller }): Promise<UserRow> {
  const userId = accountOf(caller);
  const user = userId === undefined ? undefined : await userById(db, userId);
  if (!user) throw new Refusal('unauthorized');
  return user;
}

const noSecret = Buffer.alloc(32);

/** The account of these client credentials. */
export async function accountOfClient(
  db: Db,
  clientId: string,
  clientSecret: string,
): Promise<UserRow | undefined> {
  const user = await userByClientId(db, clientId);
  const matches = sameBytes(user?.client_secret_hash ?? noSecret, hashOf(clientSecret));
  return matches ? user : undefined;
}
