import { useCallback, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../i18n/language.ts';
import { type Trouble, troubleOf } from './trouble.ts';
import { troubleText } from './trouble-messages.ts';

export type Submit<A extends unknown[]> = {
  /** Resolves to whether it was done. While one runs, another call does nothing. */
  run: (...values: A) => Promise<boolean>;
  isBusy: boolean;
  /** It was done, and nothing was changed since (`touch`). */
  isDone: boolean;
  trouble: Trouble | undefined;
  /** What to say of it all, unless it is only about fields. */
  sentence: string | undefined;
  /** The fault of a field: the page's own words for it, or else the server's. */
  fault: (field: string, words?: string) => string | undefined;
  /** Somebody writes again: what was said about the last try goes. */
  touch: () => void;
};

/** Something that a form or a button asks of the server: once at a time, and what came of it in words. */
export function useSubmit<A extends unknown[]>(
  act: (...values: A) => Promise<unknown>,
  own: Record<string, string> = {},
): Submit<A> {
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const latest = useRef(act);
  latest.current = act;
  const running = useRef(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const run = useCallback(async (...values: A): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setDone(false);
    setTrouble(undefined);
    let found: Trouble | undefined;
    try {
      await latest.current(...values);
    } catch (error) {
      found = troubleOf(error);
    }
    running.current = false;
    if (isHere.current) {
      setBusy(false);
      setDone(!found);
      setTrouble(found);
    }
    return !found;
  }, []);

  const touch = useCallback(() => {
    setDone(false);
    setTrouble(undefined);
  }, []);
  const fault = (field: string, words?: string) =>
    trouble?.fields[field] === undefined ? undefined : (words ?? trouble.fields[field]);
  const sentence = trouble && troubleText(trouble, language, own);
  return { run, isBusy, isDone, trouble, sentence, fault, touch };
}
