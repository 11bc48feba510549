import { scrypt } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import type { Config } from '../../config.ts';
import { isLoopback } from '../../platform/http/networks.ts';

/** Settings that must be the same on all nodes, as the database stores them: addresses, and fingerprints of keys. */
export interface SharedSettings {
  /** A fingerprint of each key in LECTERN_SECRET_KEY; the first one signs. */
  keys: string[];
  /** Null for an embedded LiveKit. */
  media: Server | null;
  redis: (Server & { database: string; run?: string | undefined }) | null;
  centrifugo: Server | null;
  /** LECTERN_URL; undefined for a node of an older version, and for one whose links nobody sees. */
  url?: string | undefined;
}

interface Server {
  /** Host and port in the setting, then the IP addresses of the host. */
  at: string[];
  /** A fingerprint of the keys with which nodes authenticate. */
  keys?: string;
}

const hardened = promisify(scrypt) as (secret: string, salt: string, length: number) => Promise<Buffer>;

const portOf = ({ port, protocol }: URL): string => {
  if (port !== '') return port;
  if (protocol.startsWith('redis')) return '6379';
  return ['https:', 'wss:'].includes(protocol) ? '443' : '80';
};

/** A loopback address means a different server on each machine. */
const scoped = (host: string): string =>
  host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, '')) ? `loopback of ${hostname()}` : host;

/** Host name and IP addresses, since one server may be written either way. */
async function addressesOf(url: URL): Promise<string[]> {
  const host = url.hostname.replace(/\.$/, '').toLowerCase();
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  const names = [host, ...found.map(({ address }) => address)].map(scoped);
  return [...new Set(names)].map((name) => `${name}:${portOf(url)}`);
}

/** @param installation the salt: the same for all nodes, so that equal secrets have equal fingerprints */
export async function sharedSettingsOf(config: Config, installation: string): Promise<SharedSettings> {
  const { LIVEKIT_URL, REDIS_URL, CENTRIFUGO_URL } = config;
  const fingerprint = async (purpose: string, secret: string) =>
    (await hardened(secret, `lectern:${purpose}:${installation}`, 16)).toString('base64url');
  const engine = async (url: URL | undefined, purpose: string, ...secrets: (string | undefined)[]) =>
    url ? { at: await addressesOf(url), keys: await fingerprint(purpose, JSON.stringify(secrets)) } : null;
  const makesLinks = config.LECTERN_ROLES.some((role) => role !== 'recorder');
  return {
    ...(makesLinks && { url: config.LECTERN_URL.href }),
    keys: await Promise.all((config.LECTERN_SECRET_KEY ?? []).map((key) => fingerprint('key', key))),
    media: await engine(LIVEKIT_URL, 'media', config.LIVEKIT_API_KEY, config.LIVEKIT_API_SECRET),
    // Redis itself checks its password.
    redis: REDIS_URL
      ? { at: await addressesOf(REDIS_URL), database: REDIS_URL.pathname.replace('/', '') || '0' }
      : null,
    centrifugo: await engine(
      CENTRIFUGO_URL,
      'centrifugo',
      config.CENTRIFUGO_API_KEY,
      config.CENTRIFUGO_TOKEN_SECRET,
    ),
  };
}

const isSameServer = (mine: Server, theirs: Server): boolean =>
  mine.at.some((address) => theirs.at.includes(address));

function faultOfServer(setting: string, keys: string, [mine, theirs]: [Server | null, Server | null]) {
  if (!mine || !theirs) return undefined;
  if (!isSameServer(mine, theirs))
    return `its ${setting} is ${theirs.at[0]}, and this one's is ${mine.at[0]}`;
  return mine.keys === theirs.keys ? undefined : `its ${keys} differ from this one's`;
}

/** Links and tokens that one node signs must be valid on the other. */
function faultOfKeys(mine: string[], theirs: string[]): string | undefined {
  const [ours, other] = [mine[0], theirs[0]];
  if (ours === undefined || other === undefined) return undefined;
  if (mine.includes(other) && theirs.includes(ours)) return undefined;
  return "its LECTERN_SECRET_KEY differs from this one's (the key that one of them signs with is not among the other's)";
}

function faultOfRedis(mine: SharedSettings['redis'], theirs: SharedSettings['redis']): string | undefined {
  if (!mine || !theirs) return undefined;
  const isSame = mine.run && theirs.run ? mine.run === theirs.run : isSameServer(mine, theirs);
  if (isSame && mine.database === theirs.database) return undefined;
  const named = ({ at, database }: NonNullable<SharedSettings['redis']>) => `${at[0]}/${database}`;
  const hint = named(mine) === named(theirs) ? ', which is another Redis' : '';
  return `its REDIS_URL is ${named(theirs)}, and this one's is ${named(mine)}${hint}`;
}

/** The settings that differ but must not, in a sentence each. */
export function faultsBetween(mine: SharedSettings, theirs: SharedSettings): string[] {
  const embedded = (settings: SharedSettings) => (settings.media ? 'has LIVEKIT_URL' : 'has no LIVEKIT_URL');
  return [
    faultOfKeys(mine.keys, theirs.keys),
    mine.media && theirs.media ? undefined : `it ${embedded(theirs)}, and this one ${embedded(mine)}`,
    faultOfServer('LIVEKIT_URL', 'LIVEKIT_API_KEY and LIVEKIT_API_SECRET', [mine.media, theirs.media]),
    faultOfRedis(mine.redis, theirs.redis),
    faultOfServer('CENTRIFUGO_URL', 'CENTRIFUGO_API_KEY and CENTRIFUGO_TOKEN_SECRET', [
      mine.centrifugo,
      theirs.centrifugo,
    ]),
  ].filter((fault) => fault !== undefined);
}

/** A difference that keeps no node from starting, since an installation may have run with it; undefined: there is none. */
export const differenceOfUrl = (mine: SharedSettings, theirs: SharedSettings): string | undefined =>
  mine.url !== undefined && theirs.url !== undefined && mine.url !== theirs.url
    ? `its LECTERN_URL is ${theirs.url}, and this one's is ${mine.url}`
    : undefined;
