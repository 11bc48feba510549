import { setTimeout as pause } from 'node:timers/promises';
import { type Spread, spreadOf } from '../report.ts';
import type { ChatApi, ChatRoom, Chatter } from './place.ts';
import { RawSocket } from './raw-socket.ts';

/** A message: the times of its POST and of the response, and its number. */
export interface Timed {
  begun: number;
  answered: number;
  seq: number;
}

const text = (n: number): string =>
  `Message ${n}: what the teacher asked about the second exercise, and why I think that it is the other way round.`;

/** Connections that listen to one channel, and the time of each change at each connection. */
export class Audience {
  /** Changes that came twice or were missing. */
  faults = 0;
  closed = 0;
  readonly #sockets: RawSocket[] = [];
  readonly #last: number[] = [];
  readonly #arrivals = new Map<number, number[]>();
  #isTimed = false;
  #isOver = false;

  static async gather(port: number, chatters: Chatter[]): Promise<Audience> {
    const audience = new Audience();
    await audience.grow(port, chatters);
    return audience;
  }

  async grow(port: number, chatters: Chatter[]): Promise<void> {
    const rest = [...chatters];
    const hands = Array.from({ length: 64 }, async () => {
      for (let next = rest.pop(); next; next = rest.pop()) await this.#add(port, next);
    });
    await Promise.all(hands);
  }

  async #add(port: number, { token }: Chatter): Promise<void> {
    const index = this.#last.length;
    this.#last.push(-1);
    const onChange = (seq: number, at: number) => this.#heard(index, seq, at);
    const onClosed = () => {
      if (!this.#isOver) this.closed += 1;
    };
    this.#sockets.push(await RawSocket.open({ port, token, ears: { onChange, onClosed } }));
  }

  #heard(index: number, seq: number, at: number): void {
    const last = this.#last[index] ?? -1;
    if (last !== -1 && seq !== last + 1) this.faults += 1;
    this.#last[index] = seq;
    if (!this.#isTimed) return;
    const arrivals = this.#arrivals.get(seq);
    if (arrivals) arrivals.push(at);
    else this.#arrivals.set(seq, [at]);
  }

  get size(): number {
    return this.#sockets.length;
  }

  /** Clears the recorded arrivals and records from now on. */
  listen(): void {
    this.#arrivals.clear();
    this.#isTimed = true;
  }

  /** Milliseconds from a time of each message to its arrival at each connection. */
  latencies(messages: Timed[], from: 'begun' | 'answered'): Spread {
    const all: number[] = [];
    for (const message of messages)
      for (const at of this.#arrivals.get(message.seq) ?? []) all.push(at - message[from]);
    return spreadOf(all);
  }

  /** Number of deliveries of these messages that are missing so far. */
  missing(messages: Timed[]): number {
    return messages.reduce((all, { seq }) => all + this.size - (this.#arrivals.get(seq)?.length ?? 0), 0);
  }

  close(): void {
    this.#isOver = true;
    for (const socket of this.#sockets) socket.close();
  }
}

interface Written {
  messages: Timed[];
  /** POSTs without a message in the response, for example with a 503 of an overloaded server. */
  refused: number;
}

export interface WritingPace {
  api: ChatApi;
  /** The writers take turns. */
  writers: Chatter[];
  rooms: ChatRoom[];
  perSecond: number;
  seconds: number;
}

let written = 0;

async function post(api: ChatApi, writer: Chatter, { channelId }: ChatRoom): Promise<Timed> {
  written += 1;
  const n = written;
  const begun = performance.now();
  const body = { channelId, text: text(n), clientMessageId: `bench-${n}` };
  const { seq } = await api.send(writer.session, body);
  return { begun, answered: performance.now(), seq };
}

/** Outcomes of POSTs. */
class Tally implements Written {
  readonly messages: Timed[] = [];
  refused = 0;

  async add(posting: Promise<Timed>): Promise<void> {
    try {
      this.messages.push(await posting);
    } catch (error) {
      if (this.refused === 0) console.log(String(error));
      this.refused += 1;
    }
  }
}

/** Posts messages at fixed times, without waiting for the responses. */
export async function writePaced({ api, writers, rooms, perSecond, seconds }: WritingPace): Promise<Written> {
  const count = Math.round(perSecond * seconds);
  const begin = performance.now();
  const tally = new Tally();
  const posts: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const wait = begin + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await pause(wait);
    const [writer, room] = [writers[n % writers.length], rooms[n % rooms.length]];
    if (writer && room) posts.push(tally.add(post(api, writer, room)));
  }
  await Promise.all(posts);
  return tally;
}

/** Every writer posts the next message after the last response. */
export async function writeFlatOut(pace: Omit<WritingPace, 'perSecond'>): Promise<Written> {
  const { api, writers, rooms, seconds } = pace;
  const tally = new Tally();
  const end = performance.now() + seconds * 1000;
  const drive = async (writer: Chatter, index: number) => {
    const room = rooms[index % rooms.length];
    while (room && performance.now() < end) await tally.add(post(api, writer, room));
  };
  await Promise.all(writers.map(drive));
  return tally;
}
