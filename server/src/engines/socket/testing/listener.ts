import { Centrifuge, type Options } from 'centrifuge';
import { WebSocket } from 'ws';
import { waitUntil } from '../../../../testing/wait.ts';

interface Publication {
  seq?: number;
  payload?: { text?: string };
}

/** Records the events of one stock client. */
export class StockListener {
  readonly client: Centrifuge;
  /** In order, as one line each. */
  readonly seen: string[] = [];
  /** The numbers of each channel's changes, in the order of arrival. */
  readonly #seqs = new Map<string, number[]>();

  constructor(url: string, options: Partial<Options>) {
    this.client = new Centrifuge(url, {
      websocket: WebSocket,
      minReconnectDelay: 20,
      maxReconnectDelay: 200,
      ...options,
    });
    this.client.on('connected', () => this.seen.push('connected'));
    this.client.on('disconnected', ({ code }) => this.seen.push(`disconnected ${code}`));
    this.client.on('subscribed', ({ channel, wasRecovering, recovered }) => {
      this.seen.push(`subscribed ${channel}${wasRecovering ? (recovered ? ' recovered' : ' lost') : ''}`);
    });
    this.client.on('unsubscribed', ({ channel }) => this.seen.push(`unsubscribed ${channel}`));
    this.client.on('publication', ({ channel, data, offset }) => this.#take(channel, data, offset));
    this.client.on('error', () => undefined);
  }

  #take(channel: string, { seq, payload }: Publication, offset: number | undefined): void {
    const text = payload?.text ?? '(no words)';
    this.seen.push(`${channel}: ${text}${offset === undefined ? ' (news)' : ''}`);
    if (seq !== undefined) this.#seqs.set(channel, [...this.seqs(channel), seq]);
  }

  seqs(channel: string): number[] {
    return this.#seqs.get(channel) ?? [];
  }

  heard(text: string): boolean {
    return this.seen.some((line) => line.includes(text));
  }

  count(line: string): number {
    return this.seen.filter((seen) => seen === line).length;
  }

  async until(isTrue: () => boolean, what: string): Promise<void> {
    await waitUntil(isTrue, {
      timeout: 30_000,
      message: () => `${what}; got: ${this.seen.join(' | ')}`,
    });
  }

  untilSeen(line: string, times = 1): Promise<void> {
    return this.until(() => this.count(line) >= times, `"${line}"`);
  }

  untilSeq(channel: string, seq: number): Promise<void> {
    return this.until(() => this.seqs(channel).at(-1) === seq, `${seq} in ${channel}`);
  }

  /** Closes the connection without a close frame, as a failing network does. */
  cut(): void {
    // The client's public interface cannot do that.
    const { _transport: transport } = this.client as unknown as {
      _transport: { _transport: { terminate(): void } };
    };
    transport._transport.terminate();
  }
}
