import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { countChanged, execute, selectAll, selectFirst } from '../../platform/db/rows.ts';
import type { NewRowOf } from '../../platform/db/tables.ts';
import {
  type RenditionRow,
  renditionColumns,
  type VideoFailure,
  type VideoRow,
  videoColumns,
} from '../store.ts';

/** Identifies an attempt at a quality: a node that lost its claim changes nothing any more. */
export interface VideoClaim extends Pick<VideoRow, 'id' | 'nodeId' | 'attempts'> {
  isSmall: boolean;
}

/** The group is being deleted, and with it all its videos. */
const isInHiddenGroup = sql`
  EXISTS (SELECT FROM all_spaces g WHERE g.id = w.space_id AND g.deleting_at IS NOT NULL)`;

/** Gives back the videos that the last run of this node abandoned. */
export const releaseAbandoned = (db: Db, node: string) => execute(db)`
    UPDATE videos SET claimed_until = clock_timestamp()
    WHERE node_id = ${node} AND state = 'preparing' AND deleted_at IS NULL`;

/** An upload of more bytes may be a long video. Recordings are copied, so they take seconds. */
const mostShortBytes = 500_000_000;

interface Claiming {
  node: string;
  holdSeconds: number;
  /** Groups whose videos this node prepared; the latest is at the end. */
  served: readonly string[];
  /** Claims only what is prepared soon. */
  isShort: boolean;
}

/**
 * Claims a video that waits: of the group that this node served longest ago or never, the oldest one
 * (docs/decisions/0132).
 */
export const claimVideo = (db: Db, { node, holdSeconds, served, isShort }: Claiming) =>
  selectFirst<VideoRow>(db)`
    UPDATE videos v SET state = 'preparing', node_id = ${node}, attempts = v.attempts + 1, progress = 0,
      claimed_until = clock_timestamp() + ${holdSeconds} * interval '1 second'
    WHERE v.id = (
      SELECT id FROM videos w
      WHERE deleted_at IS NULL AND NOT ${isInHiddenGroup} AND state IN ('waiting', 'preparing')
        AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())
        AND NOT is_draining(${node})
        AND (NOT ${isShort} OR record_id IS NOT NULL
          OR (SELECT bytes FROM assets a WHERE a.id = w.asset_id) <= ${mostShortBytes})
      ORDER BY coalesce(array_position(${served}::text[], space_id), 0), created_at, id
      LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING ${videoColumns}`;

/** The columns of the full size and of the small quality. */
const columnsFor = ({ isSmall }: VideoClaim) =>
  isSmall
    ? { state: sql.ref('small_state'), attempts: sql.ref('small_attempts') }
    : { state: sql.ref('state'), attempts: sql.ref('attempts') };

function isHeld(claim: VideoClaim) {
  const { state, attempts } = columnsFor(claim);
  return sql<boolean>`
    id = ${claim.id} AND node_id = ${claim.nodeId} AND ${attempts} = ${claim.attempts} AND ${state} = 'preparing'
    AND deleted_at IS NULL`;
}

/** @returns false if the claim is lost or the video was deleted */
export const renewClaim = async (
  db: Db,
  claim: VideoClaim,
  { holdSeconds, progress }: { holdSeconds: number; progress: number | null },
) =>
  (await countChanged(db)`
    UPDATE videos SET progress = ${progress}, claimed_until = clock_timestamp() + ${holdSeconds} * interval '1 second'
    WHERE ${isHeld(claim)}`) === 1;

export interface PreparedFacts {
  duration: number;
  width: number;
  height: number;
  hasSound: boolean;
  /** Whether a small quality is to be made. */
  smallState: 'waiting' | 'none';
}

/** @returns the video, or undefined if the claim is lost or the video was deleted */
export async function markReady(
  trx: Db,
  claim: VideoClaim,
  { duration, width, height, hasSound, smallState }: PreparedFacts,
): Promise<VideoRow | undefined> {
  const ready = await selectFirst<VideoRow>(trx)`
    UPDATE videos v SET state = 'ready', ready_at = clock_timestamp(), node_id = NULL, claimed_until = NULL,
      progress = NULL, duration = ${duration}, width = ${width}, height = ${height}, has_sound = ${hasSound},
      small_state = ${smallState}
    WHERE ${isHeld(claim)}
    RETURNING ${videoColumns}`;
  if (ready) {
    await execute(trx)`
      UPDATE video_renditions SET ready_at = clock_timestamp()
      WHERE video_id = ${claim.id} AND ready_at IS NULL`;
  }
  return ready;
}

/** @returns the video, or undefined if the claim is lost or the video was deleted */
export const markFailed = (trx: Db, claim: VideoClaim, failure: VideoFailure) => selectFirst<VideoRow>(trx)`
    UPDATE videos v SET state = 'failed', failure = ${failure}, node_id = NULL, claimed_until = NULL, progress = NULL
    WHERE ${isHeld(claim)}
    RETURNING ${videoColumns}`;

/** Leaves the quality to any node, after a pause. @param isCounted whether this was one of its attempts */
export async function releaseVideo(
  db: Db,
  claim: VideoClaim,
  { pauseMs, isCounted }: { pauseMs: number; isCounted: boolean },
): Promise<void> {
  const { state, attempts } = columnsFor(claim);
  await execute(db)`
    UPDATE videos SET ${state} = 'waiting', node_id = NULL, progress = NULL,
      ${attempts} = ${attempts} - ${isCounted ? 0 : 1},
      claimed_until = clock_timestamp() + ${pauseMs} * interval '1 millisecond'
    WHERE ${isHeld(claim)}`;
}

/** The qualities of a video, also those whose files are not all stored. */
export const findRenditions = (db: Db, videoId: string) => selectAll<RenditionRow>(db)`
    SELECT ${renditionColumns} FROM video_renditions r WHERE r.video_id = ${videoId}`;

/** Writes a quality before its files, so that the removal finds them whatever happens. */
export async function saveRendition(
  trx: Db,
  claim: VideoClaim,
  made: Omit<NewRowOf<'video_renditions'>, 'videoId' | 'readyAt'>,
): Promise<boolean> {
  const { name, width, height, bandwidth, codecs, durations, bytes } = made;
  const changed = await countChanged(trx)`
    INSERT INTO video_renditions (video_id, name, width, height, bandwidth, codecs, durations, bytes)
    SELECT id, ${name}, ${width}, ${height}, ${bandwidth}, ${codecs}, ${durations}::real[], ${bytes}
    FROM videos WHERE ${isHeld(claim)} FOR UPDATE
    ON CONFLICT (video_id, name) DO UPDATE SET width = excluded.width, height = excluded.height,
      bandwidth = excluded.bandwidth, codecs = excluded.codecs, durations = excluded.durations,
      bytes = excluded.bytes`;
  return changed === 1;
}

/** Ends the work on the small quality. @returns false if the claim is lost or the video was deleted */
export async function endSmall(
  trx: Db,
  claim: VideoClaim,
  state: 'ready' | 'none' | 'failed',
): Promise<boolean> {
  const changed = await countChanged(trx)`
    UPDATE videos SET small_state = ${state}, node_id = NULL, claimed_until = NULL
    WHERE ${isHeld(claim)}`;
  if (changed === 1 && state === 'ready') {
    await execute(trx)`
      UPDATE video_renditions SET ready_at = clock_timestamp()
      WHERE video_id = ${claim.id} AND name = '360p'`;
  }
  return changed === 1;
}

/** Forgets a small quality whose files are removed. */
export const deleteSmallRendition = (db: Db, claim: VideoClaim) => execute(db)`
    DELETE FROM video_renditions
    WHERE name = '360p' AND ready_at IS NULL AND video_id = (SELECT id FROM videos WHERE ${isHeld(claim)})`;
