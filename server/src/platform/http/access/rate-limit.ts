import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { seconds } from '../../clock.ts';
import type { Logger } from '../../log.ts';
import { Outage } from '../../outage.ts';
import { redisOptions } from '../../redis.ts';

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window is full again. */
  reset: number;
}

/** A Redis that is slower than this is as good as away: no request waits longer for its count. */
const redisTimeoutMs = 250;

// Limits are given with each request, so the limiters themselves only count.
const counting = { points: Number.MAX_SAFE_INTEGER, duration: 60 };

interface Shared {
  redis: Redis;
  limiter: RateLimiterRedis;
  outage: Outage;
}

function connect(url: URL, prefix: string, log: Logger): Shared {
  const redis = new Redis(url.href, {
    ...redisOptions,
    connectTimeout: 3000,
    commandTimeout: redisTimeoutMs,
  });
  const outage = new Outage(log, {
    away: 'Redis is away: each node counts requests for itself',
    back: 'Redis is back: nodes count requests together',
  });
  redis.on('error', (error: Error) => outage.away(error));
  redis.on('ready', () => outage.back());
  // Reported by the listener; ioredis goes on trying.
  redis.connect().catch(() => undefined);
  return {
    redis,
    limiter: new RateLimiterRedis({ ...counting, keyPrefix: prefix, storeClient: redis }),
    outage,
  };
}

export interface RateLimitParts {
  /** Where nodes count together; undefined: this node counts alone. */
  redisUrl: URL | undefined;
  /** What all nodes of the installation have in common, and no other installation on the same Redis has. */
  prefix: string;
  log: Logger;
}

/**
 * Counts requests by key in windows of a minute. Nodes with a Redis share the counts; while it is away each node counts
 * for itself, so that no request fails or waits because of Redis.
 */
export class RateLimits {
  readonly #own = new RateLimiterMemory(counting);
  readonly #shared: Shared | undefined;

  constructor({ redisUrl, prefix, log }: RateLimitParts) {
    this.#shared = redisUrl && connect(redisUrl, prefix, log);
  }

  /** Takes one of `limit` for this key. */
  async take(key: string, limit: number): Promise<Allowance> {
    const { consumedPoints, msBeforeNext } = (await this.#countShared(key)) ?? (await this.#own.consume(key));
    return {
      allowed: consumedPoints <= limit,
      limit,
      remaining: Math.max(0, limit - consumedPoints),
      reset: Math.max(1, Math.ceil(msBeforeNext / seconds(1))),
    };
  }

  async #countShared(key: string): Promise<RateLimiterRes | undefined> {
    if (this.#shared?.redis.status !== 'ready') return undefined;
    const { redis, limiter, outage } = this.#shared;
    try {
      return await limiter.consume(key);
    } catch (error) {
      outage.away(error);
      // A Redis that hangs is not asked again until a new connection is ready: the next request must not wait, too.
      if (error instanceof Error && error.message === 'Command timed out') redis.disconnect(true);
      return undefined;
    }
  }

  stop(): void {
    this.#shared?.redis.disconnect();
  }
}
