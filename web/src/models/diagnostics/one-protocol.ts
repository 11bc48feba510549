import type { Candidate, MediaPath, Route } from './checks.ts';

/** `candidate:… 1 udp 2130706431 203.0.113.5 7882 typ host`: its third word is the protocol. */
const protocolOf = (candidate: string): string => candidate.trim().split(/\s+/)[2]?.toLowerCase() ?? '';

/** The candidates and relays that the server offered during a test. */
export type Offered = { protocols: Set<string>; hasTurn: boolean };

/** A connection that ignores the server's candidates of other protocols. */
type NarrowConnections = {
  open: RTCPeerConnection[];
  offered: Offered;
  /** Puts the browser's own class back. */
  restore: () => void;
};

/**
 * Lets new WebRTC connections of this page use one protocol only. The media SDK has no option for it: it connects by
 * any, so that a call over TCP would pass as one over UDP. No call may run on this page.
 */
export function narrowConnections(path: MediaPath): NarrowConnections {
  const Original = globalThis.RTCPeerConnection;
  const open: RTCPeerConnection[] = [];
  const offered: Offered = { protocols: new Set(), hasTurn: false };
  const isWanted = (candidate: string): boolean => {
    const protocol = protocolOf(candidate);
    offered.protocols.add(protocol);
    // A relay reaches the server by UDP, whatever the browser uses to reach the relay.
    return protocol === (path === 'tcp' ? 'tcp' : 'udp');
  };
  const noteTurn = (configuration: RTCConfiguration | undefined): void => {
    const urls = (configuration?.iceServers ?? []).flatMap((server) => server.urls);
    if (urls.some((url) => /^turns?:/.test(url))) offered.hasTurn = true;
  };

  class NarrowConnection extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      noteTurn(configuration);
      open.push(this);
    }

    override setConfiguration(configuration?: RTCConfiguration): void {
      noteTurn(configuration);
      super.setConfiguration(configuration);
    }

    override setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
      const lines = (description.sdp ?? '').split('\r\n');
      const kept = lines.filter((line) => !line.startsWith('a=candidate:') || isWanted(line));
      return super.setRemoteDescription({ type: description.type, sdp: kept.join('\r\n') });
    }

    override addIceCandidate(candidate?: RTCIceCandidateInit | null): Promise<void> {
      if (candidate?.candidate && !isWanted(candidate.candidate)) return Promise.resolve();
      return super.addIceCandidate(candidate ?? undefined);
    }
  }
  globalThis.RTCPeerConnection = NarrowConnection;
  return {
    open,
    offered,
    restore: () => {
      globalThis.RTCPeerConnection = Original;
    },
  };
}

const candidateOf = (stat: Record<string, unknown> | undefined): Candidate => ({
  type: String(stat?.candidateType ?? ''),
  protocol: String(stat?.protocol ?? ''),
  ...(typeof stat?.relayProtocol === 'string' && { relayProtocol: stat.relayProtocol }),
  ...(typeof stat?.address === 'string' && { address: stat.address }),
});

/** The pair of candidates that a connection uses, and its round-trip time; undefined before there is one. */
async function routeOf(connection: RTCPeerConnection): Promise<{ route: Route; rttMs?: number } | undefined> {
  const stats = await connection.getStats();
  const pairs = [...stats.values()].filter(
    (stat) => stat.type === 'candidate-pair' && stat.state === 'succeeded' && stat.nominated,
  );
  // A replaced pair stays nominated: the one in use has received most.
  const [pair] = pairs.toSorted((one, other) => (other.bytesReceived ?? 0) - (one.bytesReceived ?? 0));
  if (!pair || !(pair.bytesReceived > 0)) return undefined;
  const seconds: unknown = pair.currentRoundTripTime;
  return {
    route: {
      local: candidateOf(stats.get(pair.localCandidateId)),
      remote: candidateOf(stats.get(pair.remoteCandidateId)),
    },
    ...(typeof seconds === 'number' && seconds > 0 && { rttMs: seconds * 1000 }),
  };
}

/** The route of the first connection that received something. */
export async function findRoute(
  connections: RTCPeerConnection[],
): Promise<{ route: Route; rttMs?: number } | undefined> {
  const open = connections.filter(({ connectionState }) => connectionState === 'connected');
  const routes = await Promise.all(open.map(routeOf));
  return routes.find((route) => route !== undefined);
}
