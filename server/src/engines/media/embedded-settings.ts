import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { randomAlphanumeric } from '../../platform/crypto.ts';
import { Unstartable } from '../../platform/errors.ts';
import { reasonOf } from '../../platform/process/reasons.ts';

export type EngineKeys = { apiKey: string; apiSecret: string };

export type EngineAddresses = {
  /** HTTP and signalling, on loopback: our server passes them on. */
  port: number;
  /** Media over TCP, where UDP is blocked; only with an address that others can reach. */
  tcpPort: number;
  /** Media over UDP. */
  udpPort: number;
  /** The address that people's browsers send media to. */
  nodeAddress: string;
  webhookUrl: string;
};

/** One pair for an installation, random, kept where only this user reads it. */
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
    throw new Unstartable(`The media engine's keys in ${path} cannot be used: ${reasonOf(error)}.`);
  }
  throw new Unstartable(
    `The media engine's keys in ${path} are damaged: remove the file, and new ones are made.`,
  );
};

/** The address as a number: LiveKit takes no names. */
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

export const isLoopback = (address: string): boolean => /^127\./.test(address) || address === '::1';

/** LiveKit's configuration. `address` is resolved already. */
export const configurationFor = (addresses: EngineAddresses, keys: EngineKeys): string => {
  const { port, tcpPort, udpPort, nodeAddress, webhookUrl } = addresses;
  const local = isLoopback(nodeAddress);
  const configuration = {
    port,
    bind_addresses: ['127.0.0.1'],
    keys: { [keys.apiKey]: keys.apiSecret },
    // Its API is asked every two seconds, which its log need not tell.
    logging: { level: 'info', json: true, component_levels: { api: 'warn' } },
    rtc: {
      udp_port: udpPort,
      // LiveKit opens this one on every interface, so it stays shut where only this machine is served.
      tcp_port: local ? 0 : tcpPort,
      ...(local && { ips: { includes: [`${nodeAddress}/${isIP(nodeAddress) === 6 ? 128 : 32}`] } }),
      enable_loopback_candidate: local,
      node_ip: nodeAddress,
      use_external_ip: false,
      // Without an entry browsers are sent to servers of a third party, which would learn who meets when.
      // Nobody needs any: the engine's own address is known. It must not be that one, though: a STUN request
      // of a client to the media port spoils the same client's connection.
      stun_servers: ['stun.invalid:3478'],
    },
    room: { auto_create: true, empty_timeout: 30, departure_timeout: 5, enable_remote_unmute: false },
    webhook: {
      api_key: keys.apiKey,
      urls: [webhookUrl],
      // While our server is away for a moment events wait; each is tried for some 15 s.
      resource_url_notifier: { max_age: '5m', max_depth: 1000 },
    },
  };
  return `${JSON.stringify(configuration, null, 2)}\n`;
};

/** In a file, not on the command line: that one every user of the machine can read. */
export const writeConfiguration = (folder: string, text: string): string => {
  // JSON is YAML, which is what LiveKit reads.
  const path = join(folder, 'livekit.yaml');
  try {
    writePrivately(path, text);
    return path;
  } catch (error) {
    throw new Unstartable(`The media engine's configuration ${path} cannot be written: ${reasonOf(error)}.`);
  }
};

export const fingerprintOf = (binary: string, configuration: string): string =>
  createHash('sha256').update(binary).update('\0').update(configuration).digest('hex');

const writePrivately = (path: string, text: string): void => {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
};
