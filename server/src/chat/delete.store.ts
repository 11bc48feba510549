import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

interface Some {
  spaceId: string;
  limit: number;
}

// Skips locked rows: another node deletes them.

/** Deletes up to `limit` direct channels of a hidden group with their messages. @returns how many */
export async function deleteSomeDirects(trx: Db, { spaceId, limit }: Some): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM chat_channels WHERE id IN (
      SELECT id FROM chat_channels WHERE space_id = ${spaceId} AND room_id IS NULL
      LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`.execute(trx);
  return Number(numAffectedRows);
}

/** Deletes up to `limit` chat users of a hidden group. @returns how many */
export async function deleteSomeUsers(trx: Db, { spaceId, limit }: Some): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM chat_users WHERE id IN (
      SELECT id FROM chat_users WHERE space_id = ${spaceId} LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`.execute(trx);
  return Number(numAffectedRows);
}
