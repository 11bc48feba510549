import { after, now, seconds } from '../../platform/clock.ts';
import { hashOf, type Keyring, randomToken } from '../../platform/crypto.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { prefixes } from './prefixes.ts';
import {
  endOfUnusedPair,
  insertFamily,
  insertPair,
  lockRefreshToken,
  markRotated,
  revokeFamily,
} from './store.ts';

const day = seconds(86_400);
const accessLives = 7 * day;
export const refreshLives = 21 * day;
/** A used refresh token gives the same successor for this long: two tabs may renew, or a response be lost. */
const grace = seconds(30);

export interface IssuedTokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

type TokenKind = 'client' | 'user' | 'browser';

/** The account of the tokens; for a client token the account that the client belongs to. */
export interface TokenHolder {
  kind: 'client' | 'user';
  userId: string;
  /** Null for a browser. */
  clientUserId: string | null;
}

/** Lets a person recognize a sign-in in their list. */
export interface Device {
  userAgent: string;
  ip: string;
}

interface Pair {
  access: string;
  refresh: string;
}

const pairOf = (kind: TokenKind, secretOf: (token: keyof Pair) => string): Pair => ({
  access: prefixes[kind] + secretOf('access'),
  refresh: prefixes.refresh + secretOf('refresh'),
});

/**
 * Derives the pair that follows a refresh token by the installation's key: it can be given a second time although
 * only hashes are stored, and nobody else can compute it.
 */
const successorOf = (keyring: Keyring, refreshToken: string, kind: TokenKind): Pair =>
  pairOf(kind, (token) => keyring.sign(`successor:${token}`, refreshToken).toString('base64url'));

async function store(db: Db, familyId: string, { access, refresh }: Pair): Promise<void> {
  await insertPair(db, familyId, {
    access: { token_hash: hashOf(access), expires_at: after(accessLives) },
    refresh: { token_hash: hashOf(refresh), expires_at: after(refreshLives) },
  });
}

const answer = ({ access, refresh }: Pair, lives: number): IssuedTokens => ({
  access_token: access,
  refresh_token: refresh,
  expires_in: Math.floor(lives / 1000),
});

const longestUserAgent = 500;

/** Starts a token family. */
export async function issueTokens(db: Db, { kind, userId, clientUserId }: TokenHolder, device: Device) {
  const isBrowser = clientUserId === null;
  const pair = pairOf(isBrowser ? 'browser' : kind, () => randomToken(32));
  await inTransaction(db, async (trx) => {
    const id = newId();
    const time = now();
    await insertFamily(trx, {
      id,
      kind,
      user_id: userId,
      client_user_id: clientUserId,
      created_at: time,
      revoked_at: null,
      is_browser: isBrowser,
      user_agent: device.userAgent.slice(0, longestUserAgent).toWellFormed() || null,
      ip: device.ip,
      last_used_at: time,
    });
    await store(trx, id, pair);
  });
  return answer(pair, accessLives);
}

/**
 * Renews by a refresh token. A used one gives the same successor within the grace period. Later it was stolen, or its
 * successor was, which cannot be distinguished, so the whole family ends.
 * @param clientUserId the account whose client asks; null for a browser
 * @returns `ended` if the family ended earlier, `invalid` if the refresh token proves nothing for another reason
 */
export function renewTokens(
  parts: { db: Db; keyring: Keyring },
  clientUserId: string | null,
  refreshToken: string,
): Promise<{ userId: string; tokens: IssuedTokens } | 'ended' | 'invalid'> {
  return inTransaction(parts.db, async (trx) => {
    const time = now();
    const hash = hashOf(refreshToken);
    const found = await lockRefreshToken(trx, hash);
    if (!found || found.client_user_id !== clientUserId) return 'invalid';
    if (found.revoked_at) return 'ended';
    if (found.user_disabled_at || found.expires_at <= time) return 'invalid';
    const { user_id: userId } = found;
    const pair = successorOf(parts.keyring, refreshToken, found.is_browser ? 'browser' : found.kind);
    if (!found.rotated_at) {
      await markRotated(trx, hash, time);
      await store(trx, found.family_id, pair);
      return { userId, tokens: answer(pair, accessLives) };
    }
    const endsAt =
      found.rotated_at > after(-grace, time)
        ? await endOfUnusedPair(trx, hashOf(pair.access), hashOf(pair.refresh))
        : undefined;
    if (endsAt) return { userId, tokens: answer(pair, endsAt.getTime() - time.getTime()) };
    await revokeFamily(trx, found.family_id);
    return 'invalid';
  });
}
