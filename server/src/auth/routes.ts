import { timestamp } from '../platform/clock.ts';
import { type Endpoint, endpoint, openToAll } from '../platform/http/endpoint.ts';
import { ownUser } from '../users/users.ts';
import { type AccountParts, accountEndpoints } from './accounts/routes.ts';
import { type PasswordParts, passwordEndpoints } from './passwords/routes.ts';
import { type ProviderParts, providerEndpoints } from './provider/routes.ts';
import { type BrowserParts, browserEndpoints } from './sessions/browser.routes.ts';
import { ownTokenInPath } from './tokens/access.ts';
import { makePersonalToken } from './tokens/personal-tokens.ts';
import { presentPersonalToken } from './tokens/present.ts';
import { runWithProof } from './tokens/proof.ts';
import { deletePersonalToken, pageOfPersonalTokens } from './tokens/store.ts';

export type AuthParts = BrowserParts & PasswordParts & AccountParts & ProviderParts;

/** Endpoints for sign-ins, accounts and personal tokens. (`POST /v1/auth/token` is in tokens/endpoint.ts.) */
export const authEndpoints = (parts: AuthParts): Endpoint[] => [
  ...browserEndpoints(parts),
  ...passwordEndpoints(parts),
  ...accountEndpoints(parts),
  ...providerEndpoints(parts),
  endpoint('createPersonalToken', {
    access: ownUser,
    handle: async ({ db, caller, access: user, body, origin: { ip, acceptLanguage } }) => {
      const request = { caller, user, ip, currentPassword: body.currentPassword };
      const { row, token } = await runWithProof({ db, attempts: parts.attempts }, request, (trx) =>
        makePersonalToken(trx, user.id, body.name),
      );
      const occasion = { about: 'token-created', name: row.name, at: row.created_at } as const;
      parts.notify({ ...user, acceptLanguage }, occasion);
      return { id: row.id, name: row.name, token, createdAt: timestamp(row.created_at) };
    },
  }),
  endpoint('listPersonalTokens', {
    access: openToAll,
    handle: async ({ db, caller, query }) => {
      const { limit = 1000, offset = 0, order = 'desc' } = query;
      const { items, total } = await pageOfPersonalTokens(db, caller.userId, { limit, offset, order });
      return { items: items.map(presentPersonalToken), total };
    },
  }),
  endpoint('deletePersonalToken', {
    access: ownTokenInPath,
    handle: async ({ db, access }) => {
      await deletePersonalToken(db, access.id);
      return undefined;
    },
  }),
];
