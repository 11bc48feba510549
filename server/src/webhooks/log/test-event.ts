import type { EventName } from '../../../../contract/events.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuseField } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { newestRoomIn, roomById } from '../../rooms/rooms.ts';
import { announce } from '../announce.ts';

export interface TestWish {
  spaceId: string;
  eventName: EventName;
  roomId: string | undefined;
}

/** The room that is asked for, else the newest, else an id of none: a group may be tried out before it has rooms. */
async function roomOf(db: Db, { spaceId, roomId }: TestWish): Promise<string> {
  if (roomId === undefined) return (await newestRoomIn(db, spaceId)) ?? newId();
  const room = await roomById(db, roomId);
  return room?.spaceId === spaceId ? roomId : refuseField('roomId', 'must be a room of this group');
}

/**
 * Announces what did not happen, in the shape of what might have.
 * @returns the delivery's id; undefined when the webhook was switched off or deleted meanwhile
 */
export async function announceTest(db: Db, wish: TestWish): Promise<string | undefined> {
  const { spaceId, eventName } = wish;
  return announce(db, {
    eventName,
    spaceId,
    roomId: await roomOf(db, wish),
    callId: newId(),
    ...(eventName.startsWith('record_') && { recordId: newId() }),
    isTest: true,
  });
}
