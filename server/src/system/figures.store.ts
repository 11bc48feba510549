import type { Db } from '../platform/db/db.ts';
import { selectFirst } from '../platform/db/rows.ts';

/** The state of the installation for its operator. The same on all nodes. */
export interface Figures {
  calls: number;
  participants: number;
  viewers: number;
  /** Deliveries of webhooks that are still to be sent, and those of them that a node sends now. */
  deliveriesPending: number;
  deliveriesRunning: number;
  /** The seconds since the oldest of them was created. */
  oldestDelivery: number;
  webhooksFailing: number;
  emailsWaiting: number;
  recordingsWaiting: number;
  recordingsRunning: number;
  recordingsFinishing: number;
  videosWaiting: number;
  videosRunning: number;
  videosFailed: number;
  transcriptsWaiting: number;
  transcriptsRunning: number;
  /** The recordings that all live nodes can make at once. */
  recorderPlaces: number;
  /** Seconds since 1970; null if no backup was made. */
  lastBackup: number | null;
}

/**
 * Each count reads a partial index of the rows that are still in progress, so that it costs as much as there is work, not
 * as there is history.
 */
export async function readFigures(db: Db): Promise<Figures> {
  const figures = await selectFirst<Figures>(db)`
    SELECT
      (SELECT count(*) FROM calls WHERE finished_at IS NULL)::int AS calls,
      (SELECT count(*) FROM visits WHERE exited_at IS NULL)::int AS participants,
      (SELECT count(*) FROM viewings WHERE closed_at IS NULL)::int AS viewers,
      (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending' AND attempts = 0)::int
        + (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending' AND attempts > 0)::int
        AS "deliveriesPending",
      (SELECT count(*) FROM webhook_deliveries
        WHERE status = 'pending' AND claimed_until IS NOT NULL AND claimed_until > clock_timestamp())::int
        AS "deliveriesRunning",
      coalesce(extract(epoch FROM clock_timestamp() - least(
        (SELECT min(created_at) FROM webhook_deliveries WHERE status = 'pending' AND attempts = 0),
        (SELECT min(created_at) FROM webhook_deliveries WHERE status = 'pending' AND attempts > 0)
      )), 0)::float8 AS "oldestDelivery",
      (SELECT count(*) FROM webhooks WHERE is_troubled AND is_active AND space_id IS NOT NULL)::int AS "webhooksFailing",
      (SELECT count(*) FROM queued_emails)::int AS "emailsWaiting",
      (SELECT count(*) FROM records WHERE state = 'new')::int AS "recordingsWaiting",
      (SELECT count(*) FROM records WHERE state = 'recording')::int AS "recordingsRunning",
      (SELECT count(*) FROM records WHERE state = 'processing')::int AS "recordingsFinishing",
      (SELECT count(*) FROM videos WHERE state = 'waiting' AND deleted_at IS NULL)::int AS "videosWaiting",
      (SELECT count(*) FROM videos WHERE state = 'preparing' AND deleted_at IS NULL)::int AS "videosRunning",
      (SELECT count(*) FROM videos WHERE state = 'failed' AND deleted_at IS NULL)::int AS "videosFailed",
      (SELECT count(*) FROM transcripts WHERE state = 'waiting')::int AS "transcriptsWaiting",
      (SELECT count(*) FROM transcripts WHERE state = 'running')::int AS "transcriptsRunning",
      (SELECT coalesce(sum(recorder_places), 0) FROM nodes
        WHERE 'recorder' = ANY (roles) AND draining_at IS NULL AND seen_at > clock_timestamp() - interval '15 s')::int AS "recorderPlaces",
      (SELECT extract(epoch FROM last_backup_at) FROM installation)::float8 AS "lastBackup"`;
  if (!figures) throw new Error('a query without FROM returned no row');
  return figures;
}
