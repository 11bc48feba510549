import type { AssetRow } from '../assets/assets.ts';
import { presentSince } from '../participants/participants.ts';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { prepared } from '../platform/db/prepared.ts';
import { selectAll, selectColumn } from '../platform/db/rows.ts';
import { columnsOf, type RowOf, snakeCased } from '../platform/db/tables.ts';
import type { VideoRow } from '../videos/videos.ts';

/** The fields of an automatic webinar that its room does not have. */
export type Playback = RowOf<'playbacks'>;

export async function insertPlayback(
  trx: Db,
  playback: Pick<Playback, 'roomId' | 'timelineId'> & PlaybackSettings,
): Promise<void> {
  const row = { ...snakeCased(playback), readiness_changed_at: now() };
  await trx.insertInto('playbacks').values(row).execute();
}

const playbackColumns = columnsOf('playbacks', 'p');

/** A playback as it is shown: with the state of its video, and with the file that this was prepared from. */
export type PlaybackWithVideo = Playback & {
  videoState: VideoRow['state'] | null;
  videoProgress: number | null;
  /** Null: the file is deleted. */
  sourceKey: string | null;
  sourceType: AssetRow['contentType'];
};

export async function playbackByRoom(db: Db, roomId: string): Promise<PlaybackWithVideo | undefined> {
  return (await playbacksByRooms(db, [roomId])).get(roomId);
}

/** By the ids of their rooms. */
export async function playbacksByRooms(db: Db, roomIds: string[]): Promise<Map<string, PlaybackWithVideo>> {
  const rows = await selectAll<PlaybackWithVideo>(db)`${prepared}
    SELECT ${playbackColumns}, v.state AS "videoState", v.progress AS "videoProgress",
      coalesce(a.key, k.files ->> 'video') AS "sourceKey", a.content_type AS "sourceType"
    FROM playbacks p LEFT JOIN videos v ON v.id = p.video_id AND v.deleted_at IS NULL
    LEFT JOIN assets a ON a.id = v.asset_id AND a.state = 'ready'
    LEFT JOIN records k ON k.id = v.record_id AND k.state = 'finished' AND k.deleted_at IS NULL
    WHERE p.room_id = ANY (${roomIds})`;
  return new Map(rows.map((row) => [row.roomId, row]));
}

/** A video and the file that it was prepared from. */
interface WholeFile {
  id: string;
  key: string;
  contentType: NonNullable<AssetRow['contentType']>;
}

/** The files of these videos, without those that are deleted. */
export const filesOfVideos = (db: Db, videoIds: string[]) => selectAll<WholeFile>(db)`
    SELECT v.id, coalesce(a.key, k.files ->> 'video') AS key, coalesce(a.content_type, 'video/mp4') AS "contentType"
    FROM videos v
    LEFT JOIN assets a ON a.id = v.asset_id AND a.state = 'ready' AND a.deleted_at IS NULL
    LEFT JOIN records k ON k.id = v.record_id AND k.state = 'finished' AND k.deleted_at IS NULL
    WHERE v.id = ANY (${videoIds}) AND v.deleted_at IS NULL AND coalesce(a.key, k.files ->> 'video') IS NOT NULL`;

/** Facts for the people who lead a playback; the arrival of a viewer does not read them. */
export interface LeaderFacts {
  contentName: string | null;
  nextStartDate: Date | null;
  /** As `currentSession` finds it; null: none runs. */
  runningId: string | null;
  runningSince: Date | null;
  isRunningPermanent: boolean | null;
  viewers: number;
}

export async function leaderFacts(db: Db, roomIds: string[]): Promise<Map<string, LeaderFacts>> {
  const at = now();
  const rows = await selectAll<LeaderFacts & { roomId: string }>(db)`
    SELECT p.room_id AS "roomId", coalesce(k.name, a.name) AS "contentName", (
      SELECT min(s.start_date) FROM playback_sessions s
      WHERE s.playback_id = p.room_id AND s.start_date > ${at} AND s.finished_at IS NULL
    ) AS "nextStartDate",
    r.id AS "runningId", r.start_date AS "runningSince", r.is_permanent AS "isRunningPermanent", (
      SELECT count(DISTINCT v.participant_id)::int FROM viewings v JOIN participants u ON u.id = v.participant_id
      WHERE v.session_id = r.id AND v.kind = CASE WHEN r.is_permanent THEN 'permanent' ELSE 'live' END
        AND is_reporting(v.closed_at, v.seen_at, ${presentSince(at)}) AND u.removed_at IS NULL
    ) AS viewers
    FROM playbacks p LEFT JOIN records k ON k.id = p.record_id LEFT JOIN assets a ON a.id = p.asset_id
    LEFT JOIN LATERAL (
      SELECT s.id, s.start_date, s.is_permanent FROM playback_sessions s
      WHERE s.playback_id = p.room_id AND is_session_running(s.start_date, s.end_date, s.finished_at, ${at})
      ORDER BY s.is_permanent, s.start_date DESC, s.id DESC LIMIT 1
    ) r ON true
    WHERE p.room_id = ANY (${roomIds})`;
  return new Map(rows.map((row) => [row.roomId, row]));
}

/** The fields that a request sets. */
export type PlaybackSettings = Partial<Pick<Playback, 'isChatReplayed' | 'isReplayAllowed' | 'replayDays'>>;

export async function savePlaybackSettings(
  trx: Db,
  roomId: string,
  settings: PlaybackSettings,
): Promise<void> {
  if (Object.keys(settings).length === 0) return;
  await trx.updateTable('playbacks').set(snakeCased(settings)).where('room_id', '=', roomId).execute();
}

/**
 * The ids of these videos that a playback uses, or one of its sessions: one that has not finished, or whose replay can
 * still be watched.
 */
export const filterVideosInUse = async (db: Db, videoIds: string[]): Promise<Set<string>> =>
  new Set(
    await selectColumn(db)`
    SELECT video_id AS "videoId" FROM playbacks WHERE video_id = ANY (${videoIds})
    UNION
    SELECT s.video_id FROM playback_sessions s JOIN playbacks p ON p.room_id = s.playback_id
    WHERE s.video_id = ANY (${videoIds}) AND (s.finished_at IS NULL OR p.is_replay_allowed
      AND (p.replay_days IS NULL OR s.finished_at + make_interval(days => p.replay_days) > ${now()}))`,
  );
