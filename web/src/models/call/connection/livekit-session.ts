import {
  ConnectionError,
  ConnectionErrorReason,
  DisconnectReason,
  type ReconnectPolicy,
  Room,
  RoomEvent,
  VideoPresets,
} from 'livekit-client';
import { createScope } from '../../../kit/scope.ts';
import type { MediaSession, SessionEnd } from './connection.ts';
import { listenToRoom } from './livekit-events.ts';
import { nextResume } from './reconnect.ts';

/**
 * Resumption by the SDK while only our signalling is away; media continue meanwhile. When the SDK gives up, we
 * reconnect with a fresh token.
 */
const reconnectPolicy: ReconnectPolicy = {
  nextRetryDelayInMs: ({ retryCount, elapsedMs }) => nextResume(retryCount, elapsedMs),
};

export function createRoom(): Room {
  return new Room({
    adaptiveStream: true,
    dynacast: true,
    // The model owns the tracks and publishes them again after a reconnection.
    stopLocalTrackOnUnpublish: false,
    // The model disconnects on `pagehide` itself, and reconnects when the browser shows a cached page again.
    disconnectOnPageLeave: false,
    reconnectPolicy,
    publishDefaults: {
      simulcast: true,
      videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h360],
      audioPreset: { maxBitrate: 32_000 },
      dtx: true,
      red: true,
    },
  });
}

/** LiveKit asks for 15 s. It answers our ping every 5 s, so 8 s detect a frozen node soon enough. */
const signalSilentSeconds = 8;

/** Sets a private field, because the SDK has no option for it. */
function leaveSilentSignalSooner(room: Room): void {
  const client = room.engine?.client as unknown as { pingTimeoutDuration?: number } | undefined;
  if (client?.pingTimeoutDuration) client.pingTimeoutDuration = signalSilentSeconds;
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
    connect: async (url, token) => {
      await room.connect(url, token, { maxRetries: 0 });
      leaveSilentSignalSooner(room);
    },
    disconnect: () => room.disconnect(false),
    endOf: (error) => {
      const isWord = error instanceof ConnectionError && error.reason === ConnectionErrorReason.LeaveRequest;
      return isWord ? endOf(error.context as DisconnectReason | undefined) : 'lost';
    },
    received: () => receivedIn(room),
    watch: (listener) => {
      const scope = createScope();
      const interrupted = (): void => listener({ kind: 'interrupted' });
      scope.add(listenToRoom(room, RoomEvent.Reconnecting, interrupted));
      scope.add(listenToRoom(room, RoomEvent.SignalReconnecting, interrupted));
      scope.add(
        listenToRoom(room, RoomEvent.Reconnected, () => {
          // A new media session has LiveKit's own timeout again.
          leaveSilentSignalSooner(room);
          listener({ kind: 'restored' });
        }),
      );
      scope.add(
        listenToRoom(room, RoomEvent.Disconnected, (reason) =>
          listener({ kind: 'closed', end: endOf(reason) }),
        ),
      );
      return () => scope.end();
    },
  };
}

async function receivedIn(room: Room): Promise<number> {
  const tracks = [...room.remoteParticipants.values()].flatMap((person) =>
    [...person.trackPublications.values()].flatMap(({ track }) => track ?? []),
  );
  const reports = await Promise.all(tracks.map((track) => track.getRTCStatsReport()));
  let bytes = 0;
  for (const report of reports) {
    for (const stat of report?.values() ?? [])
      if (stat.type === 'inbound-rtp') bytes += stat.bytesReceived ?? 0;
  }
  return bytes;
}
