import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type RedisServer, startRedis, withoutRedis } from '../../../../testing/engines/redis.ts';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { RateLimits } from './rate-limit.ts';

const createLimits = (redisUrl?: URL) => new RateLimits({ redisUrl, prefix: 'lectern:test', log: quietLog });

test('a node without Redis counts each key by itself', async () => {
  const limits = createLimits();
  const first = await limits.take('a', 2);
  assert.ok(first.reset >= 1 && first.reset <= 60);
  assert.deepEqual({ ...first, reset: 60 }, { allowed: true, limit: 2, remaining: 1, reset: 60 });
  assert.equal((await limits.take('a', 2)).remaining, 0);
  const third = await limits.take('a', 2);
  assert.deepEqual([third.allowed, third.remaining], [false, 0]);
  assert.equal((await limits.take('b', 2)).allowed, true);
});

suite('nodes with a Redis', { skip: withoutRedis() }, () => {
  let redis: RedisServer;
  let nodes: [RateLimits, RateLimits];
  let count = 0;
  before(async () => {
    redis = await startRedis();
    nodes = [createLimits(new URL(redis.url)), createLimits(new URL(redis.url))];
    await untilShared();
  });
  after(async () => {
    for (const node of nodes ?? []) node.stop();
    await redis?.remove();
  });

  /** Waits until one node sees a request that another counted. */
  const untilShared = () =>
    waitUntil(
      async () => {
        count += 1;
        await nodes[0].take(`probe ${count}`, 10);
        return (await nodes[1].take(`probe ${count}`, 10)).remaining === 8;
      },
      { timeout: 20_000, message: 'both nodes to share counts' },
    );

  const allowedOf = async (key: string, requests: number): Promise<number> => {
    const asked = Array.from({ length: requests }, (_, turn) => nodes[turn % 2 ? 1 : 0].take(key, 10));
    return (await Promise.all(asked)).filter(({ allowed }) => allowed).length;
  };

  test('two nodes share the limit of a key', async () => {
    assert.equal(await allowedOf('together', 30), 10);
  });

  test('while Redis is away nodes count for themselves, and afterwards they share again', async () => {
    await redis.kill();
    assert.equal(await allowedOf('away', 60), 20);
    await redis.start();
    await untilShared();
    assert.equal(await allowedOf('back', 30), 10);
  });

  test('no request waits for a Redis that hangs', async () => {
    redis.freeze();
    try {
      const since = performance.now();
      for (let turn = 0; turn < 50; turn += 1)
        assert.equal((await nodes[0].take('hangs', 100)).allowed, true);
      // Only the first request may wait for the timeout of a command (250 ms); 50 waits would take more than 12 s.
      assert.ok(performance.now() - since < 6000);
    } finally {
      redis.thaw();
    }
    await untilShared();
  });
});
