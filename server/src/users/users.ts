/**
 * Accounts, their plans and passwords. Owns `users`. Sign-in is in `auth/`.
 * Offers: the account of a caller, plans and what each allows (`plans.ts`).
 * Listens to: the deletion of a group, in which accounts may have their calendar meetings.
 * Look first: `store.ts` finds an account by any form of its email address.
 */

import { now } from '../platform/clock.ts';
import { hashOf, sameBytes } from '../platform/crypto.ts';
import { breaksUnique, type Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import { accountOf, type Caller } from '../platform/http/access/caller.ts';
import { newId } from '../platform/ids.ts';
import type { Plan } from './plans.ts';
import {
  findUser,
  findUserByEmail,
  insertUser,
  type NewUser,
  renameServiceAccount,
  serviceAccountOf,
  type UserRow,
  userByClientId,
} from './store.ts';

export { allows, longestRecordingOf, type Plan, planNames } from './plans.ts';
export { presentOwnUser } from './present.ts';
export {
  deleteUser,
  findUser,
  findUserByEmail,
  isLastUser,
  lockUser,
  lockUserByEmail,
  lockUserForShare,
  lockUserForUpdate,
  type UserRow,
  writeUser,
} from './store.ts';

export async function planOf(db: Db, userId: string): Promise<Plan | undefined> {
  return (await findUser(db, userId))?.plan;
}

/** The caller's account. @throws a Refusal if it was deleted meanwhile */
export async function ownUser({ db, caller }: { db: Db; caller: Caller }): Promise<UserRow> {
  const userId = accountOf(caller);
  const user = userId === undefined ? undefined : await findUser(db, userId);
  if (!user) throw new Refusal('unauthorized');
  return user;
}

const noSecret = Buffer.alloc(32);

/** The account of these client credentials. */
export async function accountOfClient(db: Db, clientId: string, clientSecret: string) {
  const user = await userByClientId(db, clientId);
  const matches = sameBytes(user?.client_secret_hash ?? noSecret, hashOf(clientSecret));
  return matches ? user : undefined;
}

interface NewAccount extends Omit<NewUser, 'id' | 'created_at' | 'email_verified_at'> {
  /** Did the operator, an integrator or the provider state that the address is the person's? */
  isEmailVerified?: boolean;
}

/**
 * @throws a Refusal if the email address is taken. The unique index decides, since requests may be concurrent; it does
 *   not know that an address which an older version stored is the same.
 */
export async function createAccount(db: Db, { isEmailVerified = false, ...account }: NewAccount) {
  const time = now();
  if (await findUserByEmail(db, account.email)) throw new Refusal('email_taken');
  try {
    const email_verified_at = isEmailVerified ? time : null;
    return await insertUser(db, { ...account, id: newId(), created_at: time, email_verified_at });
  } catch (error) {
    if (breaksUnique(error, 'users_email')) throw new Refusal('email_taken');
    throw error;
  }
}

/** The account of a group, for which the tokens of the group act (docs/decisions/0201). */
export const serviceAccounts = {
  /** Finds it; the first token of the group creates it. */
  of: serviceAccountOf,
  /** Creates it under the lock of the group. Nobody signs in to it, and no email reaches its address. */
  create(trx: Db, space: { id: string; name: string }): Promise<UserRow> {
    const id = newId();
    const email = `${id}@group.invalid`;
    return insertUser(trx, {
      ...{ id, email, username: space.name, password_hash: null, plan: 'free', created_at: now() },
      service_space_id: space.id,
    });
  },
  /** It has the name of the group. */
  rename: renameServiceAccount,
};
