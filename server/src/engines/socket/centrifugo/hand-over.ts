import type { Logger } from '../../../platform/log.ts';
import { Outage } from '../../../platform/outage.ts';
import { type Entry, mostRecovered, type SocketSource } from '../socket.ts';
import type { CentrifugoApi } from './api.ts';
import type { Position, Positions } from './positions.store.ts';

const againMs = 500;
/** Changes per channel that are kept in memory when they arrive out of order; the table has them all. */
const mostGiven = 200;
const mostWritten = 10_000;

type Change = Entry & { epoch: string };

export interface HandOverParts {
  api: CentrifugoApi;
  positions: Positions;
  source: SocketSource;
  /** Limits concurrent hand-overs: each holds a connection of the database. */
  limit: <T>(work: () => Promise<T>) => Promise<T>;
  log: Logger;
}

interface ChannelQueue {
  given: Map<number, Change>;
  isRunning: boolean;
  isWanted: boolean;
}

/**
 * Publishes the changes of each channel to Centrifugo in the order of their numbers, each once, whatever the number
 * of nodes: the node that holds the lock on the channel's position publishes what follows it and advances it.
 */
export class HandOver {
  readonly #parts: HandOverParts;
  readonly #turns = new Map<string, ChannelQueue>();
  /** The position that this node last saved: if the database still has it, no other node has published since. */
  readonly #written = new Map<string, Position>();
  readonly #running = new Set<Promise<void>>();
  readonly #outage: Outage;
  #isOver = false;

  constructor(parts: HandOverParts) {
    this.#parts = parts;
    const away = 'cannot publish changes to Centrifugo; retrying';
    this.#outage = new Outage(parts.log, { away, back: 'Centrifugo is back' });
  }

  publish(channel: string, change: Change): void {
    const turn = this.#turnOf(channel);
    if (turn.given.size < mostGiven) turn.given.set(change.seq, change);
    this.bring(channel);
  }

  /** Publishes what Centrifugo lacks of the channel's table. */
  bring(channel: string): void {
    if (this.#isOver) return;
    const turn = this.#turnOf(channel);
    turn.isWanted = true;
    if (turn.isRunning) return;
    turn.isRunning = true;
    const run = this.#parts.limit(() => this.#run(channel, turn)).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  #turnOf(channel: string): ChannelQueue {
    let turn = this.#turns.get(channel);
    if (!turn) {
      turn = { given: new Map(), isRunning: false, isWanted: false };
      this.#turns.set(channel, turn);
    }
    return turn;
  }

  async #run(channel: string, turn: ChannelQueue): Promise<void> {
    try {
      while (turn.isWanted && !this.#isOver) {
        turn.isWanted = false;
        await this.#parts.positions.hold(channel, (kept, keep) => this.#work({ channel, kept, keep, turn }));
      }
      this.#turns.delete(channel);
      this.#outage.back();
    } catch (error) {
      this.#outage.away(error);
      turn.isRunning = false;
      setTimeout(() => this.bring(channel), againMs).unref();
    }
  }

  async #work({ channel, kept, keep, turn }: HandOverWork): Promise<void> {
    const save = (position: Position) => {
      keep(position);
      if (this.#written.size >= mostWritten) this.#written.clear();
      this.#written.set(channel, position);
    };
    let place = await this.#placeFrom(channel, kept);
    if (!place) return;
    for (;;) {
      const next: Entry[] = this.#given(turn, place) ?? (await this.#read(channel, place));
      if (next.length === 0) break;
      for (const { seq, data } of next) {
        const engine = await this.#parts.api.publish(channel, data, `${place.epoch}:${seq}`);
        place = { epoch: place.epoch, seq, engine };
        save(place);
        turn.given.delete(seq);
      }
    }
    for (const seq of turn.given.keys()) if (seq <= place.seq) turn.given.delete(seq);
  }

  /** The consecutive changes after the position that this node has in memory. */
  #given({ given }: ChannelQueue, { seq, epoch }: Position): Entry[] | undefined {
    const found: Entry[] = [];
    for (let next = given.get(seq + 1); next?.epoch === epoch; next = given.get(next.seq + 1))
      found.push(next);
    return found.length > 0 ? found : undefined;
  }

  async #read(channel: string, { seq, epoch }: Position): Promise<Entry[]> {
    const stream = await this.#parts.source.read(channel, { after: seq, limit: mostRecovered });
    if (!stream || stream.epoch === epoch) return stream?.entries ?? [];
    this.#written.delete(channel);
    throw new Error(`the epoch of channel ${channel} changed`);
  }

  /** The position to continue from. Centrifugo's offset shows what a node published that died before it saved. */
  async #placeFrom(channel: string, kept: Position | undefined): Promise<Position | undefined> {
    const mine = this.#written.get(channel);
    if (kept && mine && isSame(kept, mine)) return kept;
    const { api, source } = this.#parts;
    const stream = await source.read(channel, { after: 0, limit: 1 });
    if (!stream) return undefined;
    const engine = await api.streamOf(channel);
    if (!kept) return { epoch: stream.epoch, seq: Math.max(0, stream.top - mostRecovered), engine };
    if (kept.epoch !== stream.epoch) {
      // Another epoch: Centrifugo remembers changes of the old one.
      await api.forget(channel);
      return { epoch: stream.epoch, seq: Math.max(0, stream.top - mostRecovered), engine };
    }
    const since = engine.epoch === kept.engine.epoch ? engine.offset - kept.engine.offset : 0;
    const seq = kept.seq + Math.max(0, since);
    return { epoch: kept.epoch, seq: seq <= stream.top ? seq : kept.seq, engine };
  }
}

interface HandOverWork {
  channel: string;
  kept: Position | undefined;
  keep: (position: Position) => void;
  turn: ChannelQueue;
}

const isSame = (a: Position, b: Position): boolean =>
  a.seq === b.seq &&
  a.epoch === b.epoch &&
  a.engine.epoch === b.engine.epoch &&
  a.engine.offset === b.engine.offset;
