import { type RemoteTrackPublication, type Room, RoomEvent, Track } from 'livekit-client';
import { createScope } from '../../../kit/scope.ts';
import type { Store } from '../../../kit/store.ts';
import { listenToRoom } from '../connection/livekit-events.ts';

/** Subscribes to no cameras of others while low-data mode is on. @returns a function that ends it */
export function followLowData(room: Room, isLowData: Store<boolean>): () => void {
  const scope = createScope();
  const apply = (publication: RemoteTrackPublication): void => {
    const isWanted = !isLowData.get();
    if (publication.source !== Track.Source.Camera || publication.isDesired === isWanted) return;
    publication.setSubscribed(isWanted);
  };
  const applyToAll = (): void => {
    for (const person of room.remoteParticipants.values()) person.trackPublications.forEach(apply);
  };
  scope.add(isLowData.subscribe(applyToAll));
  // LiveKit reports no publications that are older than the connection or the arrival of their participant.
  for (const event of [RoomEvent.Connected, RoomEvent.Reconnected, RoomEvent.ParticipantConnected] as const) {
    scope.add(listenToRoom(room, event, applyToAll));
  }
  scope.add(listenToRoom(room, RoomEvent.TrackPublished, apply));
  return () => scope.end();
}
