import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { randomAlphanumeric } from '../../platform/crypto.ts';
import { Unstartable } from '../../platform/errors.ts';
import { isLoopback } from '../../platform/http/networks.ts';
import { reasonOf } from '../../platform/process/reasons.ts';
import { type TurnSettings, turnSection } from './turn.ts';

export type EngineKeys = { apiKey: string; apiSecret: string };

export type EngineAddresses = {
  /** HTTP and signalling, on loopback only: our server proxies them. */
  port: number;
  /** Media over TCP, for networks that block UDP; not opened when the media address is loopback. */
  tcpPort: number;
  /** Media over UDP. */
  udpPort: number;
  /** The address to which browsers send media. */
  nodeAddress: string;
  webhookUrl: string;
  /** Absent: no relay. */
  relay?: TurnSettings | undefined;
};

/** The installation's key pair: random, created at the first start, in a file that only this user can read. */
export const keysIn = (folder: string): EngineKeys => {
  const path = join(folder, 'livekit-keys.json');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(path)) {
      const keys: EngineKeys = {
        apiKey: `API${randomAlphanumeric(12)}`,
        apiSecret: randomAlphanumeric(43),
      };
      writePrivately(path, JSON.stringify(keys));
    }
    const { apiKey, apiSecret } = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof apiKey === 'string' && typeof apiSecret === 'string') return { apiKey, apiSecret };
  } catch (error) {
    throw new Unstartable(`The media server's keys in ${path} cannot be used: ${reasonOf(error)}.`);
  }
  throw new Unstartable(
    `The media server's keys in ${path} are damaged: remove the file, and the next start creates new ones.`,
  );
};

/** Resolves a host name, since LiveKit takes IP addresses only. */
export const resolveAddress = async (nodeAddress: string): Promise<string> => {
  if (isIP(nodeAddress)) return nodeAddress;
  if (nodeAddress === 'loopback') return '127.0.0.1';
  try {
    return (await lookup(nodeAddress, { family: 4 })).address;
  } catch {
    throw new Unstartable(
      `The media address ${nodeAddress} (LECTERN_MEDIA_ADDRESS) is neither an IP address nor a name that can be resolved.`,
    );
  }
};

/**
 * The codecs that a participant may send. LiveKit has had faults in what it reads of the others, AV1 and VP9 above all,
 * by which a client could end the media server (docs/decisions/0121). Our pages send VP8 and Opus.
 */
const codecs = ['audio/opus', 'audio/red', 'video/vp8', 'video/h264', 'video/rtx'];

/** LiveKit's configuration as text. `nodeAddress` must be an IP address. */
export const configurationFor = (addresses: EngineAddresses, keys: EngineKeys): string => {
  const { port, tcpPort, udpPort, nodeAddress, webhookUrl, relay } = addresses;
  const local = isLoopback(nodeAddress);
  const configuration = {
    port,
    bind_addresses: ['127.0.0.1'],
    keys: { [keys.apiKey]: keys.apiSecret },
    // We call its API every two seconds; do not log those calls.
    logging: { level: 'info', json: true, component_levels: { api: 'warn' } },
    rtc: {
      udp_port: udpPort,
      // LiveKit binds this port on every interface, so it is closed if only this machine is served.
      tcp_port: local ? 0 : tcpPort,
      ...(local && { ips: { includes: [`${nodeAddress}/${isIP(nodeAddress) === 6 ? 128 : 32}`] } }),
      enable_loopback_candidate: local,
      node_ip: nodeAddress,
      use_external_ip: false,
      // Without an entry browsers would use third-party STUN servers, which would learn who meets when. None is
      // needed, since the media server's address is known. That address must not be the entry: a STUN request to the
      // media port breaks that client's connection.
      stun_servers: ['stun.invalid:3478'],
    },
    ...(relay && { turn: turnSection(relay, nodeAddress) }),
    room: {
      auto_create: true,
      empty_timeout: 30,
      departure_timeout: 5,
      enable_remote_unmute: false,
      enabled_codecs: codecs.map((mime) => ({ mime })),
    },
    webhook: {
      api_key: keys.apiKey,
      urls: [webhookUrl],
      // Webhooks wait while our server is away briefly; LiveKit retries each for about 15 s.
      resource_url_notifier: { max_age: '5m', max_depth: 1000 },
    },
  };
  return `${JSON.stringify(configuration, null, 2)}\n`;
};

/** In a file, since every user of the machine can read a command line. */
export const writeConfiguration = (folder: string, text: string): string => {
  // LiveKit reads YAML, and JSON is YAML.
  const path = join(folder, 'livekit.yaml');
  try {
    writePrivately(path, text);
    return path;
  } catch (error) {
    throw new Unstartable(`The media server's configuration ${path} cannot be written: ${reasonOf(error)}.`);
  }
};

export const fingerprintOf = (binary: string, configuration: string): string =>
  createHash('sha256').update(binary).update('\0').update(configuration).digest('hex');

const writePrivately = (path: string, text: string): void => {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
};
