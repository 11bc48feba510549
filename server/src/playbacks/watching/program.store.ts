import { sql } from 'kysely';
import { after, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { columnsOf } from '../../platform/db/tables.ts';
import type { PlaybackSession } from '../events/sessions.store.ts';

/** The latest session that was shown to its end and may be watched again now, of a webinar that allows replays. */
export async function latestReplay(
  db: Db,
  playbackId: string,
  at: Date,
): Promise<PlaybackSession | undefined> {
  const { rows } = await sql<PlaybackSession>`
    SELECT ${columnsOf('playback_sessions', 's')}
    FROM playback_sessions s JOIN playbacks b ON b.room_id = s.playback_id
    WHERE s.playback_id = ${playbackId} AND b.is_replay_allowed AND NOT s.is_permanent
      AND s.end_date <= ${at} AND s.started_at IS NOT NULL AND s.ended_by IS NULL
      AND (b.replay_days IS NULL OR s.end_date > ${at}::timestamptz - make_interval(hours => 24 * b.replay_days))
    ORDER BY s.end_date DESC, s.id LIMIT 1`.execute(db);
  return rows[0];
}

/** Whether a session that is over may be watched again now: until so many days after its end, or without limit. */
export const isReplayable = (endedAt: Date, replayDays: number | null, at: Date): boolean =>
  replayDays === null || after(seconds(replayDays * 86_400), endedAt) > at;
