import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { execute, selectAll, selectColumn, selectFirst, selectValue } from '../../platform/db/rows.ts';
import type { RowOf } from '../../platform/db/tables.ts';

export type PinRow = Pick<RowOf<'chat_pins'>, 'id' | 'channelId' | 'messageId'>;

const columns = sql`id, channel_id AS "channelId", message_id AS "messageId"`;

export const channelOfPin = (db: Db, id: string): Promise<string | undefined> =>
  selectValue(db)`SELECT channel_id FROM chat_pins WHERE id = ${id}`;

export const pinOfMessage = (db: Db, messageId: string) =>
  selectFirst<PinRow>(db)`SELECT ${columns} FROM chat_pins WHERE message_id = ${messageId}`;

/** The ids of those messages that are pinned. */
export const pinnedOf = (db: Db, messageIds: string[]): Promise<string[]> => selectColumn(db)`
    SELECT message_id AS "messageId" FROM chat_pins
    WHERE message_id = ANY (${messageIds}::bigint[]) ORDER BY id`;

/** Newest first. */
export const pinsIn = (db: Db, channelId: string) =>
  selectAll<PinRow>(db)`SELECT ${columns} FROM chat_pins WHERE channel_id = ${channelId} ORDER BY id DESC`;

export async function insertPin(trx: Db, channelId: string, messageId: string): Promise<PinRow> {
  const pin = await selectFirst<PinRow>(trx)`
    INSERT INTO chat_pins (channel_id, message_id, created_at) VALUES (${channelId}, ${messageId}, ${now()})
    RETURNING ${columns}`;
  if (!pin) throw new Error('the database did not return the inserted pin');
  return pin;
}

/** Deletes a pin by its own id or by its message's. @returns the id of the message */
export const deletePin = (trx: Db, by: { id: string } | { messageId: string }): Promise<string | undefined> =>
  selectValue(trx)`
    DELETE FROM chat_pins WHERE ${'id' in by ? sql`id = ${by.id}` : sql`message_id = ${by.messageId}`}
    RETURNING message_id`;

export const deletePinsOf = (trx: Db, channelId: string) =>
  execute(trx)`DELETE FROM chat_pins WHERE channel_id = ${channelId}`;
