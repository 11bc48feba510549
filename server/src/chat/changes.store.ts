import { sql } from 'kysely';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { prepared } from '../platform/db/prepared.ts';

/**
 * Takes the channel's next number and locks its row until the transaction ends, so that changes commit in the order
 * of their numbers.
 * @returns undefined if the channel does not exist
 */
export async function takeChangeNumber(
  trx: Db,
  channelId: string,
): Promise<{ seq: number; epoch: string } | undefined> {
  const { rows } = await sql<{ top: string; epoch: string }>`${prepared}
    UPDATE chat_channels SET top = top + 1 WHERE id = ${channelId} RETURNING top, epoch`.execute(trx);
  const [row] = rows;
  return row && { seq: Number(row.top), epoch: row.epoch };
}

export interface NewChange {
  channelId: string;
  seq: number;
  event: string;
  /** JSON text. */
  payload: string;
  /** The message whose text the payload contains. */
  messageId: string | null;
}

export async function insertChange(trx: Db, change: NewChange): Promise<void> {
  await sql`${prepared}
    INSERT INTO chat_events (channel_id, seq, event, payload, message_id, created_at)
    VALUES (${change.channelId}, ${change.seq}, ${change.event}, ${change.payload}, ${change.messageId}, ${now()})
  `.execute(trx);
}

export interface StoredChange {
  seq: number;
  event: string;
  /** JSON text, exactly as stored. */
  payload: string;
}

interface ChangeRow {
  seq: string;
  event: string;
  payload: string;
}

const stored = ({ seq, ...rest }: ChangeRow): StoredChange => ({ seq: Number(seq), ...rest });

/** The changes after a number, ascending and without gaps: an entry `trimmed` stands for each that was deleted. */
export async function changesAfter(
  db: Db,
  channelId: string,
  { after, limit }: { after: number; limit: number },
): Promise<StoredChange[]> {
  const { rows } = await sql<ChangeRow>`
    WITH kept AS MATERIALIZED (
      SELECT seq, event, payload::text AS payload FROM chat_events
      WHERE channel_id = ${channelId} AND seq > ${after} ORDER BY seq LIMIT ${limit}
    ), first AS (
      SELECT coalesce((SELECT min(seq) FROM kept), top + 1) AS seq FROM chat_channels WHERE id = ${channelId}
    )
    SELECT n AS seq, 'trimmed' AS event, json_build_object('channelId', ${channelId}::text)::text AS payload
    FROM first, generate_series(${after}::bigint + 1, least(first.seq - 1, ${after}::bigint + ${limit}::int)) n
    UNION ALL SELECT * FROM kept
    ORDER BY seq LIMIT ${limit}`.execute(db);
  return rows.map(stored);
}

/** The last `limit` changes after a number, ascending, and the channel's newest number, read in one statement. */
export async function latestChanges(
  db: Db,
  channelId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ epoch: string; top: number; changes: StoredChange[] } | undefined> {
  const { rows } = await sql<
    { epoch: string; top: string } & { [K in keyof ChangeRow]: ChangeRow[K] | null }
  >`
    SELECT c.epoch, c.top, e.seq, e.event, e.payload::text AS payload
    FROM chat_channels c
    LEFT JOIN chat_events e
      ON e.channel_id = c.id AND e.seq > greatest(${after}::bigint, c.top - ${limit}::bigint)
    WHERE c.id = ${channelId} ORDER BY e.seq`.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const changes = rows.filter((row): row is typeof row & ChangeRow => row.seq !== null).map(stored);
  return { epoch: first.epoch, top: Number(first.top), changes };
}

export async function lastNumbersOf(db: Db, channelIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; top: string }>`
    SELECT id, top FROM chat_channels WHERE id = ANY (${channelIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, top }) => [id, Number(top)]));
}

/** The payload without the text, and without the name of the author of a message that was copied from elsewhere. */
const withoutText = sql`
  (jsonb_set(jsonb_set(payload::jsonb, '{message,text}', '""'), '{message,deleted}', 'true')
    #- '{message,meta,author}')::json`;

/** Blanks the texts of these messages in the stored changes; the numbers stay (chat.md, "Paging"). */
export async function blankTexts(trx: Db, messageIds: string[]): Promise<void> {
  await sql`
    UPDATE chat_events
    SET payload = ${withoutText}
    WHERE message_id = ANY (${messageIds}::bigint[])`.execute(trx);
}

/** Blanks the texts of every message of a channel in the stored changes. */
export async function blankAllTexts(trx: Db, channelId: string): Promise<void> {
  await sql`
    UPDATE chat_events
    SET payload = ${withoutText}
    WHERE channel_id = ${channelId} AND message_id IS NOT NULL
      AND payload #> '{message,deleted}' IS NULL`.execute(trx);
}

/** Blanks the answers to an open poll in the stored changes. */
export async function blankAnswers(trx: Db, channelId: string, pollId: string): Promise<void> {
  await sql`
    UPDATE chat_events SET payload = jsonb_set(payload::jsonb, '{answer}', '""')::json
    WHERE channel_id = ${channelId} AND event = 'poll-vote-open-ended' AND payload->>'pollId' = ${pollId}
  `.execute(trx);
}
