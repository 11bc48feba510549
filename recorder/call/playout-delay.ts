import type { RemoteTrack } from '@livekit/rtc-node';

const askEveryMs = 500;
/** Until the first answer, for the beginning of a recording is judged as well. */
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

/** Of all sound so far: the sum of what each sample waited, in seconds, and how many samples it is of. */
interface Waited {
  sum: number;
  samples: number;
}

/**
 * How long a track's sound lies in the engine's client before it is handed over. The client holds the more of it the
 * more unevenly it arrives, half a second after a machine or a line had no time for it, and lets go of that slowly.
 * Pieces of sound carry no times, so only its figures tell. The library has no call for them, the client below it has.
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
      // A track that just ended, or a client that is busy: what was known last is the best guess.
    }
    this.#again();
  }

  async #ask(): Promise<Waited> {
    const client = globalThis._ffiClientInstance;
    if (!client) throw new Error('there is no client');
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
