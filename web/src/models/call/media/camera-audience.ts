import { type ParticipantTrackPermission, type Room, RoomEvent, Track } from 'livekit-client';
import { createScope } from '../../../kit/scope.ts';
import { listenToRoom } from '../connection/livekit-events.ts';
import { isCameraHidden } from '../people/hidden-camera.ts';

/** The people who may have changed, or what the own person sends. */
const changes = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantAttributesChanged,
  RoomEvent.LocalTrackPublished,
  RoomEvent.LocalTrackUnpublished,
] as const;

/** Others than moderators may subscribe to everything but the camera. */
function permissionsIn({ localParticipant, remoteParticipants }: Room): ParticipantTrackPermission[] {
  const open = [...localParticipant.trackPublications.values()]
    .filter(({ source }) => source !== Track.Source.Camera)
    .map(({ trackSid }) => trackSid)
    .sort();
  return [...remoteParticipants.values()].map(({ identity, attributes }) =>
    attributes.role === 'moderator'
      ? { participantIdentity: identity, allowAll: true }
      : { participantIdentity: identity, allowedTrackSids: open },
  );
}

/**
 * Lets only moderators subscribe to the own camera while the server says so. The media server enforces it, from before
 * the camera is published (docs/decisions/0107). @returns a function that ends it
 */
export function keepCameraFromOthers(room: Room): () => void {
  const scope = createScope();
  let sent = '';
  const apply = (): void => {
    const isHidden = isCameraHidden(room.localParticipant.attributes);
    const permissions = isHidden ? permissionsIn(room) : [];
    const next = isHidden ? JSON.stringify(permissions) : '';
    if (next === sent) return;
    sent = next;
    // The SDK repeats it in each new connection.
    room.localParticipant.setTrackSubscriptionPermissions(!isHidden, permissions);
  };
  // The SDK reports no people who were there before the connection.
  for (const event of [RoomEvent.SignalConnected, RoomEvent.Connected, RoomEvent.Reconnected] as const) {
    scope.add(listenToRoom(room, event, apply));
  }
  for (const event of changes) scope.add(listenToRoom(room, event, apply));
  return () => scope.end();
}
