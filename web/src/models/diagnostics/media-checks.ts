import { Room, RoomEvent } from 'livekit-client';
import {
  type Failure,
  failed,
  type MediaPath,
  passed,
  type Result,
  type Route,
  type SkipReason,
  skipped,
} from './checks.ts';
import { findRoute, narrowConnections, type Offered } from './one-protocol.ts';
import type { Access } from './server-check.ts';

const signallingMs = 8_000;
const connectMs = 10_000;
/** How long the pair in use may take to show its first bytes after the connection is up. */
const routeMs = 3_000;

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

const options = {
  maxRetries: 0,
  websocketTimeout: signallingMs,
  peerConnectionTimeout: connectMs,
  autoSubscribe: false,
};

/** Whether the media server's signalling answers through the page's own server. */
export async function checkSignalling({ url, signalingToken }: Access): Promise<Result> {
  const room = new Room();
  const startedAt = performance.now();
  const isAnswered = await new Promise<boolean>((resolve) => {
    room.once(RoomEvent.SignalConnected, () => resolve(true));
    room.connect(url, signalingToken, options).then(
      () => resolve(true),
      () => resolve(false),
    );
  });
  const ms = performance.now() - startedAt;
  await room.disconnect().catch(() => undefined);
  return isAnswered ? passed({ ms }) : failed('signallingClosed');
}

const outcomes = {
  udp: { failure: 'udpBlocked', absent: 'udpNotOffered' },
  tcp: { failure: 'tcpBlocked', absent: 'tcpNotOffered' },
  turn: { failure: 'turnBlocked', absent: 'turnNotOffered' },
} as const satisfies Record<MediaPath, { failure: Failure; absent: SkipReason }>;

const isOffered = (path: MediaPath, { protocols, hasTurn }: Offered): boolean =>
  path === 'turn' ? hasTurn : protocols.has(path);

const fits = (path: MediaPath, { local, remote }: Route): boolean =>
  path === 'turn' ? local.type === 'relay' : local.type !== 'relay' && remote.protocol === path;

/** Connects to the media server by one way alone, and reads which pair of addresses carries the data. */
export async function checkPath(path: MediaPath, { url, signalingToken }: Access): Promise<Result> {
  const narrow = narrowConnections(path);
  const room = new Room();
  const startedAt = performance.now();
  // Without a relay in the other tests: it would pass for a direct connection.
  const rtcConfig: RTCConfiguration = path === 'turn' ? { iceTransportPolicy: 'relay' } : { iceServers: [] };
  try {
    await room.connect(url, signalingToken, { ...options, rtcConfig });
    const ms = performance.now() - startedAt;
    for (let waited = 0; waited < routeMs; waited += 100) {
      const found = await findRoute(narrow.open);
      if (found && fits(path, found.route)) return passed({ ms, ...found });
      await pause(100);
    }
  } catch {
    // Judged by what the server offered.
  } finally {
    await room.disconnect().catch(() => undefined);
    narrow.restore();
  }
  const { failure, absent } = outcomes[path];
  return isOffered(path, narrow.offered) ? failed(failure) : skipped(absent);
}
