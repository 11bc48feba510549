import { type RawBuilder, sql } from 'kysely';
import type { Answer } from '../../../../contract/routes.ts';
import { after, now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { arrayOf, prepared } from '../../platform/db/prepared.ts';
import { countChanged, execute, selectAll, selectFirst } from '../../platform/db/rows.ts';
import { type RowOf, snakeCased } from '../../platform/db/tables.ts';

type MessageColumn = 'id' | 'channelId' | 'type' | 'userId' | 'text' | 'meta' | 'replyTo' | 'clientMessageId';
export type Message = Pick<RowOf<'chat_messages'>, MessageColumn | 'createdAt' | 'editedAt'> & {
  seq: number;
  reactions: NonNullable<Answer<'sendMessage'>['reactions']>;
};

/** Emoji in the order of their first use, each with at most 20 of its users. */
const reactionsOf = sql`coalesce((
  SELECT json_agg(json_build_object('emoji', emoji, 'count', count, 'userIds', ids) ORDER BY first)
  FROM (
    SELECT emoji, count(*)::int AS count, min(created_at) AS first,
      (array_agg(user_id::text ORDER BY created_at))[1:20] AS ids
    FROM chat_reactions WHERE message_id = m.id GROUP BY emoji
  ) r
), '[]')`;

const columns = sql`
  m.id, m.channel_id AS "channelId", m.seq::float8 AS seq, m.type, m.user_id AS "userId", m.text, m.meta,
  m.reply_to AS "replyTo", m.client_message_id AS "clientMessageId", m.created_at AS "createdAt",
  m.edited_at AS "editedAt"`;

/** `head` says whether the statement is prepared. Pages are not: their best plan depends on the limits. */
const messages = (db: Db, rest: RawBuilder<unknown>, head: RawBuilder<unknown> = sql``): Promise<Message[]> =>
  selectAll<Message>(db)`${head}
    SELECT ${columns}, ${reactionsOf} AS reactions FROM chat_messages m ${rest}`;

/** Finds a message that was not deleted. */
export const messageById = async (db: Db, id: string): Promise<Message | undefined> =>
  (await messages(db, sql`WHERE m.id = ${id} AND m.deleted_at IS NULL`, prepared))[0];

/** Finds messages that were not deleted, by id. */
export async function messagesByIds(db: Db, ids: string[]): Promise<Map<string, Message>> {
  const found = await messages(db, sql`WHERE m.id = ANY (${ids}::bigint[]) AND m.deleted_at IS NULL`);
  return new Map(found.map((message) => [message.id, message]));
}

/** A message without its text, also after it was deleted. */
export type MessageHead = Pick<
  RowOf<'chat_messages'>,
  'id' | 'channelId' | 'type' | 'userId' | 'createdAt' | 'deletedAt'
>;

export const messageHeadById = (db: Db, id: string) => selectFirst<MessageHead>(db)`
    SELECT id, channel_id AS "channelId", type, user_id AS "userId", created_at AS "createdAt",
      deleted_at AS "deletedAt"
    FROM chat_messages WHERE id = ${id}`;

/** Finds the message that a person sent with this client message id, deleted or not. */
export async function messageByClientId(
  db: Db,
  { channelId, userId, clientMessageId }: { channelId: string; userId: string; clientMessageId: string },
): Promise<Message | undefined> {
  const sent = sql`
    WHERE m.channel_id = ${channelId} AND m.user_id = ${userId} AND m.client_message_id = ${clientMessageId}`;
  return (await messages(db, sent, prepared))[0];
}

export interface MessageRange {
  before?: string;
  after?: string;
  until?: string;
  /** No message before this one. */
  fromId?: string | undefined;
  limit: number;
}

/**
 * A page of messages that were not deleted, ascending. Ids grow with the numbers in a channel: both are assigned
 * while the channel is locked.
 */
export async function messagesIn(
  db: Db,
  channelId: string,
  { before, after: newerThan, until, fromId, limit }: MessageRange,
): Promise<Message[]> {
  const upwards = newerThan !== undefined && before === undefined;
  const page = await messages(
    db,
    sql`WHERE m.channel_id = ${channelId} AND m.deleted_at IS NULL
      AND (${before ?? null}::bigint IS NULL OR m.id < ${before ?? null}::bigint)
      AND (${until ?? null}::bigint IS NULL OR m.id >= ${until ?? null}::bigint)
      AND (${fromId ?? null}::bigint IS NULL OR m.id >= ${fromId ?? null}::bigint)
      AND (${newerThan ?? null}::bigint IS NULL OR m.id > ${newerThan ?? null}::bigint)
    ORDER BY m.id ${upwards ? sql`ASC` : sql`DESC`} LIMIT ${limit}`,
  );
  return upwards ? page : page.reverse();
}

/**
 * The latest messages of several channels, ascending: for each page of `pageOf` channels, `limit` messages in total,
 * shared evenly: every channel gives its last one before any gives its second last. The limits are constants of the
 * caller, and a part of the statement's text.
 */
export function latestMessagesIn(
  db: Db,
  channels: { id: string; fromId: string }[],
  { pageOf, limit }: { pageOf: number; limit: number },
): Promise<Message[]> {
  const [page, most] = [sql.lit(pageOf), sql.lit(limit)];
  const [ids, firsts] = [channels.map(({ id }) => id), channels.map(({ fromId }) => fromId)];
  const chosen = sql`${prepared}
    WITH latest AS (
      SELECT m.id, m.age, (c.position - 1) / ${page} AS page
      FROM unnest(${arrayOf(ids, 'bigint')}, ${arrayOf(firsts, 'bigint')}) WITH ORDINALITY AS c (id, from_id, position)
      CROSS JOIN LATERAL (
        SELECT id, row_number() OVER (ORDER BY id DESC) AS age FROM chat_messages
        WHERE channel_id = c.id AND id >= c.from_id AND deleted_at IS NULL ORDER BY id DESC LIMIT ${most}
      ) m
    ), chosen AS MATERIALIZED (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY page ORDER BY age, id DESC) AS position FROM latest
      ) l WHERE position <= ${most}
    )`;
  return messages(db, sql`WHERE m.id = ANY (ARRAY(SELECT id FROM chosen)) ORDER BY m.id`, chosen);
}

export interface NewMessage extends Pick<Message, 'channelId' | 'seq' | 'type' | 'userId' | 'text'> {
  meta?: Record<string, unknown>;
  replyTo?: string;
  clientMessageId?: string;
  /** The message of another channel that this one repeats; a channel has one copy of it at most. */
  copyOf?: string;
}

/** @returns undefined if this client message id was used before; then nothing is written */
export const insertMessage = (trx: Db, message: NewMessage) => selectFirst<Message>(trx)`${prepared}
    INSERT INTO chat_messages AS m
      (channel_id, seq, type, user_id, text, meta, reply_to, client_message_id, copy_of, created_at)
    VALUES (
      ${message.channelId}, ${message.seq}, ${message.type}, ${message.userId}, ${message.text},
      ${message.meta ? JSON.stringify(message.meta) : null}, ${message.replyTo ?? null},
      ${message.clientMessageId ?? null}, ${message.copyOf ?? null}, ${now()}
    )
    ON CONFLICT (channel_id, user_id, client_message_id) DO NOTHING
    RETURNING ${columns}, '[]'::json AS reactions`;

/** The state of a person in a channel when they write. */
export interface WritingState {
  /** When they recently wrote in the application, oldest first. */
  recent: Date[];
  /** When they last wrote in this channel. */
  lastHere: Date | null;
  isJoined: boolean;
  mutedUntil: Date | null;
  /** The room's switch; null for a channel without a room. */
  isChatAllowed: boolean | null;
  /** Whether the chat of the room is off for everybody; null for a channel without a room. */
  isOff: boolean | null;
  slowModeSeconds: number;
}

export const readWritingState = (
  db: Db,
  { userId, channelId, milliseconds }: { userId: string; channelId: string; milliseconds: number },
): Promise<WritingState | undefined> =>
  selectFirst<WritingState>(db)`${prepared}
    SELECT m.left_at IS NULL AS "isJoined", m.muted_until AS "mutedUntil",
      (r.flags->>'isChatAllowed')::boolean AS "isChatAllowed", 'chat' = ANY (r.disabled_features) AS "isOff",
      c.slow_mode_seconds AS "slowModeSeconds",
      ARRAY(SELECT created_at FROM chat_messages
        WHERE user_id = ${userId} AND created_at > ${after(-milliseconds)} ORDER BY created_at) AS recent,
      (SELECT created_at FROM chat_messages
        WHERE user_id = ${userId} AND channel_id = ${channelId}
        ORDER BY created_at DESC LIMIT 1) AS "lastHere"
    FROM chat_members m
    JOIN chat_channels c ON c.id = m.channel_id
    LEFT JOIN rooms r ON r.id = c.room_id
    WHERE m.channel_id = ${channelId} AND m.user_id = ${userId}`;

export const setText = (trx: Db, id: string, text: string) =>
  execute(trx)`UPDATE chat_messages SET text = ${text}, edited_at = ${now()} WHERE id = ${id}`;

/** Erases the text, reactions and pin of a message. @returns false if that was done before */
export async function eraseMessage(trx: Db, id: string): Promise<boolean> {
  await trx.deleteFrom('chat_reactions').where('message_id', '=', id).execute();
  const erased = await countChanged(trx)`
    UPDATE chat_messages SET text = '', meta = NULL, deleted_at = ${now()}
    WHERE id = ${id} AND deleted_at IS NULL`;
  return erased === 1;
}

/** @returns how many messages were not erased before */
export async function eraseMessagesOf(trx: Db, channelId: string): Promise<number> {
  await trx.deleteFrom('chat_reactions').where('channel_id', '=', channelId).execute();
  return countChanged(trx)`
    UPDATE chat_messages SET text = '', meta = NULL, deleted_at = ${now()}
    WHERE channel_id = ${channelId} AND deleted_at IS NULL`;
}

/** Counts the different emoji on a message, and whether this one is there and from this person. */
export async function countReactions(
  db: Db,
  { messageId, emoji, userId }: { messageId: string; emoji: string; userId: string },
): Promise<{ kinds: number; isKnown: boolean; isOwn: boolean }> {
  const counted = await selectFirst<{ kinds: number; isKnown: boolean; isOwn: boolean }>(db)`
    SELECT count(DISTINCT emoji)::int AS kinds, coalesce(bool_or(emoji = ${emoji}), false) AS "isKnown",
      coalesce(bool_or(emoji = ${emoji} AND user_id = ${userId}), false) AS "isOwn"
    FROM chat_reactions WHERE message_id = ${messageId}`;
  return counted ?? { kinds: 0, isKnown: false, isOwn: false };
}

export interface NewReaction {
  channelId: string;
  messageId: string;
  emoji: string;
  userId: string;
}

export async function insertReaction(trx: Db, reaction: NewReaction): Promise<void> {
  const row = snakeCased({ ...reaction, createdAt: now() });
  await trx.insertInto('chat_reactions').values(row).execute();
}

/** @returns false if there was none */
export const deleteReaction = async (trx: Db, { messageId, emoji, userId }: NewReaction): Promise<boolean> =>
  (await countChanged(trx)`
    DELETE FROM chat_reactions WHERE message_id = ${messageId} AND emoji = ${emoji} AND user_id = ${userId}`) >
  0;
