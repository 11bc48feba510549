type Release = () => void;

/** Listeners by the name of what happened. One that fails keeps nobody else from hearing it. */
export class Events<T> {
  readonly #listeners = new Map<string, Set<(value: T) => void>>();

  on(name: string, listener: (value: T) => void): Release {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known);
    // The same function may be given twice; each time is an own subscription.
    const own = (value: T): void => listener(value);
    known.add(own);
    return () => {
      known.delete(own);
      if (known.size === 0 && this.#listeners.get(name) === known) this.#listeners.delete(name);
    };
  }

  emit(name: string, value: T): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) runSafely(() => listener(value));
  }

  clear(): void {
    this.#listeners.clear();
  }
}

/** The socket's client lets go of its connection for good when a handler throws: ours never do. */
export function runSafely(run: () => void): void {
  try {
    run();
  } catch (error) {
    // As the browser does with an error that nobody caught: it is written to the console, and reported.
    (globalThis.reportError ?? console.error)(error);
  }
}
