import type { Db } from '../platform/db/db.ts';
import { countChanged } from '../platform/db/rows.ts';

interface Some {
  spaceId: string;
  limit: number;
}

// Skips locked rows: another node deletes them.

/** Deletes up to `limit` direct channels of a hidden group with their messages. @returns how many */
export const deleteSomeDirects = (trx: Db, { spaceId, limit }: Some): Promise<number> => countChanged(trx)`
    DELETE FROM chat_channels WHERE id IN (
      SELECT id FROM chat_channels WHERE space_id = ${spaceId} AND room_id IS NULL
      LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`;

/** Deletes up to `limit` chat users of a hidden group. @returns how many */
export const deleteSomeUsers = (trx: Db, { spaceId, limit }: Some): Promise<number> => countChanged(trx)`
    DELETE FROM chat_users WHERE id IN (
      SELECT id FROM chat_users WHERE space_id = ${spaceId} LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`;
