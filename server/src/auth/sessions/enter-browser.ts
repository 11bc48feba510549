import type { Answer } from '../../../../contract/routes.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Caller } from '../../platform/http/access/caller.ts';
import type { SessionCookies } from '../../platform/http/access/cookies.ts';
import type { Origin } from '../../platform/http/endpoint.ts';
import { languageOf } from '../../platform/mail/language.ts';
import { presentOwnUser, type UserRow, writeUser } from '../../users/users.ts';
import { endBrowserSession, type SignedIn } from './browser.ts';

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
