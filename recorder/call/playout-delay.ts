import type { RemoteTrack } from '@livekit/rtc-node';

const askEveryMs = 500;
/** Interval until the first answer: shorter, because the beginning of a recording is judged as well. */
const askFirstMs = 100;
const answerMs = 5_000;

interface Figures {
  stats: {
    stats: {
      case?: string;
      value?: { inbound?: { jitterBufferDelay?: number; jitterBufferEmittedCount?: bigint } };
    };
  }[];
}

/** Totals of all sound so far: the sum of the samples' waiting times in seconds, and the number of samples. */
interface Waited {
  sum: number;
  samples: number;
}

/**
 * Measures how long a track's sound lies in the LiveKit client before we get it. The client buffers up to half a second
 * after a stall of the machine or network, and shrinks the buffer slowly. Pieces of sound carry no timestamps, so only
 * the client's statistics have the delay. The library has no call for them, but the native client below it
 * has (docs/decisions/0014).
 */
export class PlayoutDelay {
  readonly #track: RemoteTrack;
  readonly #closed = new AbortController();
  #before: Waited = { sum: 0, samples: 0 };
  #timer: NodeJS.Timeout | undefined;
  #seconds: number | undefined;

  constructor(track: RemoteTrack) {
    this.#track = track;
    this.#again();
  }

  /** Undefined: not known yet. */
  get seconds(): number | undefined {
    return this.#seconds;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#closed.abort();
  }

  #again(): void {
    if (this.#closed.signal.aborted) return;
    this.#timer = setTimeout(() => this.#look(), this.#seconds === undefined ? askFirstMs : askEveryMs);
  }

  async #look(): Promise<void> {
    try {
      const now = await this.#ask();
      const samples = now.samples - this.#before.samples;
      if (samples > 0) this.#seconds = (now.sum - this.#before.sum) / samples;
      this.#before = now;
    } catch {
      // The track just ended or the client is busy: keep the last known value.
    }
    this.#again();
  }

  async #ask(): Promise<Waited> {
    const client = globalThis._ffiClientInstance;
    if (!client) throw new Error('the LiveKit client is not initialised');
    const trackHandle = this.#track.ffi_handle.handle;
    const message = { case: 'getStats', value: { trackHandle } } as const;
    const { asyncId } = client.request<{ asyncId?: bigint }>({ message });
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(answerMs)]);
    const { stats } = await client.waitFor<Figures>(
      (event) => event.message.case === 'getStats' && event.message.value.asyncId === asyncId,
      { signal },
    );
    const inbound = stats.find((each) => each.stats.case === 'inboundRtp')?.stats.value?.inbound;
    return { sum: inbound?.jitterBufferDelay ?? 0, samples: Number(inbound?.jitterBufferEmittedCount ?? 0n) };
  }
}
