import { now } from '../../platform/clock.ts';
import { hashOf, randomToken } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { prefixes } from './prefixes.ts';
import { insertPersonalToken } from './store.ts';

/** Creates a personal token. Only the result contains its value; the hash is stored. */
export async function makePersonalToken(db: Db, userId: string, name: string) {
  const token = prefixes.personal + randomToken(32);
  const row = await insertPersonalToken(db, {
    id: newId(),
    user_id: userId,
    name,
    token_hash: hashOf(token),
    created_at: now(),
    last_used_at: null,
  });
  return { row, token };
}
