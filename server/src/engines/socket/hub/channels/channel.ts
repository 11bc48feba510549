import { ticks } from '../../../../platform/clock.ts';
import type { ChangeEntry } from '../../socket.ts';
import type { BusMessage, PresentMember } from '../bus.ts';
import { publication, push, textFrame } from '../commands/frames.ts';
import type { Limits } from '../limits.ts';
import { Stream, type StreamParts } from './stream.ts';

/** The part of a connection that a channel uses. */
export interface HubListener {
  readonly member: PresentMember;
  write(frame: Buffer): void;
  /** The channel lost changes: what the listener got is no longer gapless. */
  onLost(channel: HubChannel): void;
  /** The channel was deleted. */
  onGone(channel: HubChannel): void;
}

export interface ChannelParts {
  limits: Limits;
  /** Undefined for a channel whose events have no numbers. */
  read: StreamParts['read'] | undefined;
  subscribed: Promise<void>;
  onGone(channel: HubChannel): void;
  onFailed(error: unknown): void;
  /** Sends to the hubs of the other nodes. */
  send(message: BusMessage): void;
}

/**
 * One channel on this node: its listeners and what waits to be written to them. All listeners are at the same
 * position of the stream, so one frame serves them all; a new one is brought to that position before it is added.
 */
export class HubChannel {
  readonly name: string;
  readonly stream: Stream | undefined;
  readonly #parts: ChannelParts;
  readonly #listeners = new Set<HubListener>();
  /** Listeners that want join and leave events. */
  #joinLeaveListeners: Set<HubListener> | undefined;
  #pending: string[] = [];
  /** Cancels the scheduled flush. */
  #cancel: (() => void) | undefined;
  #flushedAt = 0;
  /** Connections that are subscribing; the channel is kept for them. */
  #expected = 0;
  #idleSince = ticks();
  isEnded = false;

  constructor(name: string, parts: ChannelParts) {
    this.name = name;
    this.#parts = parts;
    if (parts.read) {
      this.stream = new Stream({
        limits: parts.limits,
        read: parts.read,
        onEntry: ({ seq, data }: ChangeEntry) => this.#queue(publication(data, seq)),
        onBroken: () => this.#onBroken(),
        onGone: () => this.#onGone(),
        onFailed: parts.onFailed,
      });
    }
  }

  get listeners(): ReadonlySet<HubListener> {
    return this.#listeners;
  }

  isIdleFor(milliseconds: number): boolean {
    return this.#listeners.size === 0 && this.#expected === 0 && ticks() - this.#idleSince > milliseconds;
  }

  /** Keeps the channel in memory while `work` runs, which may end in a subscription. */
  async whileExpected<T>(work: () => Promise<T>): Promise<T> {
    this.#expected += 1;
    try {
      return await work();
    } finally {
      this.#expected -= 1;
      this.#idleSince = ticks();
    }
  }

  /** Resolves when the bus delivers this channel and its stream was read. */
  async ready(): Promise<void> {
    await this.#parts.subscribed;
    await this.stream?.ready();
  }

  /** An event without a number. */
  tell(data: string): void {
    this.#queue(publication(data));
  }

  #queue(body: string): void {
    if (this.#listeners.size === 0) return;
    this.#pending.push(push(this.name, 'pub', body));
    if (this.#cancel) return;
    const wait = this.#flushedAt + this.#parts.limits.batchMs - ticks();
    if (wait > 0) {
      const timer = setTimeout(() => this.flush(), wait);
      this.#cancel = () => clearTimeout(timer);
    } else {
      const immediate = setImmediate(() => this.flush());
      this.#cancel = () => clearImmediate(immediate);
    }
  }

  /** Writes what waits. Afterwards every listener has everything up to the stream's top. */
  flush(): void {
    if (this.#pending.length === 0) return;
    const frame = textFrame(this.#pending.join('\n'));
    this.#forgetPending();
    this.#flushedAt = ticks();
    for (const listener of this.#listeners) listener.write(frame);
  }

  #forgetPending(): void {
    this.#pending = [];
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Call `flush` first and synchronously, so that the new listener gets nothing twice. */
  add(listener: HubListener, wantsJoinLeave: boolean): void {
    this.#listeners.add(listener);
    if (wantsJoinLeave) {
      this.#joinLeaveListeners ??= new Set();
      this.#joinLeaveListeners.add(listener);
    }
    if (!this.stream) return;
    this.announce('join', listener.member);
    this.#parts.send({ kind: 'joined', member: listener.member });
  }

  remove(listener: HubListener): void {
    if (!this.#listeners.delete(listener)) return;
    this.#joinLeaveListeners?.delete(listener);
    this.#idleSince = ticks();
    if (!this.stream) return;
    this.announce('leave', listener.member);
    this.#parts.send({ kind: 'left', member: listener.member });
  }

  announce(kind: 'join' | 'leave', member: PresentMember): void {
    if (!this.#joinLeaveListeners?.size) return;
    const frame = textFrame(push(this.name, kind, `{"info":${JSON.stringify(member)}}`));
    for (const listener of this.#joinLeaveListeners) listener.write(frame);
  }

  #onBroken(): void {
    this.#forgetPending();
    for (const listener of [...this.#listeners]) listener.onLost(this);
  }

  #onGone(): void {
    this.end();
    for (const listener of [...this.#listeners]) listener.onGone(this);
    this.#parts.onGone(this);
  }

  end(): void {
    this.isEnded = true;
    this.stream?.end();
    this.#forgetPending();
  }
}
