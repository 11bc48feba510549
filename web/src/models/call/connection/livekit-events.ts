import type { Room, RoomEventCallbacks } from 'livekit-client';

/** Listens to the room and gives back what ends it. */
export function listenToRoom<E extends keyof RoomEventCallbacks>(
  room: Room,
  event: E,
  listener: RoomEventCallbacks[E],
): () => void {
  room.on(event, listener);
  return () => room.off(event, listener);
}
