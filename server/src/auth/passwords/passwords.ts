import { now } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuseField } from '../../platform/errors.ts';
import { hashNewPassword, isPassword } from '../../platform/passwords.ts';
import { findUserByEmail, lockUser, type UserRow, writeUser } from '../../users/users.ts';
import { WrongCredential } from '../attempts/attempts.ts';
import { deleteIdentity } from '../provider/store.ts';
import { deletePersonalTokensOf, revokeFamiliesOfClient, revokeOtherFamilies } from '../tokens/store.ts';
import { deleteReset } from './store.ts';

/** The account with this email address and password; takes as long if there is none. */
export async function findUserByPassword(
  db: Db,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<UserRow | undefined> {
  const user = await findUserByEmail(db, email);
  const matches = await isPassword(user?.password_hash, password, address);
  return matches ? user : undefined;
}

export interface NewPassword {
  passwordHash: string;
  /**
   * Whether to revoke personal tokens, the client secret and the link to the provider, too: whoever had the old
   * password may have created them.
   */
  revokesTokens: boolean;
  /** Whether to remove the account from its calls; it may enter them again. */
  endsCalls?: boolean;
  /** The sign-in that stays. */
  keepFamily?: string | undefined;
}

/** A reset revokes everything that the old password gave access to (docs/decisions/0020). */
export const resetTo = (passwordHash: string): NewPassword => ({
  passwordHash,
  revokesTokens: true,
  endsCalls: true,
});

/** The credentials that a new password revoked besides sign-ins. */
export interface RevokedCredentials {
  personalTokens: number;
  hadSecret: boolean;
  hadIdentity: boolean;
}

/**
 * Sets another password and ends the account's sign-ins. It writes the account first: a sign-in, token or secret
 * created concurrently either waits and is refused, or is committed and revoked here.
 */
export async function replacePassword(
  trx: Db,
  user: { id: string },
  { passwordHash, revokesTokens, endsCalls = false, keepFamily }: NewPassword,
): Promise<RevokedCredentials> {
  const lockedUser = await lockUser(trx, user.id);
  await writeUser(trx, user.id, {
    password_hash: passwordHash,
    ...(revokesTokens && { client_secret_hash: null }),
    ...(endsCalls && { entries_valid_from: now() }),
  });
  await deleteReset(trx, user.id);
  await revokeOtherFamilies(trx, user.id, keepFamily);
  if (!revokesTokens) return { personalTokens: 0, hadSecret: false, hadIdentity: false };
  await revokeFamiliesOfClient(trx, user.id, keepFamily);
  const personalTokens = await deletePersonalTokensOf(trx, user.id);
  // Somebody with the old password may have linked their own account at the provider. Without one nobody could.
  const hadIdentity = lockedUser?.password_hash != null && (await deleteIdentity(trx, user.id));
  return { personalTokens, hadSecret: (lockedUser?.client_secret_hash ?? null) !== null, hadIdentity };
}

const wrongPassword = (): WrongCredential =>
  new WrongCredential('validation_failed', {
    details: [{ path: 'currentPassword', message: 'is not the current password' }],
  });

/** @throws `password_missing`; a Refusal of `currentPassword` if it is absent, a WrongCredential if it is wrong */
export async function proveByPassword(user: UserRow, password: string | undefined, address: string) {
  if (user.password_hash === null) throw new Refusal('password_missing');
  if (password === undefined) refuseField('currentPassword', 'is required');
  else if (!(await isPassword(user.password_hash, password, address))) throw wrongPassword();
}

/** Locks the account for a change and reads it. Refuses if it was disabled meanwhile. */
export async function lockOwnAccount(trx: Db, userId: string): Promise<UserRow> {
  const lockedUser = await lockUser(trx, userId);
  if (!lockedUser || lockedUser.disabled_at) throw new Refusal('unauthorized');
  return lockedUser;
}

/** Refuses if the password that was proven was replaced since, perhaps by a reset. */
export function refuseReplacedPassword(lockedUser: UserRow, user: UserRow): void {
  if (lockedUser.password_hash !== user.password_hash) throw wrongPassword();
}

interface PasswordChange {
  /** Undefined for an account without a password, whose caller proved a recent sign-in. */
  currentPassword: string | undefined;
  password: string;
  revokesTokens: boolean;
  keepFamily: string | undefined;
  ip: string;
}

/** Changes the password of an account that proved the old one, and ends its other sign-ins. */
export async function changePassword(
  db: Db,
  user: UserRow,
  { currentPassword, password, ip, ...more }: PasswordChange,
): Promise<{ user: UserRow; revoked: RevokedCredentials }> {
  if (user.password_hash !== null) await proveByPassword(user, currentPassword, ip);
  const passwordHash = await hashNewPassword({ password, email: user.email }, ip);
  return inTransaction(db, async (trx) => {
    const lockedUser = await lockOwnAccount(trx, user.id);
    refuseReplacedPassword(lockedUser, user);
    return { user: lockedUser, revoked: await replacePassword(trx, lockedUser, { passwordHash, ...more }) };
  });
}
