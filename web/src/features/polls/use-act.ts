import { useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Outcome } from '../../models/polls/polls.ts';
import { outcomeMessages, outcomeText } from './messages.ts';

type Act = {
  act: (run: () => Promise<Outcome>) => Promise<boolean>;
  isBusy: boolean;
  /** What hindered it, in words. */
  trouble: string | undefined;
  forget: () => void;
};

/** Something that is asked of the server by a button: once at a time, and what hindered it is said. */
export function useAct(): Act {
  const words = useText(outcomeMessages);
  const [isBusy, setBusy] = useState(false);
  const [code, setCode] = useState<string>();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const act = useCallback(async (run: () => Promise<Outcome>): Promise<boolean> => {
    setBusy(true);
    setCode(undefined);
    const outcome = await run();
    if (isHere.current) {
      setBusy(false);
      setCode(outcome);
    }
    return outcome === undefined;
  }, []);
  const forget = useCallback(() => setCode(undefined), []);
  return { act, isBusy, trouble: code === undefined ? undefined : outcomeText(words, code), forget };
}
