import type { Db } from '../../../platform/db/db.ts';
import { selectFirst, selectValue } from '../../../platform/db/rows.ts';
import { type VideoRow, videoColumns } from '../../store.ts';

/** Whether a video waits for its full size, or this node prepares one. */
export const isFullSizeDue = async (db: Db, node: string) =>
  (await selectValue<boolean>(db)`
    SELECT EXISTS (
      SELECT FROM videos
      WHERE deleted_at IS NULL AND state IN ('waiting', 'preparing')
        AND (claimed_until IS NULL OR claimed_until <= clock_timestamp() OR node_id = ${node})
    ) AS "isDue"`) ?? true;

/**
 * Claims the newest video without its small quality: its webinar is more likely to begin soon. A claim of this node is
 * one that its last run abandoned, because a node makes one small quality at a time.
 */
export const claimSmall = (db: Db, { node, holdSeconds }: { node: string; holdSeconds: number }) =>
  selectFirst<VideoRow>(db)`
    UPDATE videos v SET small_state = 'preparing', node_id = ${node}, small_attempts = v.small_attempts + 1,
      claimed_until = clock_timestamp() + ${holdSeconds} * interval '1 second'
    WHERE v.id = (
      SELECT id FROM videos
      WHERE deleted_at IS NULL AND state = 'ready' AND small_state IN ('waiting', 'preparing')
        AND (claimed_until IS NULL OR claimed_until <= clock_timestamp() OR node_id = ${node})
        AND NOT is_draining(${node})
      ORDER BY ready_at DESC, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING ${videoColumns}`;
