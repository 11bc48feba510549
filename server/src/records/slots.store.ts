import type { Db } from '../platform/db/db.ts';
import { selectAll, selectColumn } from '../platform/db/rows.ts';

export const timings = {
  /** A node without a heartbeat for this long offers no slots, and its recordings are given up. */
  goneAfterSeconds: 15,
};

interface NodeSlots {
  id: string;
  /** Free recorder slots; none if less than 1. */
  free: number;
  /** Free bytes on its disk; null if unknown. */
  freeBytes: number | null;
}

/**
 * Locks the recorder nodes until the transaction ends, so that concurrent starts cannot take the same last slot.
 * Counts the free slots in a second statement, because the first one saw the state before its wait.
 */
export async function lockRecorderNodes(trx: Db): Promise<NodeSlots[]> {
  const ids = await selectColumn(trx)`
    SELECT id FROM nodes
    WHERE 'recorder' = ANY (roles) AND draining_at IS NULL AND seen_at > clock_timestamp() - make_interval(secs => ${timings.goneAfterSeconds})
    ORDER BY id FOR NO KEY UPDATE`;
  if (ids.length === 0) return [];
  return selectAll<NodeSlots>(trx)`
    SELECT n.id, n.free_bytes::float8 AS "freeBytes", n.recorder_places - (
      SELECT count(*)::int FROM records r WHERE r.node_id = n.id AND r.state IN ('new', 'recording')
    ) AS free
    FROM nodes n WHERE n.id = ANY (${ids}) ORDER BY n.id`;
}
