import { useCallback, useRef, useState } from 'react';

type Run<R> = {
  /** Resolves to the result; while one request runs, another call does nothing and resolves to undefined. */
  run: (request: () => Promise<R>) => Promise<R | undefined>;
  isBusy: boolean;
  /** The last result, until the next request begins or `forget` is called. */
  result: R | undefined;
  forget: () => void;
};

/** Runs one request at a time and keeps its result. */
export function useRun<R extends object>(): Run<R> {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<R>();
  const isRunning = useRef(false);
  const forget = useCallback(() => setResult(undefined), []);
  const run = useCallback(async (request: () => Promise<R>): Promise<R | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setBusy(true);
    setResult(undefined);
    try {
      const found = await request();
      setResult(found);
      return found;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);
  return { run, isBusy, result, forget };
}
