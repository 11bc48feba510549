import { now } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuseField } from '../../platform/errors.ts';
import { hashNewPassword, isPassword, lockUser, type UserRow, writeUser } from '../../users/users.ts';
import { WrongCredential } from '../attempts/attempts.ts';
import { deletePersonalTokensOf, revokeFamiliesOfClient, revokeOtherFamilies } from '../tokens/store.ts';
import { deleteReset } from './store.ts';

export interface NewPassword {
  passwordHash: string;
  /** Revokes personal tokens and the client secret, too: whoever had the old password may have created them. */
  revokesTokens: boolean;
  /** Ends the calls that were entered with the account; it may enter them anew. */
  endsCalls?: boolean;
  /** The sign-in that stays. */
  keepFamily?: string | undefined;
}

/** A reset: whoever had the old password keeps nothing that it gave them. */
export const resetTo = (passwordHash: string): NewPassword => ({
  passwordHash,
  revokesTokens: true,
  endsCalls: true,
});

/** What a new password revoked beside sign-ins. */
export interface RevokedCredentials {
  personalTokens: number;
  hadSecret: boolean;
}

/**
 * Sets another password and ends the account's sign-ins. The account is written first: a sign-in, token or secret that is
 * created at the same time either waits for this transaction and is refused, or is committed and revoked here.
 */
export async function replacePassword(
  trx: Db,
  user: { id: string },
  { passwordHash, revokesTokens, endsCalls = false, keepFamily }: NewPassword,
): Promise<RevokedCredentials> {
  const held = await lockUser(trx, user.id);
  const time = now();
  await writeUser(trx, user.id, {
    password_hash: passwordHash,
    ...(revokesTokens && { client_secret_hash: null }),
    ...(endsCalls && { entries_valid_from: time }),
  });
  await deleteReset(trx, user.id);
  await revokeOtherFamilies(trx, { userId: user.id, keepId: keepFamily }, time);
  if (!revokesTokens) return { personalTokens: 0, hadSecret: false };
  await revokeFamiliesOfClient(trx, { clientUserId: user.id, keepId: keepFamily }, time);
  const personalTokens = await deletePersonalTokensOf(trx, user.id);
  return { personalTokens, hadSecret: (held?.client_secret_hash ?? null) !== null };
}

const wrongPassword = (): WrongCredential =>
  new WrongCredential('validation_failed', {
    details: [{ path: 'currentPassword', message: 'is not your password' }],
  });

/** @throws a Refusal of `currentPassword` where it is missing, a WrongCredential where it is not the account's */
export async function proveByPassword(
  user: UserRow,
  password: string | undefined,
  address: string,
): Promise<void> {
  if (password === undefined) refuseField('currentPassword', 'is required');
  else if (!(await isPassword(user.password_hash, password, address))) throw wrongPassword();
}

/** The account as it is now, held for a change; one that was switched off meanwhile changes nothing any more. */
export async function lockOwnAccount(trx: Db, userId: string): Promise<UserRow> {
  const held = await lockUser(trx, userId);
  if (!held || held.disabled_at) throw new Refusal('unauthorized');
  return held;
}

/** What was proven of `user` must still hold: a password that was replaced since, by its code perhaps, proves nothing. */
export function refuseReplacedPassword(held: UserRow, user: UserRow): void {
  if (held.password_hash !== user.password_hash) throw wrongPassword();
}

interface PasswordChange {
  currentPassword: string;
  password: string;
  revokesTokens: boolean;
  keepFamily: string | undefined;
  ip: string;
}

/** Changes the password of somebody who knows it, and ends their other sign-ins. */
export async function changePassword(
  db: Db,
  user: UserRow,
  { currentPassword, password, ip, ...more }: PasswordChange,
): Promise<{ user: UserRow; revoked: RevokedCredentials }> {
  await proveByPassword(user, currentPassword, ip);
  const passwordHash = await hashNewPassword({ password, email: user.email }, ip);
  return inTransaction(db, async (trx) => {
    const held = await lockOwnAccount(trx, user.id);
    refuseReplacedPassword(held, user);
    return { user: held, revoked: await replacePassword(trx, held, { passwordHash, ...more }) };
  });
}
