import type { RedisOptions } from 'ioredis';

/** Settings of every Redis connection: a command succeeds or fails at once, so that no request waits for Redis. */
export const redisOptions: RedisOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  enableAutoPipelining: true,
  protocol: 2,
  retryStrategy: (times) => Math.min(50 * 2 ** times, 1000),
};
