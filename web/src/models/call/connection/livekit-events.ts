import type { Room, RoomEventCallbacks } from 'livekit-client';

/** Listens to an event of the room. Returns a function that stops listening. */
export function listenToRoom<E extends keyof RoomEventCallbacks>(
  room: Room,
  event: E,
  listener: RoomEventCallbacks[E],
): () => void {
  room.on(event, listener);
  return () => room.off(event, listener);
}
