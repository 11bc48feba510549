import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { seconds } from '../../clock.ts';
import { Refusal } from '../../errors.ts';
import type { Logger } from '../../logging/log.ts';
import { Outage } from '../../logging/outage.ts';
import { redisOptions } from '../../redis.ts';
import type { Caller } from './caller.ts';

/** Requests in a minute of one credential, or of one address without a credential. */
export const limitsByKind: Record<Caller['kind'], number> = {
  nobody: 3000,
  client: 600,
  user: 600,
  session: 600,
  personal: 6000,
  link: 600,
  participant: 600,
  chat: 600,
  application: 6000,
};

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** The headers of a response that tell the client its limit. */
export const limitHeaders = ({ limit, remaining, reset }: Allowance) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(reset),
});

/** A Redis that takes longer counts as away, so that no request waits longer for its count. */
const redisTimeoutMs = 250;

// The limit comes with each request, so the limiters only count.
const counting = { points: Number.MAX_SAFE_INTEGER, duration: 60 };

async function connect(url: URL, prefix: string, log: Logger) {
  // Loaded here, because a server without a Redis starts sooner.
  const { Redis } = await import('ioredis');
  const redis = new Redis(url.href, {
    ...redisOptions,
    connectTimeout: 3000,
    commandTimeout: redisTimeoutMs,
  });
  const outage = new Outage(log, {
    away: 'Redis is not reachable: each node counts requests for itself',
    back: 'Redis is back: nodes share request counts',
  });
  redis.on('error', (error: Error) => outage.away(error));
  redis.on('ready', () => outage.back());
  // The 'error' listener reports the failure, and ioredis keeps trying.
  redis.connect().catch(() => undefined);
  const limiter = new RateLimiterRedis({ ...counting, keyPrefix: prefix, storeClient: redis });
  return { redis, limiter, outage };
}

export interface RateLimitParts {
  /** The Redis that nodes share; undefined if this node counts alone. */
  redisUrl: URL | undefined;
  /** Separates installations on the same Redis; equal on all nodes of one. */
  prefix: string;
  log: Logger;
}

/**
 * Counts requests by key in windows of one minute. Nodes with a Redis share the counts; while it is away each node
 * counts for itself, so that no request fails or waits because of it.
 */
export class RateLimits {
  readonly #own = new RateLimiterMemory(counting);
  readonly #shared: ReturnType<typeof connect> | undefined;

  constructor({ redisUrl, prefix, log }: RateLimitParts) {
    this.#shared = redisUrl && connect(redisUrl, prefix, log);
  }

  /** Counts one request, and tells whether it is within `limit`. */
  async take(key: string, limit: number): Promise<Allowance> {
    const { consumedPoints, msBeforeNext } = (await this.#countShared(key)) ?? (await this.#own.consume(key));
    return {
      allowed: consumedPoints <= limit,
      limit,
      remaining: Math.max(0, limit - consumedPoints),
      reset: Math.max(1, Math.ceil(msBeforeNext / seconds(1))),
    };
  }

  /** Counts one request, and refuses it above `limit`. */
  async takeOrRefuse(key: string, limit: number): Promise<void> {
    const { allowed, reset } = await this.take(key, limit);
    if (!allowed) throw new Refusal('rate_limited', { retryAfter: reset });
  }

  async #countShared(key: string): Promise<RateLimiterRes | undefined> {
    if (!this.#shared) return undefined;
    const { redis, limiter, outage } = await this.#shared;
    if (redis.status !== 'ready') return undefined;
    try {
      return await limiter.consume(key);
    } catch (error) {
      outage.away(error);
      // Do not use a Redis that hangs before it has reconnected: the next request must not wait, too.
      if (error instanceof Error && error.message === 'Command timed out') redis.disconnect(true);
      return undefined;
    }
  }

  stop(): void {
    void this.#shared?.then(({ redis }) => redis.disconnect());
  }
}
