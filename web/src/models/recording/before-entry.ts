import type { Clock } from '../../kit/clock.ts';
import { isFinal } from '../../kit/refusals.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';

type Parts = {
  /** Asks whether the room is being recorded. */
  ask: () => Promise<boolean>;
  clock: Clock;
  /** The document: a hidden page sends no requests. */
  page: Pick<Document, 'visibilityState'> & EventTarget;
};

/** In ms. The entry page has no socket, so it polls. */
const askEvery = 20_000;

/** Whether the room is being recorded, for people on the entry page who decide whether to enter. */
export class RecordingBeforeEntry {
  readonly #parts: Parts;
  readonly #scope = createScope();
  readonly #isRecorded = createStore(false);
  #isAsking = false;
  #cancel = (): void => undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#scope.listen(parts.page, 'visibilitychange', () => void this.#ask());
    this.#scope.add(() => this.#cancel());
    void this.#ask();
  }

  get isRecorded(): Store<boolean> {
    return this.#isRecorded;
  }

  end(): void {
    this.#scope.end();
  }

  async #ask(): Promise<void> {
    const { ask, page, clock } = this.#parts;
    if (this.#isAsking || page.visibilityState !== 'visible' || this.#scope.ended) return;
    this.#isAsking = true;
    this.#cancel();
    try {
      const isRecorded = await ask();
      if (!this.#scope.ended) this.#isRecorded.set(isRecorded);
    } catch (error) {
      // A refused question is answered in the call.
      if (isFinal(error)) this.end();
    }
    this.#isAsking = false;
    if (!this.#scope.ended) this.#cancel = clock.after(askEvery, () => void this.#ask());
  }
}
