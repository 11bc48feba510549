import type { Keyring } from '../../platform/crypto.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Endpoint, endpoint, openToAll } from '../../platform/http/endpoint.ts';
import { presentOwnUser } from '../../users/users.ts';
import { type RegisterParts, register } from '../accounts/register.ts';
import type { AttemptLimits } from '../attempts/attempts.ts';
import { checkCode } from '../passwords/reset.ts';
import { deleteReset } from '../passwords/store.ts';
import {
  browserFamilyOf,
  endBrowserSession,
  enterBrowser,
  rememberLanguage,
  renewBrowserSession,
  signInBrowser,
} from './browser.ts';

export interface BrowserParts extends RegisterParts {
  keyring: Keyring;
  attempts: AttemptLimits;
  sendsMail: boolean;
  supportAddress: string | undefined;
  /** The name of the provider for people; undefined: there is none. */
  providerLabel: string | undefined;
}

/** Endpoints to sign a browser in and out by cookies. */
export const browserEndpoints = (parts: BrowserParts): Endpoint[] => [
  endpoint('getSignInOptions', {
    access: openToAll,
    handle: async () => ({
      registration: parts.registration,
      sendsMail: parts.sendsMail,
      supportAddress: parts.supportAddress ?? null,
      provider: parts.providerLabel === undefined ? null : { label: parts.providerLabel },
    }),
  }),
  endpoint('createSession', {
    access: openToAll,
    setsCookies: true,
    handle: async ({ db, body, caller, origin, cookies }) => {
      const { email, code } = body;
      const { keyring, attempts, sendsMail } = parts;
      if (code !== undefined) await checkCode({ db, keyring, attempts }, { email, code, ip: origin.ip });
      const attempt = {
        ...({ kind: 'sign-in', account: email, ip: origin.ip } as const),
        code: code !== undefined ? ('right' as const) : sendsMail ? ('accepted' as const) : undefined,
      };
      const signedIn = await attempts.guard(db, attempt, () => signInBrowser(db, body, origin));
      if (code !== undefined) await deleteReset(db, signedIn.user.id);
      return enterBrowser({ db, caller, cookies, origin }, signedIn);
    },
  }),
  endpoint('register', {
    access: openToAll,
    setsCookies: true,
    handle: async ({ db, body, caller, origin, cookies }) => {
      await parts.attempts.take(db, { kind: 'register', account: '', ip: origin.ip });
      const signedIn = await register(parts, db, { body, device: origin });
      return enterBrowser({ db, caller, cookies, origin }, signedIn);
    },
  }),
  endpoint('refreshSession', {
    access: openToAll,
    setsCookies: true,
    handle: async ({ db, cookies, origin }) => {
      const { refreshToken } = cookies;
      if (refreshToken === undefined) throw new Refusal('unauthorized');
      const renewed = await renewBrowserSession({ db, keyring: parts.keyring }, refreshToken);
      if (typeof renewed === 'string') {
        // Another tab may have ended it by a new sign-in, whose cookies the browser has by now.
        if (renewed === 'invalid') cookies.clear();
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
      await endBrowserSession(db, { familyId: browserFamilyOf(caller), refreshToken: cookies.refreshToken });
      cookies.clear();
    },
  }),
];
