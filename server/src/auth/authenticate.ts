import type { TokenScope } from '../../../contract/permissions/token-scopes.ts';
import { after, now, seconds } from '../platform/clock.ts';
import { hashOf, type Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import type { Caller, PersonalCaller } from '../platform/http/access/caller.ts';
import { Sessions } from './sessions/sessions.ts';
import { prefixes } from './tokens/prefixes.ts';
import { familyOfAccessToken, personalTokenByHash, setLastUse, type UsedCredential } from './tokens/store.ts';

/** The last use of a token is stored at most this often, so that most requests only read. */
const saveUseEveryMs = seconds(60);

async function saveUseOf(db: Db, used: UsedCredential): Promise<void> {
  const unlessSince = after(-saveUseEveryMs);
  const { last_used_at } = used.row;
  if (!last_used_at || last_used_at < unlessSince) await setLastUse(db, used, unlessSince);
}

async function ofAccessToken(
  db: Db,
  token: string,
  kind: 'client' | 'user' | 'session',
): Promise<Caller | null> {
  const family = await familyOfAccessToken(db, hashOf(token));
  if (!family) return null;
  const found = family.is_browser ? 'session' : family.kind;
  if (found !== kind) return null;
  await saveUseOf(db, { table: 'token_families', row: family });
  return kind === 'client'
    ? { kind, userId: family.user_id }
    : { kind, userId: family.user_id, familyId: family.id };
}

/** Finds the caller of an access token in a cookie. Such a token is valid only as a cookie. */
export const createAuthenticateCookie =
  (db: Db) =>
  async (token: string): Promise<Caller | null> =>
    token.startsWith(prefixes.browser) ? ofAccessToken(db, token, 'session') : null;

async function ofPersonalToken(db: Db, token: string): Promise<PersonalCaller | null> {
  const found = await personalTokenByHash(db, hashOf(token));
  if (!found) return null;
  await saveUseOf(db, { table: 'personal_tokens', row: found });
  return {
    ...{ kind: 'personal', userId: found.user_id, tokenId: found.id },
    ...{ scopes: found.scopes as TokenScope[], expiresAt: found.expires_at, spaceId: found.service_space_id },
  };
}

export interface AuthenticateParts {
  db: Db;
  keyring: Keyring;
  /** @returns the group whose chat application has the machine token with this hash */
  spaceOfMachineToken: (db: Db, tokenHash: Buffer) => Promise<string | undefined>;
}

async function ofApplicationToken(
  { db, spaceOfMachineToken }: AuthenticateParts,
  token: string,
): Promise<Caller | null> {
  const spaceId = await spaceOfMachineToken(db, hashOf(token));
  return spaceId === undefined ? null : { kind: 'application', spaceId };
}

/** Finds the caller of a bearer token; null if it is invalid. Nothing is cached: a revoked token stops at once. */
export function createAuthenticate(parts: AuthenticateParts) {
  const sessions = new Sessions(parts.keyring);
  return async (token: string): Promise<Caller | null> => {
    switch (token.slice(0, 4)) {
      case prefixes.personal:
      case prefixes.limited:
      case prefixes.group:
        return ofPersonalToken(parts.db, token);
      case prefixes.client:
        return ofAccessToken(parts.db, token, 'client');
      case prefixes.user:
        return ofAccessToken(parts.db, token, 'user');
      case prefixes.link: {
        const session = sessions.openLinkSession(token, now());
        return session && { kind: 'link', linkId: session.linkId, browserHash: session.browserHash };
      }
      case prefixes.participant: {
        const session = sessions.openParticipantSession(token, now());
        return session && { kind: 'participant', ...session };
      }
      case prefixes.chat: {
        const session = sessions.openChatSession(token, now());
        return session && { kind: 'chat', chatUserId: session.chatUserId };
      }
      case prefixes.application:
        return ofApplicationToken(parts, token);
      default:
        return null;
    }
  };
}
