import { accessSync, constants } from 'node:fs';
import { join, resolve } from 'node:path';
import { Unstartable } from '../../platform/errors.ts';
import { isLoopback } from '../../platform/http/networks.ts';
import { ChildFailed, type LineLevel, type Log, SupervisedChild } from '../../platform/process/child.ts';
import { freePortOrRefuse, type PortUse } from '../../platform/process/ports.ts';
import {
  configurationFor,
  type EngineAddresses,
  fingerprintOf,
  keysIn,
  resolveAddress,
  writeConfiguration,
} from './embedded-settings.ts';
import { LiveKitEngine } from './livekit.ts';

export type EmbeddedLiveKitOptions = EngineAddresses & {
  binary: string;
  dataDir: string;
  /** Aborts the start. */
  interrupted?: AbortSignal;
  log: Log;
};

export type EmbeddedLiveKit = {
  /** The settings for `new LiveKitEngine(…)`. */
  url: string;
  apiKey: string;
  apiSecret: string;
  pid: () => number | undefined;
  /** Ends the process. Clients lose their connection, and return when there is a media server again. */
  stop: (withinMs?: number) => Promise<void>;
};

/** Starts LiveKit as a supervised child process. A process that still runs with the same configuration is adopted. */
export const startEmbeddedLiveKit = async (options: EmbeddedLiveKitOptions): Promise<EmbeddedLiveKit> => {
  const { binary, log } = options;
  assertRuns(binary);
  const folder = join(resolve(options.dataDir), 'engines');
  const keys = keysIn(folder);
  const addresses = { ...options, nodeAddress: await resolveAddress(options.nodeAddress) };
  const configuration = configurationFor(addresses, keys);
  const configurationPath = writeConfiguration(folder, configuration);
  const url = `http://127.0.0.1:${options.port}`;
  const engine = new LiveKitEngine({ url, ...keys, requestTimeoutSeconds: 2 });
  const child = await startServer({
    name: 'livekit',
    folder,
    command: binary,
    args: ['--config', configurationPath],
    env: { TZ: 'UTC' },
    fingerprint: fingerprintOf(binary, configuration),
    isReady: () => engine.health(),
    readyWithinMs: 15_000,
    beforeSpawn: () => assertPortsFree(addresses),
    // The first SIGTERM waits for participants to leave (and is lost just after a start), the second does not.
    stopSteps: [
      { signal: 'SIGTERM', waitMs: 700 },
      { signal: 'SIGTERM', waitMs: 2_000 },
      { signal: 'SIGKILL', waitMs: 2_000 },
    ],
    levelOfLine,
    interrupted: options.interrupted,
    log,
  });
  return {
    url,
    ...keys,
    pid: () => child.pid,
    stop: (withinMs) => child.stop(withinMs),
  };
};

const assertRuns = (binary: string): void => {
  try {
    accessSync(binary, constants.X_OK);
  } catch {
    throw new Unstartable(
      `There is no LiveKit server at ${binary}: install one with "npm run setup", or name another one in LIVEKIT_URL.`,
    );
  }
};

const assertPortsFree = async ({ port, tcpPort, udpPort, nodeAddress, relay }: EngineAddresses) => {
  const isLocal = isLoopback(nodeAddress);
  const host = isLocal ? nodeAddress : '0.0.0.0';
  const wanted: (PortUse | false | undefined)[] = [
    { port, protocol: 'tcp', host: '127.0.0.1', setting: 'LECTERN_MEDIA_PORT' },
    { port: udpPort, protocol: 'udp', host, setting: 'LECTERN_MEDIA_UDP_PORT' },
    !isLocal && { port: tcpPort, protocol: 'tcp', host, setting: 'LECTERN_MEDIA_TCP_PORT' },
    !isLocal && relay && { port: relay.tlsPort, protocol: 'tcp', host, setting: 'LECTERN_TURN_TLS_PORT' },
  ];
  for (const use of wanted) if (use) await freePortOrRefuse(use);
};

const startServer = async (spec: Parameters<typeof SupervisedChild.start>[0]): Promise<SupervisedChild> => {
  try {
    return await SupervisedChild.start(spec);
  } catch (error) {
    if (!(error instanceof ChildFailed)) throw error;
    throw new Unstartable(
      `The media server could not be started: ${error.message}. Its log is ${join(spec.folder, 'livekit.log')}.`,
    );
  }
};

/** Any client can cause these lines without limit: by an invalid frame, or by disconnecting during one or the start. */
const linesOfClients =
  /"msg":"error reading from websocket"|"msg":"could not (handle new participant|join room)".*"error":"(request|context) canceled"/;

/** The level of a line that LiveKit printed. */
export const levelOfLine = (line: string): LineLevel => {
  if (linesOfClients.test(line)) return 'quiet';
  if (/"level":"(error|fatal|panic)"|^panic:/.test(line)) return 'error';
  return 'quiet';
};
