import { useEffect, useRef, useState } from 'react';

type Held = { end: () => void };

/**
 * Opens something once and ends it when its place on the page is gone. Development mode takes a component away and
 * puts it back at once; the end waits for the next task, so that this ends nothing.
 */
export function useHeld<T extends Held>(open: () => T): T | undefined {
  const held = useRef<T | undefined>(undefined);
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const first = useRef(open);
  const [opened, setOpened] = useState<T>();
  useEffect(() => {
    clearTimeout(ending.current);
    held.current ??= first.current();
    const own = held.current;
    setOpened(own);
    return () => {
      ending.current = setTimeout(() => {
        held.current = undefined;
        own.end();
      });
    };
  }, []);
  return opened;
}
