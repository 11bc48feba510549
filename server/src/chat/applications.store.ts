import type { Db } from '../platform/db/db.ts';

/** The group whose chat application has the machine token with this hash. */
export async function applicationOf(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('chat_applications')
    .select('space_id')
    .where('m2m_token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.space_id;
}
