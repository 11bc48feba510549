import type { Lectern } from '../../../server/testing/lectern.ts';
import { together } from '../chat/place.ts';
import type { Receivers } from './receivers.ts';

export interface Group {
  spaceId: string;
  roomIds: string[];
  /** Number of its receiver. */
  receiver: number;
}

const roomsOfGroup = 3;

/** Creates a group with rooms and a webhook for each receiver. */
export function makeGroups(lectern: Lectern, receivers: Receivers): Promise<Group[]> {
  const client = lectern.client(lectern.owner.personalToken);
  return together(receivers.urls, 4, async (url, receiver) => {
    const { id: spaceId } = await client.createSpace({ body: { name: `Bench ${receiver}` } });
    const roomIds: string[] = [];
    for (let n = 0; n < roomsOfGroup; n += 1) {
      roomIds.push((await client.createRoom({ spaceId, body: { name: `Bench ${n}` } })).id);
    }
    await client.createWebhook({ spaceId, body: { url } });
    return { spaceId, roomIds, receiver };
  });
}
