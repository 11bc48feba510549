/** The checks, in the order in which they run. */
export const checkNames = [
  'browser',
  'camera',
  'microphone',
  'server',
  'socket',
  'signalling',
  'udp',
  'tcp',
  'turn',
] as const;
export type CheckName = (typeof checkNames)[number];

/** The ways of sound and picture; a call needs one of them. */
export const mediaPaths = ['udp', 'tcp', 'turn'] as const;
export type MediaPath = (typeof mediaPaths)[number];

export type Failure =
  | 'insecure'
  | 'noWebrtc'
  | 'noCodecs'
  | 'cameraBlocked'
  | 'cameraMissing'
  | 'cameraBusy'
  | 'cameraFrozen'
  | 'microphoneBlocked'
  | 'microphoneMissing'
  | 'microphoneBusy'
  | 'microphoneSilent'
  | 'serverAway'
  | 'serverLimit'
  | 'socketClosed'
  | 'socketSilent'
  | 'signallingClosed'
  | 'udpBlocked'
  | 'tcpBlocked'
  | 'turnBlocked';

/** The reason for which a check did not run: another one failed, or the server does not offer what it tests. */
export type SkipReason =
  | 'needsBrowser'
  | 'needsServer'
  | 'needsSignalling'
  | 'udpNotOffered'
  | 'tcpNotOffered'
  | 'turnNotOffered';

export type Candidate = {
  /** host, srflx, prflx or relay. */
  type: string;
  /** udp or tcp. */
  protocol: string;
  /** The protocol between browser and relay: udp, tcp or tls. */
  relayProtocol?: string | undefined;
  address?: string | undefined;
};

export type Route = { local: Candidate; remote: Candidate };

/** The findings of a check. */
export type Facts = {
  /** Its duration in milliseconds. */
  ms?: number;
  /** The time for a packet and its response, in milliseconds. */
  rttMs?: number | undefined;
  device?: string;
  /** The size of the camera's picture. */
  size?: string;
  codecs?: string[];
  route?: Route;
};

export type Result =
  | { status: 'passed'; facts: Facts }
  | { status: 'failed'; failure: Failure }
  | { status: 'skipped'; reason: SkipReason };

export type CheckState = { status: 'waiting' } | { status: 'running' } | Result;
export type CheckStates = Record<CheckName, CheckState>;

export const passed = (facts: Facts = {}): Result => ({ status: 'passed', facts });
export const failed = (failure: Failure): Result => ({ status: 'failed', failure });
export const skipped = (reason: SkipReason): Result => ({ status: 'skipped', reason });

/**
 * - `good`: nothing failed
 * - `usable`: calls work, although some checks failed
 * - `unusable`: no call is possible from this browser and network
 */
type Verdict = 'good' | 'usable' | 'unusable';

export function verdictOf(states: CheckStates): Verdict {
  const has = (name: CheckName, status: CheckState['status']) => states[name].status === status;
  const isConnected = has('signalling', 'passed') && mediaPaths.some((path) => has(path, 'passed'));
  if (!isConnected || !has('browser', 'passed')) return 'unusable';
  return checkNames.some((name) => has(name, 'failed')) ? 'usable' : 'good';
}
