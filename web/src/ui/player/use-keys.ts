import { type RefObject, useEffect, useRef } from 'react';
import { type PlayerCommand, playerCommandOf } from './keys.ts';

/** The keys that these controls handle themselves. */
const slider = /^(Arrow|Home|End|Page)/;
const button = /^( |Enter)$/;
const choice = /^( |Enter|Arrow.*|Home|End|Page.*|\d)$/;

function isOwn({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLSelectElement) return choice.test(key);
  if (target instanceof HTMLInputElement) return slider.test(key);
  return target instanceof HTMLButtonElement && button.test(key);
}

/** The player's keys, while its frame has the focus: single letters do nothing elsewhere. */
export function useKeys(frame: RefObject<HTMLElement | null>, run: (command: PlayerCommand) => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const element = frame.current;
    const onKey = (event: KeyboardEvent): void => {
      const command = isOwn(event) ? undefined : playerCommandOf(event);
      if (!command) return;
      event.preventDefault();
      latest.current(command);
    };
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [frame]);
}
