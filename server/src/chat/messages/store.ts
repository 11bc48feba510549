import { type RawBuilder, sql } from 'kysely';
import { after, now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';

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

/** Each emoji in the order in which it was first used, with at most 20 of those who used it. */
const reactionsOf = sql`(
  SELECT json_agg(json_build_object('emoji', emoji, 'count', count, 'userIds', ids) ORDER BY first)
  FROM (
    SELECT emoji, count(*)::int AS count, min(created_at) AS first,
      (array_agg(user_id::text ORDER BY created_at))[1:20] AS ids
    FROM chat_reactions WHERE message_id = m.id GROUP BY emoji
  ) r
)`;

/** `head`: whether it is planned anew each time. A page of a list is: how it is best found depends on its limits. */
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

/** A message that was not deleted. */
export async function messageById(db: Db, id: string): Promise<Message | undefined> {
  const { rows } = await messages(sql`WHERE m.id = ${id} AND m.deleted_at IS NULL`, prepared).execute(db);
  return rows[0] && messageOf(rows[0]);
}

/** Those that were not deleted, by id. */
export async function messagesByIds(db: Db, ids: string[]): Promise<Map<string, Message>> {
  const { rows } = await messages(sql`WHERE m.id = ANY (${ids}::bigint[]) AND m.deleted_at IS NULL`).execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, messageOf(row)]));
}

/** What is known of a message without its words, also after it was deleted. */
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

/** What somebody sent under this id of their client's, deleted or not. */
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
 * A page of what was not deleted, ascending. Within a channel ids grow with the numbers: both are drawn while the
 * channel is held.
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
 * The latest messages of several channels, ascending: for each page of `pageOf` channels, `limit` messages in total.
 * They are shared out evenly: every channel gives its last one before any gives its second last.
 */
export async function latestMessagesIn(
  db: Db,
  channelIds: string[],
  { pageOf, limit }: { pageOf: number; limit: number },
): Promise<Message[]> {
  const chosen = sql`
    WITH latest AS (
      SELECT m.id, m.age, (c.place - 1) / ${pageOf}::int AS page
      FROM unnest(${channelIds}::bigint[]) WITH ORDINALITY AS c (id, place)
      CROSS JOIN LATERAL (
        SELECT id, row_number() OVER (ORDER BY id DESC) AS age FROM chat_messages
        WHERE channel_id = c.id AND deleted_at IS NULL ORDER BY id DESC LIMIT ${limit}
      ) m
    ), chosen AS MATERIALIZED (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY page ORDER BY age, id DESC) AS place FROM latest
      ) l WHERE place <= ${limit}
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
}

/** @returns undefined, and nothing is written, when this client's id was used before */
export async function insertMessage(trx: Db, message: NewMessage): Promise<Message | undefined> {
  const { rows } = await sql<{ id: string; createdAt: Date }>`${prepared}
    INSERT INTO chat_messages
      (channel_id, seq, type, user_id, text, meta, reply_to, client_message_id, created_at)
    VALUES (
      ${message.channelId}, ${message.seq}, ${message.type}, ${message.userId}, ${message.text},
      ${message.meta ? JSON.stringify(message.meta) : null}, ${message.replyTo ?? null},
      ${message.clientMessageId ?? null}, ${now()}
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

/** How somebody stands in a channel at the moment of writing. */
export interface WritingState {
  /** When they wrote in the application within the last while, oldest first. */
  recent: Date[];
  /** When they last wrote in this channel. */
  lastHere: Date | null;
  isJoined: boolean;
  mutedUntil: Date | null;
  /** The room's switch; null where there is no room. */
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

/** Takes the words of a message and what people put on it. @returns false where that was done already */
export async function eraseMessage(trx: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE chat_messages SET text = '', meta = NULL, deleted_at = ${now()}
    WHERE id = ${id} AND deleted_at IS NULL`.execute(trx);
  await trx.deleteFrom('chat_reactions').where('message_id', '=', id).execute();
  return numAffectedRows === 1n;
}

/** @returns how many messages there were to erase */
export async function eraseMessagesOf(trx: Db, channelId: string): Promise<bigint> {
  await trx.deleteFrom('chat_reactions').where('channel_id', '=', channelId).execute();
  const { numAffectedRows } = await sql`
    UPDATE chat_messages SET text = '', meta = NULL, deleted_at = ${now()}
    WHERE channel_id = ${channelId} AND deleted_at IS NULL`.execute(trx);
  return numAffectedRows ?? 0n;
}

/** How many different emoji are on a message, and whether this person put this one there. */
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

/** @returns false where there was none */
export async function deleteReaction(trx: Db, { messageId, emoji, userId }: NewReaction): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('chat_reactions')
    .where('message_id', '=', messageId)
    .where('emoji', '=', emoji)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
