import type { Database } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { announce } from '../../src/webhooks/webhooks.ts';

export interface RoomIds {
  spaceId: string;
  roomId: string;
}

/** Announces an event of a room in a transaction, as the server does. @returns the delivery's id */
export async function announceEvent({ db }: Database, room: RoomIds): Promise<string> {
  const event = { eventName: 'call_started', ...room } as const;
  const [id] = await db.transaction().execute((trx) => announce(trx, event));
  if (!id) throw new Error('the group has no webhook: nothing was announced');
  return id;
}

/** Inserts one pending delivery for each room, a thousand in a statement. @returns the deliveries' ids */
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
