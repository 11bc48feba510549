import { useCallback, useEffect, useRef, useState } from 'react';

type Held = { end: () => void };

/**
 * Opens something once and ends it on unmount. Development mode unmounts a component and mounts it again at once, so
 * the end waits for the next task. The second result reopens it: `before` is what was open, and `open` ends or keeps
 * each part of it.
 */
export function useHeld<T extends Held>(open: (before?: T) => T): [held: T | undefined, reopen: () => void] {
  const held = useRef<T | undefined>(undefined);
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const first = useRef(open);
  const [opened, setOpened] = useState<T>();
  useEffect(() => {
    clearTimeout(ending.current);
    held.current ??= first.current();
    setOpened(held.current);
    return () => {
      ending.current = setTimeout(() => {
        held.current?.end();
        held.current = undefined;
      });
    };
  }, []);
  const reopen = useCallback(() => {
    held.current = first.current(held.current);
    setOpened(held.current);
  }, []);
  return [opened, reopen];
}
