import { comparableEmail } from '../../../../contract/email.ts';
import type { Body } from '../../../../contract/routes.ts';
import { now } from '../../platform/clock.ts';
import { hashOf, randomAlphanumeric } from '../../platform/crypto.ts';
import { breaksUnique, type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuseField } from '../../platform/errors.ts';
import {
  findUser,
  findUserByEmail,
  lockUser,
  lockUserForUpdate,
  type UserRow,
  writeUser,
} from '../../users/users.ts';
import { lockOwnAccount, proveByPassword, refuseReplacedPassword } from '../passwords/passwords.ts';
import { deleteReset } from '../passwords/store.ts';
import { revokeEveryFamilyOf, revokeFamiliesOfClient } from '../tokens/store.ts';

export const isAnotherEmail = (user: UserRow, email: string | undefined): email is string =>
  email !== undefined && comparableEmail(email) !== comparableEmail(user.email);

/**
 * Changes the named fields. A new email address needs the password, since a reset code is sent there.
 * @returns the account before and after the change
 * @throws a Refusal
 */
export async function updateAccount(
  db: Db,
  user: UserRow,
  { body, ip }: { body: Body<'updateOwnUser'>; ip: string },
): Promise<{ before: UserRow; after: UserRow }> {
  const { username, email, phone } = body;
  const isProven = isAnotherEmail(user, email);
  if (isProven) await proveByPassword(user, body.currentPassword, ip);
  try {
    return await inTransaction(db, async (trx) => {
      const before = await lockOwnAccount(trx, user.id);
      if (isProven) refuseReplacedPassword(before, user);
      const isAnother = isAnotherEmail(before, email);
      // The address was changed meanwhile, so this request sets another one and needs the password.
      if (isAnother && !isProven) refuseField('currentPassword', 'is required');
      const holder = isAnother ? await findUserByEmail(trx, email) : undefined;
      if (holder && holder.id !== user.id) throw new Refusal('email_taken');
      const unverified = isAnother ? { email_verified_at: null } : {};
      await writeUser(trx, user.id, { username, email, phone, ...unverified });
      // A code that was sent to the old address must not work any more.
      if (isAnother) await deleteReset(trx, user.id);
      const after = await findUser(trx, user.id);
      if (!after) throw new Refusal('unauthorized');
      return { before, after };
    });
  } catch (error) {
    if (breaksUnique(error, 'users_email')) throw new Refusal('email_taken');
    throw error;
  }
}

/** Gives the account's client a new secret, which is shown once, and an id if it has none. Revokes the old secret and its tokens. */
export async function replaceClientSecret(trx: Db, user: UserRow) {
  // Locks the account first: a token created concurrently is either seen by the revocation, or sees the new secret.
  const clientId = ((await lockUser(trx, user.id)) ?? user).client_id ?? randomAlphanumeric(24);
  const clientSecret = randomAlphanumeric(40);
  await writeUser(trx, user.id, { client_id: clientId, client_secret_hash: hashOf(clientSecret) });
  await revokeFamiliesOfClient(trx, user.id);
  return { clientId, clientSecret };
}

/** Disables an account: revokes its credentials and ends its sign-ins. */
export const disableUser = (db: Db, userId: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    // Waits for transactions that create something as this account, so that the following statements see it.
    await lockUserForUpdate(trx, userId);
    await writeUser(trx, userId, { disabled_at: now() });
    await revokeEveryFamilyOf(trx, userId);
  });

/** Enables an account again: its personal tokens work as before, and people have to sign in again. */
export const enableUser = (db: Db, userId: string): Promise<void> =>
  writeUser(db, userId, { disabled_at: null });
