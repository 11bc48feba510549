/** Keeps up to `most` values and removes the least recently used one. */
export class LruCache<Value> {
  readonly #most: number;
  readonly #onRemoved: (value: Value) => void;
  #values = new Map<string, Value>();

  constructor(most: number, onRemoved: (value: Value) => void = () => undefined) {
    this.#most = most;
    this.#onRemoved = onRemoved;
  }

  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    const value = known === undefined ? make() : known;
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) {
      const [oldest] = this.#values.keys();
      if (oldest !== undefined) this.#remove(oldest);
    }
    return value;
  }

  #remove(key: string): void {
    const value = this.#values.get(key);
    this.#values.delete(key);
    if (value !== undefined) this.#onRemoved(value);
  }

  clear(): void {
    for (const key of this.#values.keys()) this.#remove(key);
  }
}
