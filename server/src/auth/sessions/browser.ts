import type { Answer } from '../../../../contract/routes.ts';
import { seconds } from '../../platform/clock.ts';
import { hashOf, type Keyring } from '../../platform/crypto.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access/caller.ts';
import type { SessionCookies, SessionTokens } from '../../platform/http/access/cookies.ts';
import type { Origin } from '../../platform/http/endpoint.ts';
import { languageOf } from '../../platform/mail/language.ts';
import { findUser, lockUserForShare, presentOwnUser, type UserRow, writeUser } from '../../users/users.ts';
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
export async function signInBrowser(db: Db, given: { email: string; password: string }, device: Device) {
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
  if (familyId !== undefined) await revokeFamily(db, familyId);
  if (refreshToken !== undefined) await revokeFamilyOfRefreshToken(db, hashOf(refreshToken));
}

/** The id of the sign-in whose cookies the request has. */
export const browserFamilyOf = (caller: Caller): string | undefined =>
  caller.kind === 'session' ? caller.familyId : undefined;

/** Stores the language of the person's browser, for emails that no request of theirs causes. */
export async function rememberLanguage(db: Db, user: UserRow, { acceptLanguage }: Origin): Promise<void> {
  if (acceptLanguage === '') return;
  const language = languageOf(acceptLanguage);
  if (language !== user.language) await writeUser(db, user.id, { language });
}

export interface BrowserRequest {
  db: Db;
  caller: Caller;
  cookies: SessionCookies;
  origin: Origin;
}

/** Gives the browser the cookies of a new sign-in. It ends the one before, which nobody could use any more. */
export async function enterBrowser(
  { db, caller, cookies, origin }: BrowserRequest,
  { user, tokens }: SignedIn,
): Promise<Answer<'createSession'>> {
  await endBrowserSession(db, { familyId: browserFamilyOf(caller), refreshToken: cookies.refreshToken });
  cookies.set(tokens);
  await rememberLanguage(db, user, origin);
  return presentOwnUser(user);
}
