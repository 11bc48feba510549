import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

export interface PinRow {
  id: string;
  channelId: string;
  messageId: string;
}

const columns = ['id', 'channel_id as channelId', 'message_id as messageId'] as const;

export async function channelOfPin(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('chat_pins').select('channel_id').where('id', '=', id).executeTakeFirst();
  return row?.channel_id;
}

export const pinOfMessage = (db: Db, messageId: string): Promise<PinRow | undefined> =>
  db.selectFrom('chat_pins').select(columns).where('message_id', '=', messageId).executeTakeFirst();

/** The ids of those messages that are pinned. */
export async function pinnedOf(db: Db, messageIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ messageId: string }>`
    SELECT message_id AS "messageId" FROM chat_pins
    WHERE message_id = ANY (${messageIds}::bigint[]) ORDER BY id`.execute(db);
  return rows.map(({ messageId }) => messageId);
}

/** Newest first. */
export const pinsIn = (db: Db, channelId: string): Promise<PinRow[]> =>
  db
    .selectFrom('chat_pins')
    .select(columns)
    .where('channel_id', '=', channelId)
    .orderBy('id', 'desc')
    .execute();

export const insertPin = (trx: Db, channelId: string, messageId: string): Promise<PinRow> =>
  trx
    .insertInto('chat_pins')
    .values({ channel_id: channelId, message_id: messageId, created_at: now() })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Deletes a pin by its own id or by its message's. @returns the id of the message */
export async function deletePin(
  trx: Db,
  by: { id: string } | { messageId: string },
): Promise<string | undefined> {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`message_id = ${by.messageId}`;
  const { rows } = await sql<{ messageId: string }>`
    DELETE FROM chat_pins WHERE ${which} RETURNING message_id AS "messageId"`.execute(trx);
  return rows[0]?.messageId;
}

export async function deletePinsOf(trx: Db, channelId: string): Promise<void> {
  await trx.deleteFrom('chat_pins').where('channel_id', '=', channelId).execute();
}
