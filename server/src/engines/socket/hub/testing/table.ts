import {
  type ChangeEntry,
  type ChannelChanges,
  mostRecovered,
  type SocketEngine,
  type SocketSource,
  type SocketStanding,
} from '../../socket.ts';

interface Held {
  epoch: string;
  entries: ChangeEntry[];
  /** Changes up to this number are erased; later ones keep their numbers. */
  trimmed: number;
}

/** The program's tables in memory: channels with their changes, and who may hear what. */
export class FakeTable implements SocketSource {
  readonly channels = new Map<string, Held>();
  readonly standings = new Map<string, SocketStanding>();
  /** How often each method was called. */
  readonly asked = { standingsOf: 0, read: 0, tops: 0 };
  isAway = false;
  /** Every call waits for this first. */
  gate: Promise<unknown> = Promise.resolve();
  /** Delays an answer after it was read. */
  delay: () => Promise<unknown> = () => Promise.resolve();

  async #answer<T>(question: keyof FakeTable['asked'], look: () => T): Promise<T> {
    this.asked[question] += 1;
    await this.gate;
    if (this.isAway) throw new Error('the database is away');
    const answer = look();
    await this.delay();
    return answer;
  }

  standingsOf(userIds: string[]): Promise<Map<string, SocketStanding>> {
    return this.#answer('standingsOf', () => {
      const found = userIds.map((userId) => [userId, this.standings.get(userId)] as const);
      return new Map(found.filter((one): one is [string, SocketStanding] => one[1] !== undefined));
    });
  }

  read(
    channel: string,
    { after, limit }: { after: number; limit: number },
  ): Promise<ChannelChanges | undefined> {
    if (limit > mostRecovered) throw new Error('more than one read returns');
    return this.#answer('read', () => {
      const held = this.channels.get(channel);
      if (!held) return undefined;
      const entries = held.entries.filter(({ seq }) => seq > Math.max(after, held.trimmed)).slice(-limit);
      return { epoch: held.epoch, top: held.entries.length, entries };
    });
  }

  tops(channels: string[]): Promise<Map<string, number>> {
    return this.#answer('tops', () => {
      const there = channels.filter((name) => this.channels.has(name));
      return new Map(there.map((name) => [name, this.channels.get(name)?.entries.length ?? 0]));
    });
  }

  /** Creates a channel with this many changes, or a new epoch of it. */
  make(channel: string, { count = 0, epoch = 'first' } = {}): void {
    this.channels.set(channel, { epoch, entries: [], trimmed: 0 });
    for (let number = 1; number <= count; number += 1) this.add(channel);
  }

  allow(userId: string, channels: string[], info?: unknown): void {
    this.standings.set(userId, {
      channels,
      personal: `user:${userId}`,
      ...(info === undefined ? {} : { info }),
    });
  }

  /** Commits a change without publishing it. */
  add(channel: string, text?: string): ChangeEntry & { epoch: string } {
    const held = this.channels.get(channel);
    if (!held) throw new Error(`no channel ${channel}`);
    const seq = held.entries.length + 1;
    const payload = { channelId: channel, text: text ?? `change ${seq}` };
    const entry = { seq, data: JSON.stringify({ event: 'message', payload, seq }) };
    held.entries.push(entry);
    return { ...entry, epoch: held.epoch };
  }

  /** Commits a change and publishes it. */
  publish(engine: SocketEngine, channel: string, text?: string): void {
    engine.publish(channel, this.add(channel, text));
  }

  /** Erases the changes up to this number. */
  trim(channel: string, upTo: number): void {
    const held = this.channels.get(channel);
    if (held) held.trimmed = upTo;
  }

  /** Redacts an old change. */
  redact(channel: string, seq: number): void {
    const entries = this.channels.get(channel)?.entries ?? [];
    entries[seq - 1] = { seq, data: JSON.stringify({ event: 'message', payload: { deleted: true }, seq }) };
  }
}
