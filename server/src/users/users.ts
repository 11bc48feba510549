/**
 * Accounts, their plans and passwords. Owns `users`. Sign-in is in `auth/`.
 * Offers: the account of a caller, plans and what each allows (`plans.ts`), the check of passwords in a queue
 * (`passwords.ts`). Listens to: the deletion of a group, in which accounts may have their calendar meetings.
 * Look first: `store.ts` finds an account by any form of its email address.
 */

import { hashOf, randomAlphanumeric, sameBytes } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import { accountKinds, type Caller, type CallerOf } from '../platform/http/access/caller.ts';
import { isPassword } from './passwords.ts';
import type { Plan } from './plans.ts';
import { type UserRow, updateUser, userByClientId, userByEmail, userById } from './store.ts';

export { createAccount } from './create.ts';
export { fromOperator, hashNewPassword, hashPassword, isPassword } from './passwords.ts';
export { allows, longestRecordingOf, type Plan, planNamed, planNames } from './plans.ts';
export { presentOwnUser } from './present.ts';
export {
  deleteUser,
  hasOtherUser,
  listUsers,
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

type OfAccount = CallerOf<typeof accountKinds>;

export const isAccount = (caller: Caller): caller is OfAccount =>
  accountKinds.some((kind) => kind === caller.kind);

/**
 * The account for which a caller acts. A client acts for none, so the groups of its account are closed to it.
 * Sessions of links and participants have rights in their room only.
 */
export function accountOf(caller: Caller): string | undefined {
  return isAccount(caller) ? caller.userId : undefined;
}

/** The account with this email address and password; takes as long if there is none. */
export async function findUserByPassword(
  db: Db,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<UserRow | undefined> {
  const user = await userByEmail(db, email);
  const matches = await isPassword(user?.password_hash, password, address);
  return matches ? user : undefined;
}

/** Sets whether the account's client may create users. */
export const setMayCreateUsers = (db: Db, userId: string, may: boolean): Promise<void> =>
  updateUser(db, userId, { may_create_users: may });

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

export const setPlan = (db: Db, userId: string, plan: Plan): Promise<void> =>
  updateUser(db, userId, { plan });

/** Replaces the secret of the account's client, and creates its id if there is none. Shown once. */
export async function refreshClientSecret(
  db: Db,
  user: UserRow,
): Promise<{ clientId: string; clientSecret: string }> {
  const clientId = user.client_id ?? randomAlphanumeric(24);
  const clientSecret = randomAlphanumeric(40);
  await updateUser(db, user.id, { client_id: clientId, client_secret_hash: hashOf(clientSecret) });
  return { clientId, clientSecret };
}
