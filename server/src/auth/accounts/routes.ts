import { now, timestamp } from '../../platform/clock.ts';
import { requestedPage } from '../../platform/db/page.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Endpoint, endpoint, openToAll } from '../../platform/http/endpoint.ts';
import { ownUser, presentOwnUser } from '../../users/users.ts';
import type { PasswordParts } from '../passwords/routes.ts';
import { makePersonalToken, presentPersonalToken, readTokenWish } from '../tokens/personal-tokens.ts';
import { runWithProof } from '../tokens/proof.ts';
import {
  deletePersonalToken,
  type FamilyRow,
  familiesOf,
  familyOf,
  pageOfPersonalTokens,
  personalTokenOf,
  revokeFamily,
  revokeOtherFamilies,
} from '../tokens/store.ts';
import { isAnotherEmail, replaceClientSecret, updateAccount } from './accounts.ts';

type Account = { kind: 'personal' } | { kind: 'user' | 'session'; familyId: string };

/** The id of the caller's sign-in; a personal token has none. */
const currentOf = (caller: Account): string | undefined =>
  caller.kind === 'personal' ? undefined : caller.familyId;

const presentSession = (row: FamilyRow, currentId: string | undefined) => ({
  id: row.id,
  kind: row.is_browser ? ('browser' as const) : ('api' as const),
  isCurrent: row.id === currentId,
  userAgent: row.user_agent,
  ip: row.ip,
  createdAt: timestamp(row.created_at),
  // Null for a sign-in from before this column existed.
  lastUsedAt: timestamp(row.last_used_at ?? row.created_at),
});

/** Endpoints with which people manage their account: its fields, sign-ins, client and personal tokens. */
export const accountEndpoints = (parts: Pick<PasswordParts, 'attempts' | 'notify'>): Endpoint[] => [
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
      const { items, total } = await familiesOf(db, caller.userId, requestedPage(query));
      return { items: items.map((row) => presentSession(row, currentOf(caller))), total };
    },
  }),
  endpoint('endSession', {
    inTransaction: true,
    access: async ({ db, caller, params: { sessionId } }) => {
      if (!(await familyOf(db, caller.userId, sessionId))) throw new Refusal('not_found');
    },
    handle: ({ db, params: { sessionId } }) => revokeFamily(db, sessionId),
  }),
  endpoint('endOtherSessions', {
    inTransaction: true,
    access: openToAll,
    handle: ({ db, caller }) => revokeOtherFamilies(db, caller.userId, currentOf(caller)),
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
  endpoint('createPersonalToken', {
    access: ownUser,
    handle: async ({ db, caller, access: user, body, origin: { ip, acceptLanguage } }) => {
      const request = { caller, user, ip, currentPassword: body.currentPassword };
      const wish = readTokenWish(caller, body);
      const { row, token } = await runWithProof({ db, attempts: parts.attempts }, request, (trx) =>
        makePersonalToken(trx, { userId: user.id }, wish),
      );
      const occasion = { about: 'token-created', name: row.name, at: row.created_at } as const;
      parts.notify({ ...user, acceptLanguage }, occasion);
      const { lastUsedAt: _, ...made } = presentPersonalToken(row);
      return { ...made, token };
    },
  }),
  endpoint('listPersonalTokens', {
    access: openToAll,
    handle: async ({ db, caller, query }) => {
      const { items, total } = await pageOfPersonalTokens(db, caller.userId, requestedPage(query));
      return { items: items.map(presentPersonalToken), total };
    },
  }),
  endpoint('deletePersonalToken', {
    inTransaction: true,
    access: async ({ db, caller, params: { tokenId } }) => {
      if (!(await personalTokenOf(db, caller.userId, tokenId))) throw new Refusal('not_found');
    },
    handle: ({ db, params: { tokenId } }) => deletePersonalToken(db, tokenId),
  }),
];
