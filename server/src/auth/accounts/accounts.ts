import type { Body } from '../../../../contract/routes.ts';
import { now } from '../../platform/clock.ts';
import { breaksUnique, type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuseField } from '../../platform/errors.ts';
import {
  findUser,
  lockUser,
  lockUserAlone,
  refreshClientSecret,
  type UserRow,
  writeUser,
} from '../../users/users.ts';
import { lockOwnAccount, proveByPassword, refuseReplacedPassword } from '../passwords/passwords.ts';
import { deleteReset } from '../passwords/store.ts';
import { revokeEveryFamilyOf, revokeFamiliesOfClient } from '../tokens/store.ts';

export const isAnotherEmail = (user: UserRow, email: string | undefined): email is string =>
  email !== undefined && email.toLowerCase() !== user.email.toLowerCase();

/** An account as a change found it, and as it left it. */
export interface AccountChange {
  before: UserRow;
  after: UserRow;
}

/**
 * Changes the named fields. Another e-mail address is another way to the account, so it needs the password.
 * @throws a Refusal
 */
export async function updateAccount(
  db: Db,
  user: UserRow,
  { body, ip }: { body: Body<'updateOwnUser'>; ip: string },
): Promise<AccountChange> {
  const { username, email, phone } = body;
  const isProven = isAnotherEmail(user, email);
  if (isProven) await proveByPassword(user, body.currentPassword, ip);
  try {
    return await inTransaction(db, async (trx) => {
      const before = await lockOwnAccount(trx, user.id);
      if (isProven) refuseReplacedPassword(before, user);
      const isAnother = isAnotherEmail(before, email);
      // The address was changed meanwhile: what was the account's own is another one now.
      if (isAnother && !isProven) refuseField('currentPassword', 'is required');
      await writeUser(trx, user.id, { username, email, phone });
      // A code that went to the old address opens nothing any more.
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

/** Gives the account's client a new secret; the old one and the tokens that it gave end. */
export async function replaceClientSecret(
  trx: Db,
  user: UserRow,
): Promise<{ clientId: string; clientSecret: string }> {
  // The account first: a token that is under way is seen by the second statement, or sees the first.
  const secret = await refreshClientSecret(trx, (await lockUser(trx, user.id)) ?? user);
  await revokeFamiliesOfClient(trx, { clientUserId: user.id }, now());
  return secret;
}

/** Stops every credential of the account at once, and ends its sign-ins. */
export const disableUser = (db: Db, userId: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const time = now();
    // Waits for whoever creates something as this account at this moment: it is found by what follows.
    await lockUserAlone(trx, userId);
    await writeUser(trx, userId, { disabled_at: time });
    await revokeEveryFamilyOf(trx, userId, time);
  });

/** Lets the account be used again: its personal tokens count as before, people sign in anew. */
export const enableUser = (db: Db, userId: string): Promise<void> =>
  writeUser(db, userId, { disabled_at: null });
