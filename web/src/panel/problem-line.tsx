import { useEffect } from 'react';
import { DialogError } from '../ui/form/dialog.tsx';
import type { Submit } from './use-submit.ts';

/** The problem of the last request. A rate limit's message disappears when the wait is over. */
export function ProblemLine<A extends unknown[]>({ of }: { of: Submit<A> }) {
  const wait = of.problem?.wait;
  const { touch } = of;
  useEffect(() => {
    if (wait === undefined) return;
    const timer = setTimeout(touch, wait * 1000);
    return () => clearTimeout(timer);
  }, [wait, touch]);
  return <DialogError>{of.sentence}</DialogError>;
}
