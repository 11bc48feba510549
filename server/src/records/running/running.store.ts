import type { Db } from '../../platform/db/db.ts';
import { execute, hasRows, selectAll, selectColumn } from '../../platform/db/rows.ts';
import { recordsChannel } from '../transitions.store.ts';

/** Ids of the recordings that a node still has to end. */
export const findUnendedOf = (db: Db, nodeId: string) => selectColumn(db)`
    SELECT id FROM records
    WHERE node_id = ${nodeId} AND state IN ('new', 'recording', 'processing')`;

/** Wakes the nodes that record a room, at the end of the transaction. */
export const wakeRecordersOf = (trx: Db, roomId: string) => execute(trx)`
    SELECT pg_notify(${recordsChannel}, node_id) FROM records
    WHERE room_id = ${roomId} AND state IN ('new', 'recording')`;

export const saveProgress = (db: Db, recordId: string, progress: number) => execute(db)`
    UPDATE records SET progress = ${progress} WHERE id = ${recordId} AND state = 'processing'`;

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
export const findUnendedElsewhere = (db: Db, nodeId: string) => selectAll<RecordElsewhere>(db)`
    SELECT r.id, r.room_id AS "roomId", r.node_id AS "nodeId", r.state, n.seen_at::text AS "seenAt",
      extract(epoch FROM clock_timestamp() - n.seen_at)::float8 AS "secondsAway"
    FROM records r LEFT JOIN nodes n ON n.id = r.node_id
    WHERE r.state IN ('new', 'recording', 'processing') AND r.node_id <> ${nodeId}`;

/** Whether the node sent a heartbeat since the recording was read. */
export const wasSeenSince = (db: Db, { nodeId, seenAt }: Pick<RecordElsewhere, 'nodeId' | 'seenAt'>) =>
  hasRows(db)`
    SELECT FROM nodes WHERE id = ${nodeId} AND seen_at IS DISTINCT FROM ${seenAt}::timestamptz`;
