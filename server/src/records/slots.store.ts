import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

export const waits = {
  /** A node that was not seen for so long has no place to give, and what it records is given up. */
  goneAfterSeconds: 15,
};

export interface NodeSlots {
  id: string;
  /** Recordings that it could take now; less than 1: none. */
  free: number;
  /** Of its disk; null: not known. */
  freeBytes: number | null;
}

/**
 * Holds the nodes that record until the transaction ends, so that two starts never take the same last place.
 * Their places are counted by a second statement: the first one saw what was before it waited.
 */
export async function lockRecorderNodes(trx: Db): Promise<NodeSlots[]> {
  const held = await sql<{ id: string }>`
    SELECT id FROM nodes
    WHERE 'recorder' = ANY (roles) AND seen_at > clock_timestamp() - make_interval(secs => ${waits.goneAfterSeconds})
    ORDER BY id FOR NO KEY UPDATE`.execute(trx);
  const ids = held.rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { rows } = await sql<NodeSlots>`
    SELECT n.id, n.free_bytes::float8 AS "freeBytes", n.recorder_places - (
      SELECT count(*)::int FROM records r WHERE r.node_id = n.id AND r.state IN ('new', 'recording')
    ) AS free
    FROM nodes n WHERE n.id = ANY (${ids}) ORDER BY n.id`.execute(trx);
  return rows;
}
