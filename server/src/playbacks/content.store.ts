import { sql } from 'kysely';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { selectAll, selectFirst } from '../platform/db/rows.ts';
import { columnsOf, snakeCased } from '../platform/db/tables.ts';
import { type SourceOfVideo, type VideoRow, videoById } from '../videos/videos.ts';
import type { Playback } from './store.ts';

/** The content of a playback, and whether people can watch it. */
export type Content = Pick<
  Playback,
  'recordId' | 'assetId' | 'videoId' | 'duration' | 'readiness' | 'readinessReason'
>;

const columns = columnsOf('playbacks', 'p');

/** Locks the playback until the transaction ends. @returns it with its video */
export async function lockContent(
  trx: Db,
  roomId: string,
): Promise<(Playback & { video: VideoRow | undefined }) | undefined> {
  const playback = await selectFirst<Playback>(trx)`
    SELECT ${columns} FROM playbacks p WHERE p.room_id = ${roomId} FOR UPDATE`;
  if (!playback) return undefined;
  const { videoId } = playback;
  return { ...playback, video: videoId === null ? undefined : await videoById(trx, videoId) };
}

/** Writes the content; the time of the readiness changes with it. */
export async function saveContent(trx: Db, before: Playback, content: Content): Promise<void> {
  const { recordId, assetId, videoId, duration, readiness, readinessReason } = content;
  await trx
    .updateTable('playbacks')
    .set({
      ...snakeCased({ recordId, assetId, videoId, duration, readiness, readinessReason }),
      ...(readiness !== before.readiness && { readiness_changed_at: now() }),
    })
    .where('room_id', '=', before.roomId)
    .execute();
}

/** Locks the playbacks that use this content, in one order. */
export const playbacksWithContent = (
  trx: Db,
  content: SourceOfVideo | { videoId: string } | { ofRoom: string },
): Promise<(Playback & { name: string })[]> =>
  selectAll<Playback & { name: string }>(trx)`
    SELECT ${columns}, r.name FROM playbacks p JOIN rooms r ON r.id = p.room_id
    WHERE ${conditionOf(content)} ORDER BY p.room_id FOR UPDATE OF p`;

function conditionOf(content: SourceOfVideo | { videoId: string } | { ofRoom: string }) {
  if ('videoId' in content) return sql`p.video_id = ${content.videoId}`;
  if ('ofRoom' in content) {
    return sql`p.record_id IN (SELECT id FROM records WHERE room_id = ${content.ofRoom})`;
  }
  return content.recordId === undefined
    ? sql`p.asset_id = ${content.assetId}`
    : sql`p.record_id = ${content.recordId}`;
}
