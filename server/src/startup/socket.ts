import type { Config } from '../config.ts';
import { positionsIn } from '../engines/socket/centrifugo/positions.store.ts';
import { CentrifugoEngine, checkCentrifugo } from '../engines/socket/centrifugo.ts';
import type { Bus } from '../engines/socket/hub/bus.ts';
import { createHub } from '../engines/socket/hub/hub.ts';
import { type SocketEngine, socketPath } from '../engines/socket/socket.ts';
import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import type { Logger } from '../platform/logging/log.ts';
import { reasonOf } from '../platform/process/reasons.ts';
import { findInstallation } from './installation.store.ts';

interface SocketParts {
  log: Logger;
  keyring: Keyring;
  db: Db;
}

/**
 * Refuses the start if the Redis or Centrifugo of the settings cannot be used.
 * @returns the run id of the Redis, if it reports one
 */
export async function checkSocket(config: Config): Promise<string | undefined> {
  const { REDIS_URL: redis, CENTRIFUGO_URL: centrifugo, CENTRIFUGO_API_KEY: key } = config;
  if (centrifugo && key) return checkCentrifugo(centrifugo, key);
  if (!redis) return undefined;
  // Redis is loaded only where it is used, because a server without one starts sooner.
  const { checkRedis } = await import('../engines/socket/redis/link.ts');
  try {
    return await checkRedis(redis.href);
  } catch (error) {
    throw new Unstartable(
      `The Redis of REDIS_URL (${redis.host}) cannot be reached: ${reasonOf(error)}. Start it, or correct the address.`,
    );
  }
}

async function busOf(address: URL, { log, db }: SocketParts): Promise<Bus> {
  const { createRedisBus } = await import('../engines/socket/redis/redis-bus.ts');
  const installation = await findInstallation(db);
  if (!installation) throw new Error('the table "installation" is empty');
  return createRedisBus({ url: address.href, installation: installation.id, log });
}

/** Starts the socket engine of the settings: Centrifugo, or else our hub. */
export async function startSocket(config: Config, parts: SocketParts): Promise<SocketEngine> {
  const { log, keyring, db } = parts;
  const tokenSeconds = config.LECTERN_SOCKET_TOKEN_SECONDS;
  const {
    CENTRIFUGO_URL: address,
    CENTRIFUGO_API_KEY: apiKey,
    CENTRIFUGO_TOKEN_SECRET: tokenSecret,
  } = config;
  if (address && apiKey && tokenSecret) {
    return new CentrifugoEngine({
      url: address,
      apiKey,
      tokenSecret,
      tokenSeconds,
      positions: positionsIn(db),
      log,
    });
  }
  const url = `${config.LECTERN_URL.origin.replace(/^http/, 'ws')}${socketPath}`;
  const bus = config.REDIS_URL ? { bus: await busOf(config.REDIS_URL, parts) } : {};
  return createHub({ keyring, url, tokenSeconds, log, ...bus });
}
