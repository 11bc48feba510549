import { type RawBuilder, sql } from 'kysely';
import { after, now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { arrayOf, prepared } from '../../platform/db/prepared.ts';

export interface MessageReaction {
  emoji: string;
  count: number;
  userIds: string[];
}

export interface Message {
  id: string;
  channelId: string;
  seq: number;
  type: 'user' | 'system';
  userId: string | null;
  text: string;
  meta: Record<string, unknown> | null;
  replyTo: string | null;
  clientMessageId: string | null;
  createdAt: Date;
  editedAt: Date | null;
  reactions: MessageReaction[];
}

type Row = Omit<Message, 'seq' | 'reactions'> & { seq: string; reactions: MessageReaction[] | null };

/** Emoji in the order of their first use, each with at most 20 of its users. */
const reactionsOf = sql`(
  SELECT json_agg(json_build_object('emoji', emoji, 'count', count, 'userIds', ids) ORDER BY first)
  FROM (
    SELECT emoji, count(*)::int AS count, min(created_at) AS first,
      (array_agg(user_id::text ORDER BY created_at))[1:20] AS ids
    FROM chat_reactions WHERE message_id = m.id GROUP BY emoji
  ) r
)`;

/** `head` says whether the statement is prepared. Pages are not: their best plan depends on the limits. */
const messages = (rest: RawBuilder<unknown>, head: RawBuilder<unknown> = sql``) => sql<Row>`${head}
  SELECT m.id, m.channel_id AS "channelId", m.seq, m.type, m.user_id AS "userId", m.text, m.meta,
    m.reply_to AS "replyTo", m.client_message_id AS "clientMessageId", m.created_at AS "createdAt",
    m.edited_at AS "editedAt", ${reactionsOf} AS reactions
  FROM chat_messages m
  ${rest}`;

const messageOf = ({ seq, reactions, ...row }: Row): Message => ({
  ...row,
  seq: Number(seq),
  reactions: reactions ?? [],
});

/** Finds a message that was not deleted. */
export async function messageById(db: Db, id: string): Promise<Message | undefined> {
  const { rows } = await messages(sql`WHERE m.id = ${id} AND m.deleted_at IS NULL`, prepared).execute(db);
  return rows[0] && messageOf(rows[0]);
}

/** Finds messages that were not deleted, by id. */
export async function messagesByIds(db: Db, ids: string[]): Promise<Map<string, Message>> {
  const { rows } = await messages(sql`WHERE m.id = ANY (${ids}::bigint[]) AND m.deleted_at IS NULL`).execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, messageOf(row)]));
}

/** A message without its text, also after it was deleted. */
export interface MessageHead {
  id: string;
  channelId: string;
  type: 'user' | 'system';
  userId: string | null;
  createdAt: Date;
  deletedAt: Date | null;
}

export async function messageHeadById(db: Db, id: string): Promise<MessageHead | undefined> {
  const { rows } = await sql<MessageHead>`
    SELECT id, channel_id AS "channelId", type, user_id AS "userId", created_at AS "createdAt",
      deleted_at AS "deletedAt"
    FROM chat_messages WHERE id = ${id}`.execute(db);
  return rows[0];
}

/** Finds the message that a person sent with this client message id, deleted or not. */
export async function messageByClientId(
  db: Db,
  { channelId, userId, clientMessageId }: { channelId: string; userId: string; clientMessageId: string },
): Promise<Message | undefined> {
  const { rows } = await messages(
    sql`
    WHERE m.channel_id = ${channelId} AND m.user_id = ${userId} AND m.client_message_id = ${clientMessageId}
  `,
    prepared,
  ).execute(db);
  return rows[0] && messageOf(rows[0]);
}

export interface MessageRange {
  before?: string | undefined;
  after?: string | undefined;
  until?: string | undefined;
  limit: number;
}

/**
 * A page of messages that were not deleted, ascending. Ids grow with the numbers in a channel: both are assigned
 * while the channel is locked.
 */
export async function messagesIn(
  db: Db,
  channelId: string,
  { before, after: newerThan, until, limit }: MessageRange,
): Promise<Message[]> {
  const upwards = newerThan !== undefined && before === undefined;
  const { rows } = await messages(sql`
    WHERE m.channel_id = ${channelId} AND m.deleted_at IS NULL
      AND (${before ?? null}::bigint IS NULL OR m.id < ${before ?? null}::bigint)
      AND (${until ?? null}::bigint IS NULL OR m.id >= ${until ?? null}::bigint)
      AND (${newerThan ?? null}::bigint IS NULL OR m.id > ${newerThan ?? null}::bigint)
    ORDER BY m.id ${upwards ? sql`ASC` : sql`DESC`} LIMIT ${limit}`).execute(db);
  const page = rows.map(messageOf);
  return upwards ? page : page.reverse();
}

/**
 * The latest messages of several channels, ascending: for each page of `pageOf` channels, `limit` messages in total,
 * shared evenly: every channel gives its last one before any gives its second last. The limits are constants of the
 * caller, and a part of the statement's text.
 */
export async function latestMessagesIn(
  db: Db,
  channelIds: string[],
  { pageOf, limit }: { pageOf: number; limit: number },
): Promise<Message[]> {
  const [page, most] = [sql.lit(pageOf), sql.lit(limit)];
  const chosen = sql`${prepared}
    WITH latest AS (
      SELECT m.id, m.age, (c.position - 1) / ${page} AS page
      FROM unnest(${arrayOf(channelIds, 'bigint')}) WITH ORDINALITY AS c (id, position)
      CROSS JOIN LATERAL (
        SELECT id, row_number() OVER (ORDER BY id DESC) AS age FROM chat_messages
        WHERE channel_id = c.id AND deleted_at IS NULL ORDER BY id DESC LIMIT ${most}
      ) m
    ), chosen AS MATERIALIZED (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY page ORDER BY age, id DESC) AS position FROM latest
      ) l WHERE position <= ${most}
    )`;
  const { rows } = await messages(
    sql`WHERE m.id = ANY (ARRAY(SELECT id FROM chosen)) ORDER BY m.id`,
    chosen,
  ).execute(db);
  return rows.map(messageOf);
}

export interface NewMessage {
  channelId: string;
  seq: number;
  type: 'user' | 'system';
  userId: string | null;
  text: string;
  meta?: Record<string, unknown>;
  replyTo?: string | undefined;
  clientMessageId?: string | undefined;
  /** The message of another channel that this one repeats; a channel has one copy of it at most. */
  copyOf?: string | undefined;
}

/** @returns undefined if this client message id was used before; then nothing is written */
export async function insertMessage(trx: Db, message: NewMessage): Promise<Message | undefined> {
  const { rows } = await sql<{ id: string; createdAt: Date }>`${prepared}
    INSERT INTO chat_messages
      (channel_id, seq, type, user_id, text, meta, reply_to, client_message_id, copy_of, created_at)
    VALUES (
      ${message.channelId}, ${message.seq}, ${message.type}, ${message.userId}, ${message.text},
      ${message.meta ? JSON.stringify(message.meta) : null}, ${message.replyTo ?? null},
      ${message.clientMessageId ?? null}, ${message.copyOf ?? null}, ${now()}
    )
    ON CONFLICT (channel_id, user_id, client_message_id) DO NOTHING
    RETURNING id, created_at AS "createdAt"`.execute(trx);
  const [row] = rows;
  if (!row) return undefined;
  return {
    ...row,
    channelId: message.channelId,
    seq: message.seq,
    type: message.type,
    userId: message.userId,
    text: message.text,
    meta: message.meta ?? null,
    replyTo: message.replyTo ?? null,
    clientMessageId: message.clientMessageId ?? null,
    editedAt: null,
    reactions: [],
  };
}

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
  slowModeSeconds: number;
}

export async function readWritingState(
  db: Db,
  { userId, channelId, milliseconds }: { userId: string; channelId: string; milliseconds: number },
): Promise<WritingState | undefined> {
  const { rows } = await sql<Omit<WritingState, 'recent'> & { recent: Date[] | null }>`${prepared}
    SELECT m.left_at IS NULL AS "isJoined", m.muted_until AS "mutedUntil",
      (r.flags->>'isChatAllowed')::boolean AS "isChatAllowed", c.slow_mode_seconds AS "slowModeSeconds",
      (SELECT array_agg(created_at ORDER BY created_at) FROM chat_messages
        WHERE user_id = ${userId} AND created_at > ${after(-milliseconds)}) AS recent,
      (SELECT created_at FROM chat_messages
        WHERE user_id = ${userId} AND channel_id = ${channelId}
        ORDER BY created_at DESC LIMIT 1) AS "lastHere"
    FROM chat_members m
    JOIN chat_channels c ON c.id = m.channel_id
    LEFT JOIN rooms r ON r.id = c.room_id
    WHERE m.channel_id = ${channelId} AND m.user_id = ${userId}`.execute(db);
  const [row] = rows;
  return row && { ...row, recent: row.recent ?? [] };
}

export async function setText(trx: Db, id: string, text: string): Promise<void> {
  await trx.updateTable('chat_messages').set({ text, edited_at: now() }).where('id', '=', id).execute();
}

/** Erases the text, reactions and pin of a message. @returns false if that was done before */
export async function eraseMessage(trx: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE chat_messages SET text = '', meta = NULL, deleted_at = ${now()}
    WHERE id = ${id} AND deleted_at IS NULL`.execute(trx);
  await trx.deleteFrom('chat_reactions').where('message_id', '=', id).execute();
  return numAffectedRows === 1n;
}

/** @returns how many messages were not erased before */
export async function eraseMessagesOf(trx: Db, channelId: string): Promise<bigint> {
  await trx.deleteFrom('chat_reactions').where('channel_id', '=', channelId).execute();
  const { numAffectedRows } = await sql`
    UPDATE chat_messages SET text = '', meta = NULL, deleted_at = ${now()}
    WHERE channel_id = ${channelId} AND deleted_at IS NULL`.execute(trx);
  return numAffectedRows ?? 0n;
}

/** Counts the different emoji on a message, and whether this one is there and from this person. */
export async function countReactions(
  db: Db,
  { messageId, emoji, userId }: { messageId: string; emoji: string; userId: string },
): Promise<{ kinds: number; isKnown: boolean; isOwn: boolean }> {
  const { rows } = await sql<{ kinds: number; isKnown: boolean; isOwn: boolean }>`
    SELECT count(DISTINCT emoji)::int AS kinds, coalesce(bool_or(emoji = ${emoji}), false) AS "isKnown",
      coalesce(bool_or(emoji = ${emoji} AND user_id = ${userId}), false) AS "isOwn"
    FROM chat_reactions WHERE message_id = ${messageId}`.execute(db);
  return rows[0] ?? { kinds: 0, isKnown: false, isOwn: false };
}

export interface NewReaction {
  channelId: string;
  messageId: string;
  emoji: string;
  userId: string;
}

export async function insertReaction(
  trx: Db,
  { channelId, messageId, emoji, userId }: NewReaction,
): Promise<void> {
  await trx
    .insertInto('chat_reactions')
    .values({ channel_id: channelId, message_id: messageId, emoji, user_id: userId, created_at: now() })
    .execute();
}

/** @returns false if there was none */
export async function deleteReaction(trx: Db, { messageId, emoji, userId }: NewReaction): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('chat_reactions')
    .where('message_id', '=', messageId)
    .where('emoji', '=', emoji)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
