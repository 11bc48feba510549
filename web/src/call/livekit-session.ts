import {
  ConnectionError,
  ConnectionErrorReason,
  DefaultReconnectPolicy,
  DisconnectReason,
  Room,
  RoomEvent,
  VideoPresets,
} from 'livekit-client';
import type { MediaSession, SessionEnd } from './connection.ts';
import { onRoom } from './livekit-events.ts';
import { createScope } from './scope.ts';

/** The SDK mends short breaks; for long ones we come back with a fresh token, so it need not try for long. */
const sdkPauses = [0, 300, 1_000, 2_000, 3_000, 5_000, 5_000];

export function createRoom(): Room {
  return new Room({
    adaptiveStream: { pixelDensity: 'screen' },
    dynacast: true,
    // Tracks belong to the model, which publishes them again after a reconnection.
    stopLocalTrackOnUnpublish: false,
    // The model says good-bye itself, and comes back when the browser shows a kept page again.
    disconnectOnPageLeave: false,
    reconnectPolicy: new DefaultReconnectPolicy(sdkPauses),
    publishDefaults: {
      simulcast: true,
      videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h360],
      audioPreset: { maxBitrate: 32_000 },
      dtx: true,
      red: true,
    },
  });
}

const ends: Partial<Record<DisconnectReason, SessionEnd>> = {
  [DisconnectReason.DUPLICATE_IDENTITY]: 'duplicate',
  [DisconnectReason.PARTICIPANT_REMOVED]: 'removed',
  [DisconnectReason.ROOM_DELETED]: 'ended',
  [DisconnectReason.ROOM_CLOSED]: 'ended',
};

function endOf(reason: DisconnectReason | undefined): SessionEnd {
  return (reason !== undefined && ends[reason]) || 'lost';
}

export function livekitSession(room: Room): MediaSession {
  return {
    connect: (url, token) => room.connect(url, token, { maxRetries: 0 }),
    disconnect: () => room.disconnect(false),
    endOf: (error) => {
      const isWord = error instanceof ConnectionError && error.reason === ConnectionErrorReason.LeaveRequest;
      return isWord ? endOf(error.context as DisconnectReason | undefined) : 'lost';
    },
    watch: (listener) => {
      const scope = createScope();
      const interrupted = (): void => listener({ kind: 'interrupted' });
      scope.add(onRoom(room, RoomEvent.Reconnecting, interrupted));
      scope.add(onRoom(room, RoomEvent.SignalReconnecting, interrupted));
      scope.add(onRoom(room, RoomEvent.Reconnected, () => listener({ kind: 'restored' })));
      scope.add(
        onRoom(room, RoomEvent.Disconnected, (reason) => listener({ kind: 'closed', end: endOf(reason) })),
      );
      return () => scope.end();
    },
  };
}
