import { useCallback, useEffect, useRef, useState } from 'react';

export type Reading<T> = {
  /** What is known: of this moment, or of the last look while it is read anew. */
  value: T | undefined;
  /** Why it could not be read. An older value stays beside it. */
  error: unknown;
  isReading: boolean;
  /** Reads it anew; what is shown stays until then. */
  again: () => void;
  /** Puts there what an answer of the server said, without asking. */
  set: (change: T | ((known: T) => T)) => void;
};

/** What was read before, by its key: a page that one comes back to is there at once, and then made current. */
const known = new Map<string, unknown>();

/** Somebody else is signed in: nothing of it is theirs. */
export function forgetReads(): void {
  known.clear();
}

/** The keys that begin so were changed elsewhere: who shows them next asks first. */
export function forgetRead(prefix: string): void {
  for (const key of [...known.keys()]) if (key.startsWith(prefix)) known.delete(key);
}

type State<T> = { key: string; value: T | undefined; error: unknown; isReading: boolean };

/**
 * Reads something of the server for a page, and again for another key. `read` need not stay the same function; the
 * key says what is read.
 */
export function useRead<T>(key: string, read: (signal: AbortSignal) => Promise<T>): Reading<T> {
  const fresh = (): State<T> => ({
    key,
    value: known.get(key) as T | undefined,
    error: undefined,
    isReading: true,
  });
  const [state, setState] = useState<State<T>>(fresh);
  const [turn, setTurn] = useState(0);
  const reader = useRef(read);
  reader.current = read;
  // At another key nothing of the former one is shown, not even for one picture.
  const shown = state.key === key ? state : fresh();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn reads the same key again
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => (before.key === key ? { ...before, isReading: true } : fresh()));
    reader.current(stop.signal).then(
      (value) => {
        if (stop.signal.aborted) return;
        known.set(key, value);
        setState({ key, value, error: undefined, isReading: false });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState((before) => ({ ...before, key, error, isReading: false }));
      },
    );
    return () => stop.abort();
  }, [key, turn]);

  const again = useCallback(() => setTurn((before) => before + 1), []);
  const set = useCallback(
    (change: T | ((before: T) => T)) =>
      setState((before) => {
        const next = apply(change, before.value);
        known.set(key, next);
        return { ...before, key, value: next };
      }),
    [key],
  );
  return { value: shown.value, error: shown.error, isReading: shown.isReading, again, set };
}

function apply<T>(change: T | ((known: T) => T), before: T | undefined): T | undefined {
  if (typeof change !== 'function') return change;
  return before === undefined ? undefined : (change as (known: T) => T)(before);
}
