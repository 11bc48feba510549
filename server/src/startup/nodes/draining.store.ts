import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { goneAfterSeconds } from './store.ts';

/** The work that a node has to finish before it may exit. */
export interface UnfinishedWork {
  recordings: number;
  transcripts: number;
  videos: number;
  /** Calls on the media server that the node runs itself; they end with it. */
  calls: number;
}

/** Counts the work of a node. Claims that expired are no longer its own. */
export async function unfinishedWorkOf(
  db: Db,
  { id, hasOwnMedia }: { id: string; hasOwnMedia: boolean },
): Promise<UnfinishedWork> {
  const { rows } = await sql<UnfinishedWork>`
    SELECT
      (SELECT count(*) FROM records
        WHERE node_id = ${id} AND state IN ('new', 'recording', 'processing'))::int AS recordings,
      (SELECT count(*) FROM transcripts
        WHERE node_id = ${id} AND state = 'running' AND claimed_until > clock_timestamp())::int AS transcripts,
      (SELECT count(*) FROM videos
        WHERE node_id = ${id} AND deleted_at IS NULL AND 'preparing' IN (state, small_state)
          AND claimed_until > clock_timestamp())::int AS videos,
      (SELECT count(*) FROM calls WHERE finished_at IS NULL AND ${hasOwnMedia})::int AS calls`.execute(db);
  const [work] = rows;
  if (!work) throw new Error('a query without FROM returned no row');
  return work;
}

/** Sets or ends the draining of a running node. @returns false if the node does not run */
export async function setDraining(db: Db, id: string, isDraining: boolean): Promise<boolean> {
  const { rows } = await sql`
    UPDATE nodes
    SET draining_at = CASE WHEN ${isDraining} THEN coalesce(draining_at, clock_timestamp()) END
    WHERE id = ${id} AND seen_at > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})
    RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Whether the node still runs and drains. */
export async function isNodeDraining(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM nodes
    WHERE id = ${id} AND draining_at IS NOT NULL
      AND seen_at > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})`.execute(db);
  return rows.length > 0;
}
