import type { Logger } from '../../../../platform/log.ts';
import type { SocketSource } from '../../socket.ts';
import type { Bus, Change, Member } from '../bus.ts';
import type { Limits } from '../limits.ts';
import { Channel } from './channel.ts';
import { createLimiter } from './limiter.ts';

/** Readings of the table at once. */
const mostReadings = 8;

export interface ChannelsParts {
  source: SocketSource;
  bus: Bus;
  limits: Limits;
  log: Logger;
}

/** The channels that somebody listens to on this node, or did a while ago. */
export class Channels {
  readonly #parts: ChannelsParts;
  readonly #byName = new Map<string, Channel>();
  readonly #limited = createLimiter(mostReadings);
  #comparing: Promise<void> | undefined;

  constructor(parts: ChannelsParts) {
    this.#parts = parts;
  }

  find(name: string): Channel | undefined {
    return this.#byName.get(name);
  }

  open(name: string, { isNumbered }: { isNumbered: boolean }): Channel {
    const known = this.#byName.get(name);
    if (known) return known;
    const { bus, limits, source } = this.#parts;
    const channel = new Channel(name, {
      limits,
      read: isNumbered ? (wanted) => this.#limited(() => source.read(name, wanted)) : undefined,
      carried: bus.carry(name),
      onGone: (gone) => this.#drop(gone),
      onFailed: (error) => this.#onFailed(error),
      onJoined: (_channel, member: Member) => bus.joined(name, member),
      onLeft: (_channel, member: Member) => bus.left(name, member),
    });
    this.#byName.set(name, channel);
    return channel;
  }

  #onFailed(error: unknown): void {
    this.#parts.log.warn({ err: error }, 'the socket could not read the table; it tries again');
  }

  #drop(channel: Channel): void {
    channel.end();
    this.#byName.delete(channel.name);
    this.#parts.bus.drop(channel.name);
  }

  publish(name: string, change: Change): void {
    this.#byName.get(name)?.stream?.offer(change);
  }

  /** Those with numbers that somebody listens to. */
  heard(): Channel[] {
    return [...this.#byName.values()].filter(({ stream, listeners }) => stream && listeners.size > 0);
  }

  /** What nobody handed over is found in the table; what nobody listens to any more is let go. */
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
    const carried = [...this.#byName.values()].filter(({ stream }) => stream?.isRead);
    if (carried.length === 0) return;
    const tops = await this.#parts.source.tops(carried.map(({ name }) => name));
    const behind = carried.filter(({ name, stream, isEnded }) => {
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
