import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../../../platform/logging/log.ts';
import { Outage } from '../../../platform/logging/outage.ts';
import { redisOptions } from '../../../platform/redis.ts';

const lookMs = 3000;
const answerMs = 3000;
const atOnce = 1000;

const options: RedisOptions = {
  ...redisOptions,
  // RedisLink renews subscriptions itself, because it must know when they are active.
  autoResubscribe: false,
  connectTimeout: answerMs,
  commandTimeout: answerMs,
};

export interface RedisLinkParts {
  url: string;
  log: Logger;
  onText(channel: string, text: string): void;
  /** Both connections are open again and all subscriptions are renewed; messages in between may be lost. */
  onBack(): void;
}

/** Two connections to Redis, one for commands and one for subscriptions, reopened whenever they break or hang. */
export class RedisLink {
  /** For commands, which fail at once while Redis is away. */
  readonly commands: Redis;
  readonly #subscriptions: Redis;
  readonly #parts: RedisLinkParts;
  readonly #wanted = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  readonly #outage: Outage;

  constructor(parts: RedisLinkParts) {
    this.#parts = parts;
    const away = 'Redis is not reachable: changes of other nodes arrive late; check REDIS_URL and its server';
    this.#outage = new Outage(parts.log, { away, back: 'Redis is back' });
    this.commands = new Redis(parts.url, options);
    this.#subscriptions = new Redis(parts.url, { ...options, enableAutoPipelining: false });
    for (const redis of [this.commands, this.#subscriptions]) {
      redis.on('error', (error: Error) => this.#outage.away(error));
      redis.on('ready', () => void this.#ready());
    }
    this.#subscriptions.on('message', parts.onText);
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#timer.unref();
  }

  /** Does not wait for a Redis that is away: the client keeps reconnecting. */
  async open(): Promise<void> {
    await Promise.allSettled([this.commands.connect(), this.#subscriptions.connect()]);
  }

  async #ready(): Promise<void> {
    if (this.commands.status !== 'ready' || this.#subscriptions.status !== 'ready') return;
    try {
      const wanted = [...this.#wanted];
      for (let at = 0; at < wanted.length; at += atOnce) {
        await this.#subscriptions.subscribe(...wanted.slice(at, at + atOnce));
      }
    } catch {
      this.#subscriptions.disconnect(true);
      return;
    }
    this.#outage.back();
    this.#parts.onBack();
  }

  /** A connection that died without a close is noticed by a ping. */
  #look(): void {
    for (const redis of [this.commands, this.#subscriptions]) {
      if (redis.status !== 'ready') continue;
      redis.ping().catch((error: Error) => {
        this.#outage.away(error);
        redis.disconnect(true);
      });
    }
  }

  /** Resolves when the subscription is active; while Redis is away, it becomes active as soon as Redis is back. */
  async subscribe(channel: string): Promise<void> {
    this.#wanted.add(channel);
    if (this.#subscriptions.status !== 'ready') return;
    try {
      await this.#subscriptions.subscribe(channel);
    } catch (error) {
      // The state of the subscription is unknown: reconnect and subscribe to everything wanted.
      this.#outage.away(error);
      this.#subscriptions.disconnect(true);
    }
  }

  unsubscribe(channel: string): void {
    this.#wanted.delete(channel);
    this.#subscriptions.unsubscribe(channel).catch(() => undefined);
  }

  /** @throws while Redis is away */
  serverId(): Promise<string | undefined> {
    return runOf(this.commands);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.commands.disconnect();
    this.#subscriptions.disconnect();
  }
}

/** The run id of this Redis, which changes with each of its starts; undefined if the server hides it. */
async function runOf(redis: Redis): Promise<string | undefined> {
  try {
    return /^run_id:(\w+)/m.exec(await redis.info('server'))?.[1];
  } catch (error) {
    if ((error as Error).name !== 'ReplyError') throw error;
    // This Redis user may not call INFO.
    return undefined;
  }
}

/** Checks the connection. @returns the run id, if the server shows it @throws why Redis cannot be used */
export async function checkRedis(url: string): Promise<string | undefined> {
  const redis = new Redis(url, { ...options, retryStrategy: () => null });
  let reason: Error | undefined;
  redis.on('error', (error: Error) => {
    reason = error;
  });
  try {
    await redis.connect();
    await redis.ping();
    return await runOf(redis);
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}
