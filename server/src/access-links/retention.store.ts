import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { countChanged } from '../platform/db/rows.ts';

const endedBefore = (end: RawBuilder<unknown>, before: Date, limit: number) => sql`
  (SELECT l.id FROM access_links l
   WHERE ${end} < ${before} AND NOT EXISTS (SELECT FROM participants p WHERE p.link_id = l.id)
   ORDER BY ${end} LIMIT ${limit})`;

/**
 * Deletes links that expired or were revoked before a moment and that no remaining participant entered by.
 * @returns how many
 */
export const deletePastLinks = (trx: Db, before: Date, limit: number) => countChanged(trx)`
    DELETE FROM access_links WHERE id = ANY (ARRAY(
      ${endedBefore(sql`l.expires_at`, before, limit)} UNION ${endedBefore(sql`l.revoked_at`, before, limit)}
    ))`;
