import { browserClock, type Clock } from '../../../kit/clock.ts';
import { createStore, type Store } from '../../../kit/store.ts';

/** The part of a `RTCRtpReceiver` that is used here. */
type Receiver = Pick<RTCRtpReceiver, 'getStats'>;

/** `packets`: how many have arrived so far; undefined if the browser does not say. */
type Look = (packets: number | undefined) => void;

/**
 * The browser's counters; undefined if it has none. `pulse` grows as long as the media server is there, also while nobody
 * sends: by the checks of the connection, which both sides make every few seconds.
 */
type Counts = { packets: number | undefined; pulse: number | undefined };

const lookEvery = 1_000;
/** After so many looks without anything new the connection is silent. Checks come every 2 to 2.5 s. */
const silentAfter = 3;

async function countsOf(receiver: Receiver): Promise<Counts> {
  const counts: Counts = { packets: undefined, pulse: undefined };
  const report = await receiver.getStats().catch(() => undefined);
  for (const stat of (report?.values() ?? []) as Iterable<RTCStats>) {
    if (stat.type === 'inbound-rtp') counts.packets = (stat as RTCInboundRtpStreamStats).packetsReceived;
    if (stat.type !== 'candidate-pair') continue;
    const { requestsReceived, responsesReceived, bytesReceived = 0 } = stat as RTCIceCandidatePairStats;
    if (requestsReceived === undefined || responsesReceived === undefined) continue;
    counts.pulse = (counts.pulse ?? 0) + requestsReceived + responsesReceived + bytesReceived;
  }
  return counts;
}

/**
 * Counts every second what arrives of the media of others. `getSynchronizationSources` would block the page for as long
 * as the browser's media thread negotiates, which takes a second when forty cameras end.
 */
export class Arrivals {
  readonly #clock: Clock;
  readonly #watched = new Map<{ receiver: Receiver; look: Look }, Counts | undefined>();
  readonly #silence = createStore(false);
  /** True while nothing at all arrives of what is watched, as when the own connection is lost. */
  readonly silence: Store<boolean> = this.#silence;
  #looksInVain = 0;
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns ends the watch */
  watch(receiver: Receiver, look: Look): () => void {
    const watched = { receiver, look };
    this.#watched.set(watched, undefined);
    this.#plan();
    return () => this.#watched.delete(watched);
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
    let isPulseKnown = false;
    let isAnythingNew = false;
    // All at once: the browser then collects its statistics once.
    const lookAt = async ([one, before]: [{ receiver: Receiver; look: Look }, Counts | undefined]) => {
      const now = await countsOf(one.receiver);
      if (!this.#watched.has(one)) return;
      this.#watched.set(one, now);
      isPulseKnown ||= now.pulse !== undefined;
      isAnythingNew ||= now.packets !== before?.packets || now.pulse !== before?.pulse;
      one.look(now.packets);
    };
    await Promise.all([...this.#watched].map(lookAt));
    this.#looksInVain = isPulseKnown && !isAnythingNew ? this.#looksInVain + 1 : 0;
    this.#silence.set(this.#looksInVain >= silentAfter);
  }
}

export const arrivals = new Arrivals(browserClock);
