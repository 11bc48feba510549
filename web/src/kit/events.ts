type Release = () => void;

/** Listeners by the name of an event. One that throws does not affect the others. */
export class Events<T> {
  readonly #listeners = new Map<string, Set<(value: T) => void>>();

  on(name: string, listener: (value: T) => void): Release {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known);
    // A function may be given twice; each time is a subscription of its own.
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

/** Runs a handler and catches its exceptions: the socket client closes its connection for good when a handler throws. */
export function runSafely(run: () => void): void {
  try {
    run();
  } catch (error) {
    // Reports an error as the browser reports an uncaught one: in the console and to the server.
    (globalThis.reportError ?? console.error)(error);
  }
}
