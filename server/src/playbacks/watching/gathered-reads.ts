/** Reads the values of these keys; keys without a value are absent. */
export type ReadMany<V> = (keys: string[]) => Promise<ReadonlyMap<string, V>>;

/** As many keys as one statement reads. */
const mostAtOnce = 500;

/**
 * Gathers requests for single values for a few milliseconds and reads them together: of a thousand requests in a second
 * each would cost a statement.
 */
export class GatheredReads<V> {
  readonly #readMany: ReadMany<V>;
  readonly #gatherMs: number;
  #waiting = new Map<string, Promise<V | undefined>>();
  #next: Promise<ReadonlyMap<string, V>> | undefined;

  constructor(readMany: ReadMany<V>, gatherMs: number) {
    this.#readMany = readMany;
    this.#gatherMs = gatherMs;
  }

  read(key: string): Promise<V | undefined> {
    let value = this.#waiting.get(key);
    if (value) return value;
    this.#next ??= this.#schedule();
    value = this.#next.then((found) => found.get(key));
    this.#waiting.set(key, value);
    if (this.#waiting.size >= mostAtOnce) this.#close();
    return value;
  }

  /** Later requests belong to the next statement. */
  #close(): void {
    this.#waiting = new Map();
    this.#next = undefined;
  }

  async #schedule(): Promise<ReadonlyMap<string, V>> {
    const keys = this.#waiting;
    await new Promise((resolve) => setTimeout(resolve, this.#gatherMs));
    if (this.#waiting === keys) this.#close();
    return this.#readMany([...keys.keys()]);
  }
}
