import type { Body } from '../../../contract/routes.ts';
import { now } from '../platform/clock.ts';
import { breaksUnique, type Db, inTransaction } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import { findUser, refreshClientSecret, type UserRow, writeUser } from '../users/users.ts';
import { deleteReset } from './passwords.store.ts';
import { proveByPassword } from './passwords.ts';
import { revokeEveryFamilyOf, revokeFamiliesOfClient } from './store.ts';

export const isAnotherEmail = (user: UserRow, email: string | undefined): email is string =>
  email !== undefined && email.toLowerCase() !== user.email.toLowerCase();

/**
 * Changes the named fields. Another e-mail address is another way to the account, so it needs the password.
 * @throws a Refusal
 */
export async function updateAccount(db: Db, user: UserRow, body: Body<'updateOwnUser'>): Promise<UserRow> {
  const { username, email, phone } = body;
  const isAnother = isAnotherEmail(user, email);
  if (isAnother) await proveByPassword(user, body.currentPassword);
  try {
    return await inTransaction(db, async (trx) => {
      await writeUser(trx, user.id, { username, email, phone });
      // A code that went to the old address opens nothing any more.
      if (isAnother) await deleteReset(trx, user.id);
      const changed = await findUser(trx, user.id);
      if (!changed) throw new Refusal('unauthorized');
      return changed;
    });
  } catch (error) {
    if (breaksUnique(error, 'users_email')) throw new Refusal('email_taken');
    throw error;
  }
}

/** Gives the account's client a new secret; the old one and the tokens that it gave end. */
export const replaceClientSecret = (
  db: Db,
  user: UserRow,
): Promise<{ clientId: string; clientSecret: string }> =>
  inTransaction(db, async (trx) => {
    // The account first: a token that is under way is seen by the second statement, or sees the first.
    const secret = await refreshClientSecret(trx, user);
    await revokeFamiliesOfClient(trx, user.id, now());
    return secret;
  });

/** Stops every credential of the account at once, and ends its sign-ins. */
export const disableUser = (db: Db, userId: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const time = now();
    await writeUser(trx, userId, { disabled_at: time });
    await revokeEveryFamilyOf(trx, userId, time);
  });

/** Lets the account be used again: its personal tokens count as before, people sign in anew. */
export const enableUser = (db: Db, userId: string): Promise<void> =>
  writeUser(db, userId, { disabled_at: null });
