import { ticks } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logging/log.ts';

export const timings = { againMs: 60_000 };

interface ProbedEngine {
  readonly name: string;
  /** @returns undefined if the engine can be used, or a sentence that says what is missing */
  probe(signal: AbortSignal): Promise<string | undefined>;
}

/** Probes the speech engine of a node from its start until it works. */
export class SpeechCheck {
  readonly #engine: ProbedEngine;
  #state: 'works' | 'broken' | null = null;
  #problem: string | undefined;
  #nextAt = 0;
  #probing: Promise<void> | undefined;

  constructor(engine: ProbedEngine) {
    this.#engine = engine;
  }

  /** For the table of nodes. Null: it is not known yet, or this node transcribes nothing. */
  get state(): 'works' | 'broken' | null {
    return this.#state;
  }

  /** Whether the engine works. One that does not is probed again after a minute, and logged once. */
  async works(log: Pick<Logger, 'info' | 'error'>, signal: AbortSignal): Promise<boolean> {
    if (this.#state !== 'works' && ticks() >= this.#nextAt) {
      this.#probing ??= this.#probe(log, signal).finally(() => {
        this.#probing = undefined;
      });
    }
    await this.#probing;
    return this.#state === 'works';
  }

  async #probe(log: Pick<Logger, 'info' | 'error'>, signal: AbortSignal): Promise<void> {
    const { name: engine } = this.#engine;
    let problem: string | undefined;
    try {
      problem = await this.#engine.probe(signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    this.#nextAt = ticks() + timings.againMs;
    if (problem !== undefined && problem !== this.#problem) {
      const reason = problem;
      log.error({ engine, reason }, 'the speech engine cannot run: recordings wait for their transcripts');
    } else if (problem === undefined && this.#problem !== undefined) {
      log.info({ engine }, 'the speech engine works: recordings that waited are transcribed');
    }
    this.#problem = problem;
    this.#state = problem === undefined ? 'works' : 'broken';
  }
}
