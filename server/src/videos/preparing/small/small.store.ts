import { sql } from 'kysely';
import type { MadeRendition } from '../../../engines/preparer/preparer.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type VideoRow, videoColumns } from '../../store.ts';

/** Identifies an attempt: a node that lost its claim changes nothing any more. */
export type ClaimedSmall = Pick<VideoRow, 'id' | 'nodeId' | 'smallAttempts'>;

/** Whether a video waits for its full size, or this node prepares one. */
export async function isFullSizeDue(db: Db, node: string): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    SELECT EXISTS (
      SELECT FROM videos
      WHERE deleted_at IS NULL AND state IN ('waiting', 'preparing')
        AND (claimed_until IS NULL OR claimed_until <= clock_timestamp() OR node_id = ${node})
    ) AS "isDue"`.execute(db);
  return rows[0]?.isDue ?? true;
}

/**
 * Claims the newest video without its small quality: its webinar is more likely to begin soon. A claim of this node is
 * one that its last run abandoned, because a node makes one small quality at a time.
 */
export async function claimSmall(
  db: Db,
  { node, holdSeconds }: { node: string; holdSeconds: number },
): Promise<VideoRow | undefined> {
  const { rows } = await sql<VideoRow>`
    UPDATE videos v SET small_state = 'preparing', node_id = ${node}, small_attempts = v.small_attempts + 1,
      claimed_until = clock_timestamp() + ${holdSeconds} * interval '1 second'
    WHERE v.id = (
      SELECT id FROM videos
      WHERE deleted_at IS NULL AND state = 'ready' AND small_state IN ('waiting', 'preparing')
        AND (claimed_until IS NULL OR claimed_until <= clock_timestamp() OR node_id = ${node})
        AND NOT is_draining(${node})
      ORDER BY ready_at DESC, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING ${videoColumns}`.execute(db);
  return rows[0];
}

/** @returns false if the claim is lost or the video was deleted */
export async function renewSmallClaim(
  db: Db,
  { id, nodeId, smallAttempts }: ClaimedSmall,
  holdSeconds: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE videos SET claimed_until = clock_timestamp() + ${holdSeconds} * interval '1 second'
    WHERE id = ${id} AND node_id = ${nodeId} AND small_attempts = ${smallAttempts}
      AND small_state = 'preparing' AND deleted_at IS NULL`.execute(db);
  return numAffectedRows === 1n;
}

/** Ends the work on the small quality. @returns false if the claim is lost or the video was deleted */
export async function endSmall(
  trx: Db,
  { id, nodeId, smallAttempts }: ClaimedSmall,
  state: 'ready' | 'none' | 'failed',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE videos SET small_state = ${state}, node_id = NULL, claimed_until = NULL
    WHERE id = ${id} AND node_id = ${nodeId} AND small_attempts = ${smallAttempts}
      AND small_state = 'preparing' AND deleted_at IS NULL`.execute(trx);
  if (numAffectedRows === 1n && state === 'ready') {
    await sql`
      UPDATE video_renditions SET ready_at = clock_timestamp()
      WHERE video_id = ${id} AND name = '360p'`.execute(trx);
  }
  return numAffectedRows === 1n;
}

/** Leaves the small quality to any node, after a pause. @param isCounted whether this was one of its attempts */
export async function releaseSmall(
  db: Db,
  { id, nodeId, smallAttempts }: ClaimedSmall,
  { pauseMs, isCounted }: { pauseMs: number; isCounted: boolean },
): Promise<void> {
  await sql`
    UPDATE videos SET small_state = 'waiting', node_id = NULL,
      small_attempts = small_attempts - ${isCounted ? 0 : 1},
      claimed_until = clock_timestamp() + ${pauseMs} * interval '1 millisecond'
    WHERE id = ${id} AND node_id = ${nodeId} AND small_attempts = ${smallAttempts}
      AND small_state = 'preparing' AND deleted_at IS NULL`.execute(db);
}

/** Writes the quality before its files, so that the removal finds them whatever happens. */
export async function saveSmallRendition(
  db: Db,
  { id, nodeId, smallAttempts }: ClaimedSmall,
  { width, height, bandwidth, codecs, durations, bytes }: MadeRendition,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO video_renditions (video_id, name, width, height, bandwidth, codecs, durations, bytes)
    SELECT id, '360p', ${width}, ${height}, ${bandwidth}, ${codecs}, ${durations}::real[], ${bytes}
    FROM videos
    WHERE id = ${id} AND node_id = ${nodeId} AND small_attempts = ${smallAttempts}
      AND small_state = 'preparing' AND deleted_at IS NULL
    FOR UPDATE
    ON CONFLICT (video_id, name) DO UPDATE SET width = excluded.width, height = excluded.height,
      bandwidth = excluded.bandwidth, codecs = excluded.codecs, durations = excluded.durations,
      bytes = excluded.bytes`.execute(db);
  return numAffectedRows === 1n;
}

/** Forgets a small quality whose files are removed. */
export async function deleteSmallRendition(
  db: Db,
  { id, nodeId, smallAttempts }: ClaimedSmall,
): Promise<void> {
  await sql`
    DELETE FROM video_renditions r USING videos v
    WHERE r.video_id = v.id AND r.name = '360p' AND r.ready_at IS NULL
      AND v.id = ${id} AND v.node_id = ${nodeId} AND v.small_attempts = ${smallAttempts}
      AND v.small_state = 'preparing'`.execute(db);
}
