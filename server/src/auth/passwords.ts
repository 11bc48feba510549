import { now } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { Refusal, refuseField } from '../platform/errors.ts';
import { hashPassword, isPassword, lockUser, type UserRow, writeUser } from '../users/users.ts';
import { deleteReset } from './passwords.store.ts';
import { revokeOtherFamilies } from './store.ts';

/**
 * Gives an account another password; its sign-ins end, but for `keepFamily`. The account is written first: a sign-in
 * that is under way with the old password is seen by the second statement, or sees the first.
 */
export async function replacePassword(
  trx: Db,
  user: { id: string },
  { passwordHash, keepFamily }: { passwordHash: string; keepFamily?: string | undefined },
): Promise<void> {
  await writeUser(trx, user.id, { password_hash: passwordHash });
  await deleteReset(trx, user.id);
  await revokeOtherFamilies(trx, { userId: user.id, keepId: keepFamily }, now());
}

/** @throws a Refusal of `currentPassword` where it is not the account's */
export async function proveByPassword(user: UserRow, password: string | undefined): Promise<void> {
  if (password === undefined) refuseField('currentPassword', 'is required');
  else if (!(await isPassword(user.password_hash, password))) {
    refuseField('currentPassword', 'is not your password');
  }
}

/** The account as it is now, held for a change; one that was switched off meanwhile changes nothing any more. */
export async function lockOwn(trx: Db, userId: string): Promise<UserRow> {
  const held = await lockUser(trx, userId);
  if (!held || held.disabled_at) throw new Refusal('unauthorized');
  return held;
}

/** What was proven of `user` must still hold: a password that was replaced since, by its code perhaps, proves nothing. */
export function refuseReplaced(held: UserRow, user: UserRow): void {
  if (held.password_hash !== user.password_hash) refuseField('currentPassword', 'is not your password');
}

/** Changes the password of somebody who knows it, and ends their other sign-ins. */
export async function changePassword(
  db: Db,
  user: UserRow,
  given: { currentPassword: string; password: string; keepFamily: string | undefined },
): Promise<UserRow> {
  await proveByPassword(user, given.currentPassword);
  const passwordHash = await hashPassword(given.password);
  return inTransaction(db, async (trx) => {
    const held = await lockOwn(trx, user.id);
    refuseReplaced(held, user);
    await replacePassword(trx, held, { passwordHash, keepFamily: given.keepFamily });
    return held;
  });
}
