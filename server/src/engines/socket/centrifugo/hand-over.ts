import type { Logger } from '../../../platform/logging/log.ts';
import { Outage } from '../../../platform/logging/outage.ts';
import { type ChangeEntry, mostRecovered, type SocketSource } from '../socket.ts';
import type { CentrifugoApi } from './api.ts';
import type { Positions, PublishedPosition } from './positions.store.ts';

const retryMs = 500;
/** Changes per channel that are kept in memory when they arrive out of order; the table has them all. */
const mostPending = 200;
const mostRemembered = 10_000;

type Change = ChangeEntry & { epoch: string };

export interface HandOverParts {
  api: CentrifugoApi;
  positions: Positions;
  source: SocketSource;
  /** Limits concurrent hand-overs: each holds a connection of the database. */
  limit: <T>(work: () => Promise<T>) => Promise<T>;
  log: Logger;
}

interface ChannelQueue {
  pending: Map<number, Change>;
  isRunning: boolean;
  isWanted: boolean;
}

/**
 * Publishes the changes of each channel to Centrifugo in the order of their numbers, each once, whatever the number
 * of nodes: the node that holds the lock on the channel's position publishes what follows it and advances it.
 */
export class HandOver {
  readonly #parts: HandOverParts;
  readonly #queues = new Map<string, ChannelQueue>();
  /** The position that this node last saved: if the database still has it, no other node has published since. */
  readonly #lastSaved = new Map<string, PublishedPosition>();
  readonly #running = new Set<Promise<void>>();
  readonly #outage: Outage;
  #isOver = false;

  constructor(parts: HandOverParts) {
    this.#parts = parts;
    const away = 'cannot publish changes to Centrifugo; retrying';
    this.#outage = new Outage(parts.log, { away, back: 'Centrifugo is back' });
  }

  publish(channel: string, change: Change): void {
    const queue = this.#queueOf(channel);
    if (queue.pending.size < mostPending) queue.pending.set(change.seq, change);
    this.catchUp(channel);
  }

  /** Publishes what Centrifugo lacks of the channel's table. */
  catchUp(channel: string): void {
    if (this.#isOver) return;
    const queue = this.#queueOf(channel);
    queue.isWanted = true;
    if (queue.isRunning) return;
    queue.isRunning = true;
    const run = this.#parts.limit(() => this.#run(channel, queue)).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  #queueOf(channel: string): ChannelQueue {
    let queue = this.#queues.get(channel);
    if (!queue) {
      queue = { pending: new Map(), isRunning: false, isWanted: false };
      this.#queues.set(channel, queue);
    }
    return queue;
  }

  async #run(channel: string, queue: ChannelQueue): Promise<void> {
    try {
      while (queue.isWanted && !this.#isOver) {
        queue.isWanted = false;
        const { positions } = this.#parts;
        await positions.hold(channel, (saved, keep) => this.#work({ channel, saved, keep, queue }));
      }
      this.#queues.delete(channel);
      this.#outage.back();
    } catch (error) {
      this.#outage.away(error);
      queue.isRunning = false;
      setTimeout(() => this.catchUp(channel), retryMs).unref();
    }
  }

  async #work({ channel, saved, keep, queue }: HandOverWork): Promise<void> {
    const save = (position: PublishedPosition) => {
      keep(position);
      if (this.#lastSaved.size >= mostRemembered) this.#lastSaved.clear();
      this.#lastSaved.set(channel, position);
    };
    let position = await this.#findPosition(channel, saved);
    if (!position) return;
    for (;;) {
      const next: ChangeEntry[] = this.#nextPending(queue, position) ?? (await this.#read(channel, position));
      if (next.length === 0) break;
      for (const { seq, data } of next) {
        const engine = await this.#parts.api.publish(channel, data, `${position.epoch}:${seq}`);
        position = { epoch: position.epoch, seq, engine };
        save(position);
        queue.pending.delete(seq);
      }
    }
    for (const seq of queue.pending.keys()) if (seq <= position.seq) queue.pending.delete(seq);
  }

  /** The consecutive changes after the position that this node has in memory. */
  #nextPending({ pending }: ChannelQueue, { seq, epoch }: PublishedPosition): ChangeEntry[] | undefined {
    const found: ChangeEntry[] = [];
    for (let next = pending.get(seq + 1); next?.epoch === epoch; next = pending.get(next.seq + 1))
      found.push(next);
    return found.length > 0 ? found : undefined;
  }

  async #read(channel: string, { seq, epoch }: PublishedPosition): Promise<ChangeEntry[]> {
    const stream = await this.#parts.source.read(channel, { after: seq, limit: mostRecovered });
    if (!stream || stream.epoch === epoch) return stream?.entries ?? [];
    this.#lastSaved.delete(channel);
    throw new Error(`the epoch of channel ${channel} changed`);
  }

  /** The position to continue from. Centrifugo's offset shows what a node published that died before it saved. */
  async #findPosition(
    channel: string,
    saved: PublishedPosition | undefined,
  ): Promise<PublishedPosition | undefined> {
    const mine = this.#lastSaved.get(channel);
    if (saved && mine && isSame(saved, mine)) return saved;
    const { api, source } = this.#parts;
    const stream = await source.read(channel, { after: 0, limit: 1 });
    if (!stream) return undefined;
    const engine = await api.streamOf(channel);
    if (!saved) return { epoch: stream.epoch, seq: Math.max(0, stream.top - mostRecovered), engine };
    if (saved.epoch !== stream.epoch) {
      // Another epoch: Centrifugo remembers changes of the old one.
      await api.forget(channel);
      return { epoch: stream.epoch, seq: Math.max(0, stream.top - mostRecovered), engine };
    }
    const since = engine.epoch === saved.engine.epoch ? engine.offset - saved.engine.offset : 0;
    const seq = saved.seq + Math.max(0, since);
    return { epoch: saved.epoch, seq: seq <= stream.top ? seq : saved.seq, engine };
  }
}

interface HandOverWork {
  channel: string;
  saved: PublishedPosition | undefined;
  keep: (position: PublishedPosition) => void;
  queue: ChannelQueue;
}

const isSame = (a: PublishedPosition, b: PublishedPosition): boolean =>
  a.seq === b.seq &&
  a.epoch === b.epoch &&
  a.engine.epoch === b.engine.epoch &&
  a.engine.offset === b.engine.offset;
