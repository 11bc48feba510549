import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { execute, selectAll, selectColumn } from '../../platform/db/rows.ts';
import { snakeCased } from '../../platform/db/tables.ts';
import type { ItemRow } from './items.ts';
import { comingSeconds } from './open-items.ts';

/** How long after its end a session still gets what was due before, in case that nothing posted for a while. */
const lateMinutes = 60;

/** Scheduled sessions that have begun to play their video, with their second now. Permanent ones have no common second. */
const begunSessions = () => sql`
  SELECT s.id, s.playback_id, s.chat_channel_id, s.video_id, s.start_date, s.finished_at IS NOT NULL AS is_finished,
    extract(epoch FROM least(${now()}::timestamptz, s.end_date, s.finished_at) - s.start_date)::double precision
      AS position,
    extract(epoch FROM s.end_date - s.start_date)::double precision AS length
  FROM playback_sessions s
  WHERE s.started_at IS NOT NULL AND NOT s.is_permanent AND s.video_id IS NOT NULL
    AND (s.finished_at IS NULL OR s.finished_at > ${now()}::timestamptz - make_interval(mins => ${lateMinutes}))`;

/**
 * Items `t` of a session `s` that are due and were not shown. Those whose time is over are left out. Offers are due
 * earlier, because pages get them before they open.
 */
const dueItems = sql`
  timeline_items t WHERE t.playback_id = s.playback_id
    AND t.at_second <= CASE WHEN t.kind = 'offer' THEN least(s.position + ${comingSeconds}, s.length) ELSE s.position END
    AND (t.until_second IS NULL OR t.until_second > s.position)
    AND NOT EXISTS (SELECT FROM session_items i WHERE i.session_id = s.id AND i.item_id = t.id)`;

/** Items `i` of a session `s` with a poll that has to be stopped. */
const overduePolls = sql`
  session_items i WHERE i.session_id = s.id AND i.poll_id IS NOT NULL AND i.closed_at IS NULL
    AND (s.is_finished OR i.until_second <= s.position)`;

/** Messages `m` of the recorded call after the last one that was replayed, of a session `s` with its row `r`. */
const messagesToReplay = sql`
  chat_messages m WHERE m.channel_id = r.channel_id AND m.deleted_at IS NULL
    AND m.id > r.last_message_id AND m.id <= r.end_message_id`;

const isReplayed = sql`EXISTS (SELECT FROM playbacks b WHERE b.room_id = s.playback_id AND b.is_chat_replayed)`;

export interface BegunSession {
  id: string;
  channelId: string;
}

/** The sessions that have something to post or to stop now. */
export const sessionsWithDueItems = (db: Db): Promise<BegunSession[]> => selectAll<BegunSession>(db)`
    SELECT s.id, s.chat_channel_id AS "channelId"
    FROM (${begunSessions()}) s
    LEFT JOIN session_replays r ON r.session_id = s.id
    WHERE EXISTS (SELECT FROM ${dueItems}) OR EXISTS (SELECT FROM ${overduePolls})
      OR (
        SELECT m.created_at - r.recorded_from <= make_interval(secs => s.position)
        FROM ${messagesToReplay} ORDER BY m.id LIMIT 1
      )
      OR r.session_id IS NULL AND EXISTS (
        SELECT FROM videos v JOIN records k ON k.id = v.record_id AND k.started_at IS NOT NULL
        JOIN chat_channels c ON c.room_id = k.room_id AND c.session_id IS NULL
        WHERE v.id = s.video_id
      )
    ORDER BY s.id`;

/** Notes which messages a session replays: those that were written while the recording that it plays was made. */
export const startReplay = (trx: Db, sessionId: string): Promise<void> => execute(trx)`
    INSERT INTO session_replays (session_id, channel_id, recorded_from, last_message_id, end_message_id)
    SELECT s.id, c.id, k.started_at, coalesce(first.id - 1, 0), coalesce(last.id, 0)
    FROM playback_sessions s
    JOIN videos v ON v.id = s.video_id
    JOIN records k ON k.id = v.record_id AND k.started_at IS NOT NULL
    JOIN chat_channels c ON c.room_id = k.room_id AND c.session_id IS NULL
    LEFT JOIN LATERAL (
      SELECT m.id FROM chat_messages m WHERE m.channel_id = c.id AND m.created_at >= k.started_at
      ORDER BY m.created_at, m.id LIMIT 1
    ) first ON true
    LEFT JOIN LATERAL (
      SELECT m.id FROM chat_messages m WHERE m.channel_id = c.id
        AND m.created_at <= k.started_at + make_interval(secs => coalesce(k.duration, 0))
      ORDER BY m.created_at DESC, m.id DESC LIMIT 1
    ) last ON true
    WHERE s.id = ${sessionId} AND NOT EXISTS (SELECT FROM session_replays WHERE session_id = s.id)
    ON CONFLICT DO NOTHING`;

/** The items that the session has to show now, in the order of the video. */
export const dueItemsOf = (trx: Db, sessionId: string): Promise<ItemRow[]> => selectAll<ItemRow>(trx)`
    SELECT t.id, t.kind, t.at_second AS "atSecond", t.until_second AS "untilSecond", t.content
    FROM (${begunSessions()}) s CROSS JOIN LATERAL (SELECT t.* FROM ${dueItems}) t
    WHERE s.id = ${sessionId} ORDER BY t.at_second, t.id`;

export interface DueMessage {
  id: string;
  atSecond: number;
  author: string;
  text: string;
  /** Hidden by a moderator, not written by a person, or the whole chat is not replayed: it is passed over. */
  isLeftOut: boolean;
}

/** The next messages of the recorded call that are due, in their order; at most `limit`. */
export async function dueMessagesOf(trx: Db, sessionId: string, limit: number): Promise<DueMessage[]> {
  const rows = await selectAll<DueMessage & { isDue: boolean }>(trx)`
    SELECT m.id, m.text, extract(epoch FROM m.created_at - r.recorded_from)::double precision AS "atSecond",
      m.created_at - r.recorded_from <= make_interval(secs => s.position) AS "isDue",
      coalesce(o.display_name, u.display_name, m.meta->>'author', '') AS author,
      coalesce(o.is_hidden, false) OR m.type <> 'user' OR NOT ${isReplayed} AS "isLeftOut"
    FROM (${begunSessions()}) s
    JOIN session_replays r ON r.session_id = s.id
    CROSS JOIN LATERAL (SELECT m.* FROM ${messagesToReplay} ORDER BY m.id LIMIT ${limit}) m
    LEFT JOIN chat_users u ON u.id = m.user_id
    LEFT JOIN original_messages o ON o.playback_id = s.playback_id AND o.message_id = m.id
    WHERE s.id = ${sessionId} ORDER BY m.id`;
  const next = rows.findIndex(({ isDue }) => !isDue);
  return next === -1 ? rows : rows.slice(0, next);
}

export const setLastReplayed = (trx: Db, sessionId: string, messageId: string): Promise<void> =>
  execute(trx)`UPDATE session_replays SET last_message_id = ${messageId} WHERE session_id = ${sessionId}`;

/** Notes that a session showed an item, or is about to show an offer, as it is now. */
export async function insertShownItem(
  trx: Db,
  sessionId: string,
  { id: itemId, ...item }: ItemRow & { pollId: string | null; messageId: string | null },
): Promise<void> {
  const content = JSON.stringify(item.content);
  const row = snakeCased({ ...item, sessionId, itemId, content, shownAt: now() });
  await trx.insertInto('session_items').values(row).execute();
}

/** Marks the polls of the session whose time is over as closed. @returns their ids */
export const closeOverduePolls = (trx: Db, sessionId: string): Promise<string[]> => selectColumn(trx)`
    UPDATE session_items c SET closed_at = ${now()}
    FROM (${begunSessions()}) s CROSS JOIN LATERAL (SELECT i.* FROM ${overduePolls}) i
    WHERE s.id = ${sessionId} AND c.session_id = i.session_id AND c.item_id = i.item_id
    RETURNING c.poll_id AS "pollId"`;
