import { now, seconds } from '../../platform/clock.ts';
import { hashOf, type Keyring } from '../../platform/crypto.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { SessionTokens } from '../../platform/http/access/cookies.ts';
import { findUser, lockUserForShare, type UserRow } from '../../users/users.ts';
import { WrongCredential } from '../attempts/attempts.ts';
import { findUserByPassword } from '../passwords/passwords.ts';
import { type Device, type IssuedTokens, issueTokens, refreshLives, renewTokens } from '../tokens/issue.ts';
import { revokeFamily, revokeFamilyOfRefreshToken } from '../tokens/store.ts';

export interface SignedIn {
  user: UserRow;
  tokens: SessionTokens;
}

const tokensOf = (issued: IssuedTokens): SessionTokens => ({
  accessToken: issued.access_token,
  accessLives: seconds(issued.expires_in),
  refreshToken: issued.refresh_token,
  refreshLives,
});

/** Starts the session of one browser for an account that proved who it is. */
export async function openBrowserSession(db: Db, user: UserRow, device: Device): Promise<SignedIn> {
  const issued = await issueTokens(db, { kind: 'user', userId: user.id, clientUserId: null }, device);
  return { user, tokens: tokensOf(issued) };
}

/**
 * Signs a browser in.
 * @throws `sign_in_failed`, the same for a wrong password and an unknown address; `account_disabled`
 */
export async function signInBrowser(
  db: Db,
  given: { email: string; password: string },
  device: Device,
): Promise<SignedIn> {
  const user = await findUserByPassword(db, given, device.ip);
  if (!user) throw new WrongCredential('sign_in_failed');
  return inTransaction(db, async (trx) => {
    // The password is compared again under the lock: it may have changed since it was checked.
    const lockedUser = await lockUserForShare(trx, user.id);
    if (lockedUser?.password_hash !== user.password_hash) throw new WrongCredential('sign_in_failed');
    if (lockedUser.disabled_at) throw new Refusal('account_disabled');
    return openBrowserSession(trx, lockedUser, device);
  });
}

/** Renews a browser's session. @returns why the refresh token is refused; see `renewTokens` */
export async function renewBrowserSession(
  parts: { db: Db; keyring: Keyring },
  refreshToken: string,
): Promise<SignedIn | 'ended' | 'invalid'> {
  const renewed = await renewTokens(parts, null, refreshToken);
  if (typeof renewed === 'string') return renewed;
  const user = await findUser(parts.db, renewed.userId);
  return user ? { user, tokens: tokensOf(renewed.tokens) } : 'invalid';
}

/** Ends the session of either cookie. */
export async function endBrowserSession(
  db: Db,
  { familyId, refreshToken }: { familyId: string | undefined; refreshToken: string | undefined },
): Promise<void> {
  const time = now();
  if (familyId !== undefined) await revokeFamily(db, familyId, time);
  if (refreshToken !== undefined) await revokeFamilyOfRefreshToken(db, hashOf(refreshToken), time);
}
