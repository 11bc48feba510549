import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../../../platform/log.ts';
import { Outage } from '../../../platform/outage.ts';
import { redisOptions } from '../../../platform/redis.ts';

const lookMs = 3000;
const answerMs = 3000;
const atOnce = 1000;

const options: RedisOptions = {
  ...redisOptions,
  // Ours, since it must be known when it is through.
  autoResubscribe: false,
  connectTimeout: answerMs,
  commandTimeout: answerMs,
};

export interface LinkParts {
  url: string;
  log: Logger;
  onText(channel: string, text: string): void;
  /** Both ways are open again, and every channel is heard again; between then and the break anything may be lost. */
  onBack(): void;
}

/** Two connections to Redis, one to speak and one to listen, opened again whenever they break or fall silent. */
export class RedisLink {
  /** For commands; they fail at once while Redis is away. */
  readonly speak: Redis;
  readonly #listen: Redis;
  readonly #parts: LinkParts;
  readonly #wanted = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  readonly #outage: Outage;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    const away = 'Redis is away: nodes hear of each other late';
    this.#outage = new Outage(parts.log, { away, back: 'Redis is back' });
    this.speak = new Redis(parts.url, options);
    this.#listen = new Redis(parts.url, { ...options, enableAutoPipelining: false });
    for (const redis of [this.speak, this.#listen]) {
      redis.on('error', (error: Error) => this.#outage.away(error));
      redis.on('ready', () => void this.#ready());
    }
    this.#listen.on('message', parts.onText);
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#timer.unref();
  }

  /** Does not wait for a Redis that is away: it is tried again and again. */
  async open(): Promise<void> {
    await Promise.allSettled([this.speak.connect(), this.#listen.connect()]);
  }

  async #ready(): Promise<void> {
    if (this.speak.status !== 'ready' || this.#listen.status !== 'ready') return;
    try {
      const wanted = [...this.#wanted];
      for (let at = 0; at < wanted.length; at += atOnce) {
        await this.#listen.subscribe(...wanted.slice(at, at + atOnce));
      }
    } catch {
      this.#listen.disconnect(true);
      return;
    }
    this.#outage.back();
    this.#parts.onBack();
  }

  /** A connection whose other end vanished without a word is found out by asking. */
  #look(): void {
    for (const redis of [this.speak, this.#listen]) {
      if (redis.status !== 'ready') continue;
      redis.ping().catch((error: Error) => {
        this.#outage.away(error);
        redis.disconnect(true);
      });
    }
  }

  /** Hears the channel when this resolves; where Redis is away, as soon as it is back. */
  async hear(channel: string): Promise<void> {
    this.#wanted.add(channel);
    if (this.#listen.status !== 'ready') return;
    try {
      await this.#listen.subscribe(channel);
    } catch (error) {
      // Whether it hears is not known: a new connection begins from what is wanted.
      this.#outage.away(error);
      this.#listen.disconnect(true);
    }
  }

  hearNoMore(channel: string): void {
    this.#wanted.delete(channel);
    this.#listen.unsubscribe(channel).catch(() => undefined);
  }

  /** @throws while Redis is away */
  serverId(): Promise<string | undefined> {
    return runOf(this.speak);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.speak.disconnect();
    this.#listen.disconnect();
  }
}

/** Which Redis this is, where it tells: the id changes with each of its starts. */
async function runOf(redis: Redis): Promise<string | undefined> {
  try {
    return /^run_id:(\w+)/m.exec(await redis.info('server'))?.[1];
  } catch (error) {
    if ((error as Error).name !== 'ReplyError') throw error;
    // INFO is not allowed to this user.
    return undefined;
  }
}

/** Does a Redis answer there? @returns which one, where it tells @throws why it does not */
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
