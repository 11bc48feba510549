import type { Db } from '../platform/db/db.ts';
import { prepared } from '../platform/db/prepared.ts';
import { execute, selectAll, selectColumn, selectFirst, selectValue } from '../platform/db/rows.ts';
import { columnsOf, type NewRowOf, type RowOf, snakeCased } from '../platform/db/tables.ts';

export type VideoRow = RowOf<'videos'>;
export type RenditionRow = RowOf<'video_renditions'>;
export type VideoFailure = NonNullable<VideoRow['failure']>;

/** The media that a video is made of. */
export type SourceOfVideo =
  | { recordId: string; assetId?: undefined }
  | { assetId: string; recordId?: undefined };

/** Notified on commit when a video was requested, so that a node prepares it at once. */
export const videosChannel = 'lectern_videos';

export const videoColumns = columnsOf('videos', 'v');
export const renditionColumns = columnsOf('video_renditions', 'r');

/** Finds a video that is not deleted. */
export const videoById = (db: Db, videoId: string) => selectFirst<VideoRow>(db)`
    SELECT ${videoColumns} FROM videos v WHERE v.id = ${videoId} AND v.deleted_at IS NULL`;

/**
 * Locks the video of a source that can be used or is being prepared: nothing removes it until this transaction, which
 * is about to use it, ends.
 */
export const lockVideoOf = (trx: Db, { recordId, assetId }: SourceOfVideo) => selectValue(trx)`
    SELECT v.id FROM videos v
    WHERE v.deleted_at IS NULL AND v.state <> 'failed'
      AND (v.record_id = ${recordId ?? null} OR v.asset_id = ${assetId ?? null})
    FOR UPDATE`;

/** @returns false if another transaction inserted a video of this source first */
export async function insertVideo(trx: Db, video: NewRowOf<'videos'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('videos')
    .values(snakeCased(video))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  await execute(trx)`SELECT pg_notify(${videosChannel}, '')`;
  return numInsertedOrUpdatedRows === 1n;
}

/** The qualities of a video whose files are all stored, the full size first. */
export const renditionsOf = (db: Db, videoId: string) => selectAll<RenditionRow>(db)`
    SELECT ${renditionColumns} FROM video_renditions r
    WHERE r.video_id = ${videoId} AND r.ready_at IS NOT NULL
    ORDER BY r.height DESC, r.name DESC`;

/** The ids of these videos that are not deleted. */
export const filterNotDeletedVideos = async (db: Db, videoIds: string[]) =>
  new Set(
    await selectColumn(db)`${prepared}
    SELECT v.id FROM videos v
    WHERE v.id = ANY (${videoIds}) AND v.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM all_spaces g WHERE g.id = v.space_id AND g.deleting_at IS NOT NULL)`,
  );
