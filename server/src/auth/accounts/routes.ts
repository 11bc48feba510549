import { now } from '../../platform/clock.ts';
import { type Endpoint, endpoint, openToAll } from '../../platform/http/endpoint.ts';
import { ownUser, presentOwnUser } from '../../users/users.ts';
import type { AttemptLimits } from '../attempts/attempts.ts';
import type { Notify } from '../mail/notify.ts';
import { ownFamilyInPath } from '../tokens/access.ts';
import { familiesOf } from '../tokens/families.store.ts';
import { presentSession } from '../tokens/present.ts';
import { runWithProof } from '../tokens/proof.ts';
import { revokeFamily, revokeOtherFamilies } from '../tokens/store.ts';
import { isAnotherEmail, replaceClientSecret, updateAccount } from './accounts.ts';

export interface AccountParts {
  attempts: AttemptLimits;
  notify: Notify;
}

type Account = { kind: 'personal' } | { kind: 'user' | 'session'; familyId: string };

/** The id of the caller's sign-in; a personal token has none. */
const currentOf = (caller: Account): string | undefined =>
  caller.kind === 'personal' ? undefined : caller.familyId;

/** Endpoints with which people manage their account: its fields, sign-ins and client. */
export const accountEndpoints = (parts: AccountParts): Endpoint[] => [
  endpoint('updateOwnUser', {
    access: ownUser,
    handle: async ({ db, access: user, body, origin: { ip, acceptLanguage } }) => {
      const update = () => updateAccount(db, user, { body, ip });
      const attempt = { kind: 'sign-in', account: user.email, ip } as const;
      const provesPassword = isAnotherEmail(user, body.email) && body.currentPassword !== undefined;
      const { before, after } = provesPassword
        ? await parts.attempts.guard(db, attempt, update)
        : await update();
      const occasion = { about: 'email-changed', newEmail: after.email } as const;
      if (isAnotherEmail(before, after.email)) parts.notify({ ...before, acceptLanguage }, occasion);
      return presentOwnUser(after);
    },
  }),
  endpoint('listSessions', {
    access: openToAll,
    handle: async ({ db, caller, query }) => {
      const { limit = 1000, offset = 0, order = 'desc' } = query;
      const of = { time: now(), page: { limit, offset, order } };
      const { items, total } = await familiesOf(db, caller.userId, of);
      return { items: items.map((row) => presentSession(row, currentOf(caller))), total };
    },
  }),
  endpoint('endSession', {
    access: ownFamilyInPath,
    handle: async ({ db, access }) => {
      await revokeFamily(db, access.id, now());
      return undefined;
    },
  }),
  endpoint('endOtherSessions', {
    access: openToAll,
    handle: async ({ db, caller }) => {
      await revokeOtherFamilies(db, { userId: caller.userId, keepId: currentOf(caller) }, now());
      return undefined;
    },
  }),
  endpoint('getClient', {
    access: ownUser,
    handle: async ({ access }) => ({
      clientId: access.client_id,
      hasSecret: access.client_secret_hash !== null,
    }),
  }),
  endpoint('refreshClientSecret', {
    access: ownUser,
    handle: async ({ db, caller, access: user, body, origin: { ip, acceptLanguage } }) => {
      const request = { caller, user, ip, currentPassword: body.currentPassword };
      const secret = await runWithProof({ db, attempts: parts.attempts }, request, replaceClientSecret);
      parts.notify({ ...user, acceptLanguage }, { about: 'client-secret-created', at: now() });
      return secret;
    },
  }),
];
