import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { RecordFiles } from '../../platform/db/tables.ts';
import { type RecordRow, recordColumns } from '../store.ts';

/** Finds a recording, deleted or not. */
export async function recordById(db: Db, recordId: string): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`
    SELECT ${recordColumns} FROM records r WHERE r.id = ${recordId}`.execute(db);
  return rows[0];
}

/** Ids of the recordings that a node still has to end. */
export async function findUnendedOf(db: Db, nodeId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM records
    WHERE node_id = ${nodeId} AND state IN ('new', 'recording', 'processing')`.execute(db);
  return rows.map(({ id }) => id);
}

export async function saveProgress(db: Db, recordId: string, progress: number): Promise<void> {
  await db
    .updateTable('records')
    .set({ progress })
    .where('id', '=', recordId)
    .where('state', '=', 'processing')
    .execute();
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

/** Files in the storage that nobody may read any more: those of a deleted recording, or the voices of erased people. */
export interface LeftoverFiles {
  /** The id of the recording. */
  id: string;
  isDeleted: boolean;
  files: RecordFiles | null;
  voiceKeys: string[];
}

/** The most rows that `findLeftoverFiles` returns. */
export const leftoverBatch = 100;

/** Files that are still in the storage, by the id of their recording; starting after the id `after`. */
export async function findLeftoverFiles(db: Db, after = ''): Promise<LeftoverFiles[]> {
  const { rows } = await sql<LeftoverFiles>`
    SELECT r.id, true AS "isDeleted", r.files,
      ARRAY(SELECT v.key FROM record_voices v WHERE v.record_id = r.id) AS "voiceKeys"
    FROM records r
    WHERE r.deleted_at IS NOT NULL AND r.files_removed_at IS NULL
      AND r.state IN ('finished', 'aborted', 'failed') AND r.id > ${after}
    UNION ALL
    SELECT r.id, false, NULL, array_agg(v.key)
    FROM record_voices v JOIN records r ON r.id = v.record_id
    WHERE v.erased_at IS NOT NULL AND v.file_removed_at IS NULL AND r.deleted_at IS NULL
      AND r.state IN ('finished', 'aborted', 'failed') AND v.record_id > ${after}
    GROUP BY r.id
    ORDER BY id LIMIT ${leftoverBatch}`.execute(db);
  return rows;
}

export async function markFilesRemoved(
  db: Db,
  { id, isDeleted, voiceKeys }: LeftoverFiles,
  at: Date,
): Promise<void> {
  if (isDeleted) {
    await db.updateTable('records').set({ files_removed_at: at }).where('id', '=', id).execute();
  } else {
    await sql`
      UPDATE record_voices SET file_removed_at = ${at}
      WHERE record_id = ${id} AND key = ANY (${voiceKeys})`.execute(db);
  }
}
