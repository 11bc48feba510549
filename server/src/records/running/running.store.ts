import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Ids of the recordings that a node still has to end. */
export async function findUnendedOf(db: Db, nodeId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM records
    WHERE node_id = ${nodeId} AND state IN ('new', 'recording', 'processing')`.execute(db);
  return rows.map(({ id }) => id);
}

export async function saveProgress(db: Db, recordId: string, progress: number): Promise<void> {
  await sql`
    UPDATE records SET progress = ${progress} WHERE id = ${recordId} AND state = 'processing'`.execute(db);
}

export interface RecordElsewhere {
  id: string;
  roomId: string;
  nodeId: string;
  state: 'new' | 'recording' | 'processing';
  /** The last heartbeat of its node, as text; null if the node is not in the list. */
  seenAt: string | null;
  /** The seconds since that heartbeat. */
  secondsAway: number | null;
}

/** Recordings that other nodes still have to end. */
export async function findUnendedElsewhere(db: Db, nodeId: string): Promise<RecordElsewhere[]> {
  const { rows } = await sql<RecordElsewhere>`
    SELECT r.id, r.room_id AS "roomId", r.node_id AS "nodeId", r.state, n.seen_at::text AS "seenAt",
      extract(epoch FROM clock_timestamp() - n.seen_at)::float8 AS "secondsAway"
    FROM records r LEFT JOIN nodes n ON n.id = r.node_id
    WHERE r.state IN ('new', 'recording', 'processing') AND r.node_id <> ${nodeId}`.execute(db);
  return rows;
}

/** Whether the node sent a heartbeat since the recording was read. */
export async function wasSeenSince(
  db: Db,
  { nodeId, seenAt }: Pick<RecordElsewhere, 'nodeId' | 'seenAt'>,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM nodes WHERE id = ${nodeId} AND seen_at IS DISTINCT FROM ${seenAt}::timestamptz`.execute(db);
  return rows.length > 0;
}
