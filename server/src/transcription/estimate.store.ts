import type { Db } from '../platform/db/db.ts';
import { selectFirst } from '../platform/db/rows.ts';

/** Seconds of work for each second of voices, before any transcript was made: whisper base on two cores is faster. */
const usualPace = 0.5;
/** A recording that is not finished yet, in seconds. */
const whileRecorded = 60;
const limits = { least: 5, most: 3600 };

interface Backlog {
  /** Seconds of voices that are still to be transcribed, of this transcript and of those before it. */
  voiceSeconds: number;
  /** Transcripts that are being made at this moment. */
  running: number;
  /** Seconds until the next attempt, after a failed one. */
  pause: number;
  /** Seconds of work for each second of voices, of recent transcripts; null: none is ready yet. */
  pace: number | null;
}

/**
 * Estimates when a transcript is ready, from the work before it and the pace of recent ones.
 * @returns seconds, at least 5 and at most an hour
 */
export async function secondsUntilReady(db: Db, recordId: string): Promise<number> {
  const backlog = await selectFirst<Backlog>(db)`
    SELECT ahead.voice_seconds AS "voiceSeconds", ahead.running,
      CASE WHEN t.state = 'waiting' THEN coalesce(extract(epoch FROM t.claimed_until - clock_timestamp()), 0) ELSE 0
        END::float8 AS pause,
      (SELECT sum(recent.work_seconds) / nullif(sum(recent.voice_seconds), 0) FROM (
        SELECT work_seconds, voice_seconds FROM transcripts
        WHERE state = 'ready' AND voice_seconds > 0 ORDER BY finished_at DESC LIMIT 20
      ) recent) AS pace
    FROM transcripts t
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(o.voice_seconds * (1 - coalesce(o.progress, 0))), 0) AS voice_seconds,
        count(*) FILTER (WHERE o.state = 'running')::int AS running
      FROM transcripts o
      WHERE o.state IN ('waiting', 'running')
        AND (o.requested_at, o.record_id) <= (t.requested_at, t.record_id)
    ) ahead
    WHERE t.record_id = ${recordId}`;
  if (!backlog) return whileRecorded;
  const { voiceSeconds, running, pause, pace } = backlog;
  const work = (voiceSeconds * (pace ?? usualPace)) / Math.max(1, running);
  return Math.ceil(Math.min(limits.most, Math.max(limits.least, work, pause)));
}
