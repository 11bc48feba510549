import type { EventName } from '../../../../contract/events.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuseField } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { newestRoomIn, roomById } from '../../rooms/rooms.ts';
import { announce } from '../announce.ts';

/**
 * The named room, or else the newest, or else an unused id, so that a group can be tested before it has rooms. For
 * events of sessions it is a playback; for report_ready it may be one.
 * @throws `validation_failed` for a room of another group or kind
 */
export async function roomOfTest(
  db: Db,
  { spaceId, roomId, eventName }: { spaceId: string; roomId: string | undefined; eventName: EventName },
) {
  const isOfSession = eventName.startsWith('session_');
  const kind = isOfSession ? 'playback' : 'room';
  if (roomId === undefined) {
    const newest = await newestRoomIn(db, spaceId, kind);
    return { roomId: newest ?? newId(), isPlayback: isOfSession };
  }
  const room = await roomById(db, roomId);
  const isFitting = room?.kind === kind || eventName === 'report_ready';
  if (room?.spaceId === spaceId && isFitting) return { roomId, isPlayback: room.kind === 'playback' };
  const needed = kind === 'room' ? 'a room' : 'an automatic webinar';
  return refuseField('roomId', `must be ${needed} of this group`);
}

type RoomOfTest = Awaited<ReturnType<typeof roomOfTest>>;

/**
 * Announces an event that did not happen, in the format of a real one.
 * @returns the delivery's id; undefined if the webhook was switched off or deleted meanwhile
 */
export async function announceTest(
  db: Db,
  {
    webhookId: testedWebhookId,
    room: { roomId, isPlayback },
    ...event
  }: { spaceId: string; eventName: EventName; webhookId: string; room: RoomOfTest },
): Promise<string | undefined> {
  const [id] = await announce(db, {
    ...{ ...event, roomId, testedWebhookId },
    ...(/^(record|transcription)_/.test(event.eventName) && { recordId: newId() }),
    ...(event.eventName.startsWith('document_')
      ? { documentId: newId() }
      : isPlayback
        ? { sessionId: newId() }
        : { callId: newId() }),
    ...(isPlayback && event.eventName === 'report_ready' && { playbackEventId: newId() }),
  });
  return id;
}
