import { Refusal } from '../../platform/errors.ts';
import { type Endpoint, endpoint, openToAll } from '../../platform/http/endpoint.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { ownUser } from '../../users/users.ts';
import type { AttemptLimits } from '../attempts/attempts.ts';
import type { Notify } from '../mail/emails.ts';
import { requireRecentSignIn } from '../tokens/proof.ts';
import { changePassword } from './passwords.ts';
import { makeCode, type ResetParts, resetByCode } from './reset.ts';

export interface PasswordParts extends ResetParts {
  attempts: AttemptLimits;
  sendsMail: boolean;
  notify: Notify;
  log: Logger;
}

/** Creates and sends the code in the background: the response takes as long for an unknown address. */
function sendCode(parts: PasswordParts, reader: { email: string; acceptLanguage: string }): void {
  const send = async () => {
    const made = await makeCode(parts, reader.email);
    if (!made) return;
    const { user, code, minutes } = made;
    parts.notify({ ...user, acceptLanguage: reader.acceptLanguage }, { about: 'code', code, minutes });
  };
  send().catch((error: unknown) => parts.log.error({ err: error }, 'no password reset code was created'));
}

export const passwordEndpoints = (parts: PasswordParts): Endpoint[] => [
  endpoint('requestPasswordReset', {
    access: openToAll,
    handle: async ({ db, body: { email }, origin }) => {
      if (!parts.sendsMail) throw new Refusal('mail_off');
      await parts.attempts.take(db, { kind: 'reset-request', account: email, ip: origin.ip });
      sendCode(parts, { email, acceptLanguage: origin.acceptLanguage });
      return {};
    },
  }),
  endpoint('resetPassword', {
    access: openToAll,
    handle: async ({ db, body, origin }) => {
      const attempt = { kind: 'reset-code', account: body.email, ip: origin.ip } as const;
      const given = { ...body, ip: origin.ip };
      const { user, revoked } = await parts.attempts.guard(db, attempt, () => resetByCode(parts, given));
      const reader = { ...user, acceptLanguage: origin.acceptLanguage };
      parts.notify(reader, { about: 'password-reset', ...revoked });
    },
  }),
  endpoint('changePassword', {
    access: ownUser,
    handle: async ({ db, caller, access: user, body, origin }) => {
      const attempt = { kind: 'sign-in', account: user.email, ip: origin.ip } as const;
      const keepFamily = caller.kind === 'personal' ? undefined : caller.familyId;
      const { revokesTokens = false, currentPassword } = body;
      if (user.password_hash === null) await requireRecentSignIn(db, caller);
      const given = { ...body, currentPassword, revokesTokens, keepFamily, ip: origin.ip };
      const changed = await parts.attempts.guard(db, attempt, () => changePassword(db, user, given));
      const reader = { ...changed.user, acceptLanguage: origin.acceptLanguage };
      parts.notify(reader, { about: 'password-changed', ...changed.revoked });
    },
  }),
];
