import type { Keyring } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access/caller.ts';
import { type Endpoint, endpoint, type Origin, openToAll } from '../../platform/http/endpoint.ts';
import { languageOf } from '../../platform/mail/language.ts';
import { presentOwnUser, type UserRow, writeUser } from '../../users/users.ts';
import { type RegisterParts, register } from '../accounts/register.ts';
import type { AttemptLimits } from '../attempts/attempts.ts';
import { endBrowserSession, renewBrowserSession, signInBrowser } from './browser.ts';

export interface BrowserParts extends RegisterParts {
  keyring: Keyring;
  attempts: AttemptLimits;
  sendsMail: boolean;
  supportAddress: string | undefined;
}

const familyOf = (caller: Caller): string | undefined =>
  caller.kind === 'session' ? caller.familyId : undefined;

/** Stores the language of the person's browser, for emails that no request of theirs causes. */
async function rememberLanguage(db: Db, user: UserRow, { acceptLanguage }: Origin): Promise<void> {
  if (acceptLanguage === '') return;
  const language = languageOf(acceptLanguage);
  if (language !== user.language) await writeUser(db, user.id, { language });
}

/** Endpoints to sign a browser in and out by cookies. */
export const browserEndpoints = (parts: BrowserParts): Endpoint[] => [
  endpoint('getSignInOptions', {
    access: openToAll,
    handle: async () => ({
      registration: parts.registration,
      sendsMail: parts.sendsMail,
      supportAddress: parts.supportAddress ?? null,
    }),
  }),
  endpoint('createSession', {
    access: openToAll,
    setsCookies: true,
    handle: async ({ db, body, caller, origin, cookies }) => {
      const attempt = { kind: 'sign-in', account: body.email, ip: origin.ip } as const;
      const { user, tokens } = await parts.attempts.guard(db, attempt, () => signInBrowser(db, body, origin));
      // A new sign-in ends the one before in this browser, which nobody could use any more.
      await endBrowserSession(db, { familyId: familyOf(caller), refreshToken: cookies.refreshToken });
      cookies.set(tokens);
      await rememberLanguage(db, user, origin);
      return presentOwnUser(user);
    },
  }),
  endpoint('register', {
    access: openToAll,
    setsCookies: true,
    handle: async ({ db, body, caller, origin, cookies }) => {
      await parts.attempts.take(db, { kind: 'register', account: '', ip: origin.ip });
      const { user, tokens } = await register(parts, db, { body, device: origin });
      await endBrowserSession(db, { familyId: familyOf(caller), refreshToken: cookies.refreshToken });
      cookies.set(tokens);
      await rememberLanguage(db, user, origin);
      return presentOwnUser(user);
    },
  }),
  endpoint('refreshSession', {
    access: openToAll,
    setsCookies: true,
    handle: async ({ db, cookies, origin }) => {
      const { refreshToken } = cookies;
      if (refreshToken === undefined) throw new Refusal('unauthorized');
      const renewed = await renewBrowserSession({ db, keyring: parts.keyring }, refreshToken);
      if (!renewed) {
        cookies.clear();
        throw new Refusal('unauthorized');
      }
      cookies.set(renewed.tokens);
      await rememberLanguage(db, renewed.user, origin);
      return presentOwnUser(renewed.user);
    },
  }),
  endpoint('deleteSession', {
    access: openToAll,
    setsCookies: true,
    handle: async ({ db, caller, cookies }) => {
      await endBrowserSession(db, { familyId: familyOf(caller), refreshToken: cookies.refreshToken });
      cookies.clear();
      return undefined;
    },
  }),
];
