import { sql } from 'kysely';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { prepared } from '../platform/db/prepared.ts';
import { execute, selectAll, selectFirst } from '../platform/db/rows.ts';

/**
 * Takes the channel's next number and locks its row until the transaction ends, so that changes commit in the order
 * of their numbers.
 * @returns undefined if the channel does not exist
 */
export const takeChangeNumber = (trx: Db, channelId: string) =>
  selectFirst<{ seq: number; epoch: string }>(trx)`${prepared}
    UPDATE chat_channels SET top = top + 1 WHERE id = ${channelId} RETURNING top::float8 AS seq, epoch`;

export interface NewChange {
  channelId: string;
  seq: number;
  event: string;
  /** JSON text. */
  payload: string;
  /** The message whose text the payload contains. */
  messageId: string | null;
}

export const insertChange = (trx: Db, change: NewChange): Promise<void> => execute(trx)`${prepared}
    INSERT INTO chat_events (channel_id, seq, event, payload, message_id, created_at)
    VALUES (${change.channelId}, ${change.seq}, ${change.event}, ${change.payload}, ${change.messageId}, ${now()})
  `;

export interface StoredChange {
  seq: number;
  event: string;
  /** JSON text, exactly as stored. */
  payload: string;
}

/**
 * The changes after a number, ascending and without gaps: an entry `trimmed` stands for each that was deleted, and for
 * each up to `seenSince`.
 */
export const changesAfter = (
  db: Db,
  channelId: string,
  { after, limit, seenSince }: { after: number; limit: number; seenSince?: Date | undefined },
) =>
  selectAll<StoredChange>(db)`
    WITH stored AS MATERIALIZED (
      SELECT seq, event, payload, created_at > ${seenSince ?? null}::timestamptz IS NOT FALSE AS is_seen FROM chat_events
      WHERE channel_id = ${channelId} AND seq > ${after} ORDER BY seq LIMIT ${limit}
    ), kept AS (
      SELECT seq, CASE WHEN is_seen THEN event ELSE 'trimmed' END AS event,
        CASE WHEN is_seen THEN payload::text ELSE json_build_object('channelId', ${channelId}::text)::text END AS payload
      FROM stored
    ), first AS (
      SELECT coalesce((SELECT min(seq) FROM kept), top + 1) AS seq FROM chat_channels WHERE id = ${channelId}
    )
    SELECT n::float8 AS seq, 'trimmed' AS event, json_build_object('channelId', ${channelId}::text)::text AS payload
    FROM first, generate_series(${after}::bigint + 1, least(first.seq - 1, ${after}::bigint + ${limit}::int)) n
    UNION ALL SELECT seq::float8, event, payload FROM kept
    ORDER BY seq LIMIT ${limit}`;

/** The last `limit` recoverable changes after a number, ascending, and the channel's newest number, in one statement. */
export async function latestChanges(
  db: Db,
  channelId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ epoch: string; top: number; changes: StoredChange[] } | undefined> {
  const rows = await selectAll<StoredChange & { epoch: string; top: number; isChange: boolean }>(db)`
    SELECT c.epoch, c.top::float8 AS top, e.seq IS NOT NULL AS "isChange",
      e.seq::float8 AS seq, e.event, e.payload::text AS payload
    FROM chat_channels c
    LEFT JOIN chat_events e
      ON e.channel_id = c.id AND e.seq > greatest(${after}::bigint, c.top - ${limit}::bigint, c.recoverable_after)
    WHERE c.id = ${channelId} ORDER BY e.seq`;
  const [first] = rows;
  return first && { epoch: first.epoch, top: first.top, changes: rows.filter(({ isChange }) => isChange) };
}

export async function lastNumbersOf(db: Db, channelIds: string[]): Promise<Map<string, number>> {
  const rows = await selectAll<{ id: string; top: number }>(db)`
    SELECT id, top::float8 AS top FROM chat_channels WHERE id = ANY (${channelIds}::bigint[])`;
  return new Map(rows.map(({ id, top }) => [id, top]));
}

/** The payload without the text, and without the name of the author of a message that was copied from elsewhere. */
const withoutText = sql`
  (jsonb_set(jsonb_set(payload::jsonb, '{message,text}', '""'), '{message,deleted}', 'true')
    #- '{message,meta,author}')::json`;

/** Blanks the texts of these messages in the stored changes; the numbers stay (chat.md, "Paging"). */
export const blankTexts = (trx: Db, messageIds: string[]): Promise<void> => execute(trx)`
    UPDATE chat_events
    SET payload = ${withoutText}
    WHERE message_id = ANY (${messageIds}::bigint[])`;

/** Blanks the texts of every message of a channel in the stored changes. */
export const blankAllTexts = (trx: Db, channelId: string): Promise<void> => execute(trx)`
    UPDATE chat_events
    SET payload = ${withoutText}
    WHERE channel_id = ${channelId} AND message_id IS NOT NULL
      AND payload #> '{message,deleted}' IS NULL`;

/** Blanks the answers to an open poll in the stored changes. */
export const blankAnswers = (trx: Db, channelId: string, pollId: string): Promise<void> => execute(trx)`
    UPDATE chat_events SET payload = jsonb_set(payload::jsonb, '{answer}', '""')::json
    WHERE channel_id = ${channelId} AND event = 'poll-vote-open-ended' AND payload->>'pollId' = ${pollId}
  `;
