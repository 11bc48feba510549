import type { EventName } from '../../../../contract/events.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuseField } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { newestRoomIn, roomById } from '../../rooms/rooms.ts';
import { announce } from '../announce.ts';

/**
 * The named room, or else the newest, or else an unused id, so that a group can be tested before it has rooms. For
 * events of sessions it is a playback.
 * @throws `validation_failed` for a room of another group or kind
 */
export async function roomOfTest(
  db: Db,
  { spaceId, roomId, eventName }: { spaceId: string; roomId: string | undefined; eventName: EventName },
): Promise<string> {
  const kind = eventName.startsWith('session_') ? 'playback' : 'room';
  if (roomId === undefined) return (await newestRoomIn(db, spaceId, kind)) ?? newId();
  const room = await roomById(db, roomId);
  if (room?.spaceId === spaceId && room.kind === kind) return roomId;
  const needed = kind === 'room' ? 'a room' : 'an automatic webinar';
  return refuseField('roomId', `must be ${needed} of this group`);
}

/**
 * Announces an event that did not happen, in the format of a real one.
 * @returns the delivery's id; undefined if the webhook was switched off or deleted meanwhile
 */
export function announceTest(
  db: Db,
  { spaceId, roomId, eventName }: { spaceId: string; roomId: string; eventName: EventName },
): Promise<string | undefined> {
  return announce(db, {
    ...{ eventName, spaceId, roomId, isTest: true },
    ...(/^(record|transcription)_/.test(eventName) && { recordId: newId() }),
    ...(eventName.startsWith('session_') ? { sessionId: newId() } : { callId: newId() }),
  });
}
