import type { Database } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { announce } from '../../src/webhooks/webhooks.ts';

export interface RoomIds {
  spaceId: string;
  roomId: string;
}

/** A fact of a room as the server writes one: the delivery of its event in a transaction. @returns the delivery's id */
export async function announceEvent({ db }: Database, room: RoomIds): Promise<string> {
  const event = { eventName: 'call_started', ...room } as const;
  const id = await db.transaction().execute((trx) => announce(trx, event));
  if (!id) throw new Error('nobody was to be told');
  return id;
}

/** The rows that so many facts would have left, a thousand in one statement. @returns the deliveries' ids */
export async function insertDeliveries({ db }: Database, rooms: RoomIds[]): Promise<string[]> {
  const webhooks = await db.selectFrom('webhooks').select(['id', 'space_id']).execute();
  const webhookOf = new Map(webhooks.map(({ id, space_id }) => [space_id, id]));
  const at = new Date();
  const rows = rooms.map(({ spaceId, roomId }) => ({
    id: newId(),
    webhook_id: webhookOf.get(spaceId) ?? '',
    event_id: newId(),
    event_name: 'call_started',
    space_id: spaceId,
    room_id: roomId,
    body: JSON.stringify({ eventName: 'call_started', roomId, spaceId }),
    next_attempt_at: at,
    created_at: at,
  }));
  for (let from = 0; from < rows.length; from += 1000) {
    await db
      .insertInto('webhook_deliveries')
      .values(rows.slice(from, from + 1000))
      .execute();
  }
  return rows.map(({ id }) => id);
}
