import { useCallback, useEffect, useRef, useState } from 'react';
import { troubleOf } from '../../../panel/trouble.ts';

type State<T> = {
  key: string | undefined;
  value: T | undefined;
  error: unknown;
  errorKey: string | undefined;
};

export type Live<T> = {
  /** The last answer; while `isBehind` it is of what was asked for before. */
  value: T | undefined;
  isBehind: boolean;
  /** Why the last try failed; gone with the next one that works. */
  error: unknown;
  reload: () => void;
  /** What the server answered to a change: an older answer on its way is thrown away. */
  set: (value: T) => void;
};

type Options<T> = {
  /** Names what is asked for: another key is another thing. */
  key: string;
  load: () => Promise<T>;
  /** Milliseconds after this answer until it is asked again. */
  pace: (value: T) => number;
  /** What was known of it before. */
  first?: { key: string; value: T } | undefined;
};

const afterFailure = 15_000;
const soonest = 500;

type Asking<T> = Pick<Options<T>, 'load' | 'pace'> & {
  onValue: (value: T) => void;
  onError: (error: unknown) => void;
};

/** Asks again and again, one question at a time, while somebody looks at the page. */
class Asker<T> {
  readonly #parts: () => Asking<T>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts up with whatever makes an answer on its way an old one. */
  #turn = 0;
  #isOver = false;

  constructor(parts: () => Asking<T>) {
    this.#parts = parts;
  }

  readonly ask = (): void => {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#turn += 1;
    const turn = this.#turn;
    const { load, pace, onValue, onError } = this.#parts();
    load().then(
      (value) => {
        if (turn !== this.#turn) return;
        onValue(value);
        this.wait(pace(value));
      },
      (error: unknown) => {
        if (turn !== this.#turn) return;
        onError(error);
        this.wait(Math.max(afterFailure, (troubleOf(error).wait ?? 0) * 1000));
      },
    );
  };

  /** A hidden page asks nothing; it asks when it is seen again. */
  wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    if (this.#isOver || document.visibilityState === 'hidden') return;
    this.#timer = setTimeout(this.ask, Math.max(soonest, milliseconds));
  }

  readonly onVisibility = (): void => {
    if (document.visibilityState === 'visible') this.ask();
    else clearTimeout(this.#timer);
  };

  end(): void {
    this.#isOver = true;
    this.#turn += 1;
    clearTimeout(this.#timer);
  }
}

/** Something of the server's that changes by itself, kept up to date while the page is seen. */
export function useLive<T>({ key, load, pace, first }: Options<T>): Live<T> {
  const [state, setState] = useState<State<T>>(() => ({
    key: first?.key,
    value: first?.value,
    error: undefined,
    errorKey: undefined,
  }));
  const latest = useRef({ load, pace });
  latest.current = { load, pace };
  const asker = useRef<Asker<T>>(undefined);

  useEffect(() => {
    const own = new Asker<T>(() => ({
      ...latest.current,
      onValue: (value) => setState({ key, value, error: undefined, errorKey: undefined }),
      onError: (error) => setState((before) => ({ ...before, error, errorKey: key })),
    }));
    asker.current = own;
    own.ask();
    document.addEventListener('visibilitychange', own.onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', own.onVisibility);
      own.end();
    };
  }, [key]);

  const reload = useCallback(() => asker.current?.ask(), []);
  const set = useCallback(
    (value: T) => {
      setState({ key, value, error: undefined, errorKey: undefined });
      asker.current?.wait(latest.current.pace(value));
    },
    [key],
  );
  const error = state.errorKey === key ? state.error : undefined;
  return { value: state.value, isBehind: state.key !== key, error, reload, set };
}
