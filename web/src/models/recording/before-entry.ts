import type { Clock } from '../../kit/clock.ts';
import { isFinal } from '../../kit/refusals.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';

type Parts = {
  /** Is the room recorded now? */
  ask: () => Promise<boolean>;
  clock: Clock;
  /** The document: who looks away is not told anything. */
  page: Pick<Document, 'visibilityState'> & EventTarget;
};

/** While nobody tells who is not in yet, they ask. */
const askEvery = 20_000;

/** Whether the room is being recorded, for who stands before its door and decides whether to go in. */
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
      // Who may not ask is told in the call.
      if (isFinal(error)) this.end();
    }
    this.#isAsking = false;
    if (!this.#scope.ended) this.#cancel = clock.after(askEvery, () => void this.#ask());
  }
}
