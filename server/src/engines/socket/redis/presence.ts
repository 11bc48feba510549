import type { Redis } from 'ioredis';
import { now } from '../../../platform/clock.ts';
import type { PresentMember } from '../hub/bus.ts';
import type { Presence } from '../socket.ts';

/** A node that has not renewed its presence for this long is dead, and its listeners are gone. */
const aliveSeconds = 50;
export const refreshMs = 20_000;
const forgottenMs = 3_600_000;
const atOnce = 500;

/**
 * Presence of all nodes: one hash per node and channel, which expires if the node does not renew it. Every call fails
 * while Redis is away; the next renewal writes everything again.
 */
export function createRedisPresence(redis: Redis, { prefix, self }: { prefix: string; self: string }) {
  const nodes = `${prefix}nodes`;
  const keyOf = (channel: string, node = self): string => `${prefix}present:${node}:${channel}`;

  return {
    async add(channel: string, member: PresentMember): Promise<void> {
      const key = keyOf(channel);
      const steps = redis.pipeline().hset(key, member.client, JSON.stringify(member));
      await steps.expire(key, aliveSeconds).exec();
    },

    async remove(channel: string, member: PresentMember): Promise<void> {
      await redis.hdel(keyOf(channel), member.client);
    },

    async removeAll(channel: string): Promise<void> {
      await redis.del(keyOf(channel));
    },

    /** Writes the listeners of every channel again. */
    async renew(channels: string[], presentIn: (channel: string) => Presence): Promise<void> {
      const time = now().getTime();
      const alive = redis.pipeline().zadd(nodes, time, self);
      await alive.zremrangebyscore(nodes, 0, time - forgottenMs).exec();
      for (const channel of channels) {
        const key = keyOf(channel);
        const fields = Object.entries(presentIn(channel)).map(([id, member]) => [id, JSON.stringify(member)]);
        const steps = redis.multi().del(key);
        for (let at = 0; at < fields.length; at += atOnce) {
          steps.hset(key, Object.fromEntries(fields.slice(at, at + atOnce)));
        }
        await steps.expire(key, aliveSeconds).exec();
      }
    },

    async others(channel: string): Promise<Presence> {
      const others = (await redis.zrange(nodes, '0', '-1')).filter((node) => node !== self);
      const found = await Promise.all(others.map((node) => redis.hgetall(keyOf(channel, node))));
      const presence: Presence = {};
      for (const members of found) {
        for (const [client, member] of Object.entries(members)) presence[client] = JSON.parse(member);
      }
      return presence;
    },

    /** Removes this node from the list of nodes when it stops. */
    async leave(): Promise<void> {
      await redis.zrem(nodes, self);
    },
  };
}
