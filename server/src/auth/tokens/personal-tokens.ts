import { type TokenScope, tokenScopeNames } from '../../../../contract/permissions/token-scopes.ts';
import type { Answer, Body } from '../../../../contract/routes.ts';
import {
  hasFourDigitYear,
  now,
  parseMoment,
  seconds,
  timestamp,
  timestampOrNull,
} from '../../platform/clock.ts';
import { hashOf, randomToken } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuseField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access/caller.ts';
import { newId } from '../../platform/ids.ts';
import { prefixes } from './prefixes.ts';
import { insertPersonalToken, type PersonalTokenRow } from './store.ts';

/** The name, the rights and the end of a token. */
export interface TokenWish {
  name: string;
  scopes: readonly TokenScope[];
  /** Null: until it is revoked. */
  expiresAt: Date | null;
}

/** Each scope once; `all` makes the others superfluous. */
export const scopesIn = (given: readonly TokenScope[]): TokenScope[] =>
  given.includes('all') ? ['all'] : tokenScopeNames.filter((scope) => given.includes(scope));

/**
 * Reads the request for a token. Only a token with all rights may create others, and none that can be used longer than
 * itself.
 * @throws a Refusal of `expiresAt`
 */
export function readTokenWish(
  caller: Caller,
  { name, scopes = ['all'], expiresAt }: Body<'createPersonalToken'>,
): TokenWish {
  const end = parseMoment(expiresAt ?? undefined) ?? null;
  if (end && end <= now()) refuseField('expiresAt', 'must be in the future');
  if (end && !hasFourDigitYear(end)) refuseField('expiresAt', 'must be in the years 0000 to 9999');
  const longest = caller.kind === 'personal' ? caller.expiresAt : null;
  if (longest && (!end || end > longest)) {
    refuseField(
      'expiresAt',
      `must be at the latest ${timestamp(longest)}, the end of the token that you use`,
    );
  }
  return { name, scopes: scopesIn(scopes), expiresAt: end };
}

/** The account of a token, and for a token of a group who made it. */
interface TokenOwner {
  userId: string;
  spaceId?: string;
  createdBy?: string;
}

const prefixOf = ({ scopes, expiresAt }: TokenWish, { spaceId }: TokenOwner): string => {
  if (spaceId !== undefined) return prefixes.group;
  return expiresAt || !scopes.includes('all') ? prefixes.limited : prefixes.personal;
};

/** Creates a personal token or one of a group. Only the result contains its value; the hash is stored. */
export async function makePersonalToken(db: Db, owner: TokenOwner, wish: TokenWish) {
  const token = prefixOf(wish, owner) + randomToken(32);
  const row = await insertPersonalToken(db, {
    ...{ id: newId(), user_id: owner.userId, created_by: owner.createdBy ?? null },
    ...{ name: wish.name, scopes: [...wish.scopes], expires_at: wish.expiresAt },
    ...{ token_hash: hashOf(token), created_at: now(), last_used_at: null },
  });
  return { row, token };
}

const minuteMs = seconds(60);

/** A use is stored at most once a minute, so it is shown to the minute. */
const toTheMinute = (at: Date | null): Date | null =>
  at && new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);

export const presentPersonalToken = (
  row: PersonalTokenRow,
): Answer<'listPersonalTokens'>['items'][number] => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes as TokenScope[],
  createdAt: timestamp(row.created_at),
  expiresAt: timestampOrNull(row.expires_at),
  lastUsedAt: timestampOrNull(toTheMinute(row.last_used_at)),
});
