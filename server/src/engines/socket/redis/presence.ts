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
export class RedisPresence {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #self: string;

  constructor(redis: Redis, { prefix, self }: { prefix: string; self: string }) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#self = self;
  }

  #key(channel: string, node: string): string {
    return `${this.#prefix}present:${node}:${channel}`;
  }

  get #nodes(): string {
    return `${this.#prefix}nodes`;
  }

  async add(channel: string, member: PresentMember): Promise<void> {
    const key = this.#key(channel, this.#self);
    await this.#redis
      .pipeline()
      .hset(key, member.client, JSON.stringify(member))
      .expire(key, aliveSeconds)
      .exec();
  }

  async remove(channel: string, member: PresentMember): Promise<void> {
    await this.#redis.hdel(this.#key(channel, this.#self), member.client);
  }

  async removeAll(channel: string): Promise<void> {
    await this.#redis.del(this.#key(channel, this.#self));
  }

  /** Writes the listeners of every channel again. */
  async renew(channels: string[], presentIn: (channel: string) => Presence): Promise<void> {
    const time = now().getTime();
    await this.#redis
      .pipeline()
      .zadd(this.#nodes, time, this.#self)
      .zremrangebyscore(this.#nodes, 0, time - forgottenMs)
      .exec();
    for (const channel of channels) {
      const key = this.#key(channel, this.#self);
      const fields = Object.entries(presentIn(channel)).map(([id, member]) => [id, JSON.stringify(member)]);
      const steps = this.#redis.multi().del(key);
      for (let at = 0; at < fields.length; at += atOnce) {
        steps.hset(key, Object.fromEntries(fields.slice(at, at + atOnce)));
      }
      await steps.expire(key, aliveSeconds).exec();
    }
  }

  async others(channel: string): Promise<Presence> {
    const nodes = (await this.#redis.zrange(this.#nodes, '0', '-1')).filter((node) => node !== this.#self);
    const found = await Promise.all(nodes.map((node) => this.#redis.hgetall(this.#key(channel, node))));
    const presence: Presence = {};
    for (const members of found) {
      for (const [client, member] of Object.entries(members)) presence[client] = JSON.parse(member);
    }
    return presence;
  }

  /** Removes this node from the list of nodes when it stops. */
  async leave(): Promise<void> {
    await this.#redis.zrem(this.#nodes, this.#self);
  }
}
