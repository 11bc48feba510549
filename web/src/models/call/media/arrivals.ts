import { browserClock, type Clock } from '../../../kit/clock.ts';

/** The part of a `RTCRtpReceiver` that is used here. */
type Receiver = Pick<RTCRtpReceiver, 'getStats'>;

/** `packets`: how many have arrived so far; undefined if the browser does not say. */
type Look = (packets: number | undefined) => void;

type Watched = { receiver: Receiver; look: Look; packets: number | undefined; looksInVain: number };

const lookEvery = 1_000;
/** After so many looks without anything new, a receiver has stopped. */
const stoppedAfter = 2;

async function packetsOf(receiver: Receiver): Promise<number | undefined> {
  const report = await receiver.getStats().catch(() => undefined);
  const stats: RTCStats[] = [...(report?.values() ?? [])];
  const inbound = stats.find(({ type }) => type === 'inbound-rtp') as RTCInboundRtpStreamStats | undefined;
  return inbound?.packetsReceived;
}

/**
 * Counts every second what arrives of the media of others. `getSynchronizationSources` would block the page for as long
 * as the browser's media thread negotiates, which takes a second when forty cameras end.
 */
export class Arrivals {
  readonly #clock: Clock;
  readonly #watched = new Set<Watched>();
  readonly #onStopped = new Set<() => void>();
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns ends the watch */
  watch(receiver: Receiver, look: Look): () => void {
    const watched = { receiver, look, packets: undefined, looksInVain: 0 };
    this.#watched.add(watched);
    this.#plan();
    return () => this.#watched.delete(watched);
  }

  /** Calls the listener when something that is watched has just stopped arriving. @returns ends it */
  onStopped(listener: () => void): () => void {
    this.#onStopped.add(listener);
    return () => this.#onStopped.delete(listener);
  }

  #plan(): void {
    if (this.#isRunning || this.#watched.size === 0) return;
    this.#isRunning = true;
    this.#clock.after(lookEvery, async () => {
      await this.#lookAtAll();
      this.#isRunning = false;
      this.#plan();
    });
  }

  async #lookAtAll(): Promise<void> {
    // All at once: the browser then collects its statistics once.
    const lookAt = async (one: Watched): Promise<void> => {
      const packets = await packetsOf(one.receiver);
      if (!this.#watched.has(one)) return;
      const isNew = packets !== undefined && packets !== one.packets;
      one.looksInVain = isNew ? 0 : one.looksInVain + 1;
      one.packets = packets;
      one.look(packets);
    };
    await Promise.all([...this.#watched].map(lookAt));
    const hasOneStopped = [...this.#watched].some(({ looksInVain }) => looksInVain === stoppedAfter);
    if (hasOneStopped) for (const listener of this.#onStopped) listener();
  }
}

export const arrivals = new Arrivals(browserClock);
