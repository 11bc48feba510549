import type { Logger } from '../../../../platform/logging/log.ts';
import type { Presence, SocketSource } from '../../socket.ts';
import type { Bus } from '../bus.ts';
import type { Limits } from '../limits.ts';
import { HubChannel } from './channel.ts';
import { createLimiter } from './limiter.ts';

/** Concurrent reads of the database. */
const mostReadings = 8;

export interface ChannelsParts {
  source: SocketSource;
  bus: Bus;
  limits: Limits;
  log: Logger;
}

/** The channels that have a listener on this node, or had one within `keepMs`. */
export class Channels {
  readonly #parts: ChannelsParts;
  readonly #byName = new Map<string, HubChannel>();
  readonly #limited = createLimiter(mostReadings);
  #comparing: Promise<void> | undefined;

  constructor(parts: ChannelsParts) {
    this.#parts = parts;
  }

  find(name: string): HubChannel | undefined {
    return this.#byName.get(name);
  }

  open(name: string, { isNumbered }: { isNumbered: boolean }): HubChannel {
    const known = this.#byName.get(name);
    if (known) return known;
    const { bus, limits, source } = this.#parts;
    const channel = new HubChannel(name, {
      limits,
      read: isNumbered ? (wanted) => this.#limited(() => source.read(name, wanted)) : undefined,
      subscribed: bus.subscribe(name),
      onGone: (gone) => this.#drop(gone),
      onFailed: (error) => this.#onFailed(error, name),
      send: (message) => bus.send(name, message),
    });
    this.#byName.set(name, channel);
    return channel;
  }

  #onFailed(error: unknown, channel?: string): void {
    this.#parts.log.warn(
      { err: error, channel },
      'could not read a channel from the database; the hub retries',
    );
  }

  #drop(channel: HubChannel): void {
    channel.end();
    this.#byName.delete(channel.name);
    this.#parts.bus.unsubscribe(channel.name);
  }

  /** The connections on this node that listen to a channel. */
  presenceHere(name: string): Presence {
    const present: Presence = {};
    for (const { member } of this.find(name)?.listeners ?? []) present[member.client] = member;
    return present;
  }

  /** The connections on all nodes that listen to a channel. */
  async presence(name: string): Promise<Presence> {
    return { ...(await this.#parts.bus.presence(name)), ...this.presenceHere(name) };
  }

  /** Numbered channels with a listener. */
  heard(): HubChannel[] {
    return [...this.#byName.values()].filter(({ stream, listeners }) => stream && listeners.size > 0);
  }

  /** Reads changes that were committed and never published, and drops channels without listeners. */
  async compare(): Promise<void> {
    for (const channel of this.#byName.values()) {
      if (channel.isIdleFor(this.#parts.limits.keepMs)) this.#drop(channel);
      else channel.stream?.age();
    }
    this.#comparing ??= this.#compareNow()
      .catch((error: unknown) => this.#onFailed(error))
      .finally(() => {
        this.#comparing = undefined;
      });
    await this.#comparing;
  }

  async #compareNow(): Promise<void> {
    const subscribed = [...this.#byName.values()].filter(({ stream }) => stream?.isRead);
    if (subscribed.length === 0) return;
    const tops = await this.#parts.source.tops(subscribed.map(({ name }) => name));
    const behind = subscribed.filter(({ name, stream, isEnded }) => {
      const top = tops.get(name);
      return stream && !isEnded && (top === undefined || top > stream.top || stream.isBehind);
    });
    await Promise.all(behind.map(({ stream }) => stream?.mend()));
  }

  end(): void {
    for (const channel of [...this.#byName.values()]) {
      channel.flush();
      this.#drop(channel);
    }
  }
}
