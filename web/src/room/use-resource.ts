import { useCallback, useEffect, useRef, useState } from 'react';

type Resource = { end: () => void };

/**
 * Opens something once and ends it on unmount. Development mode unmounts a component and mounts it again at once, so
 * the end waits for the next task. The second result reopens it: `before` is what was open, and `open` ends or keeps
 * each part of it.
 */
export function useResource<T extends Resource>(
  open: (before?: T) => T,
): [opened: T | undefined, reopen: () => void] {
  const resource = useRef<T | undefined>(undefined);
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const first = useRef(open);
  const [opened, setOpened] = useState<T>();
  useEffect(() => {
    clearTimeout(ending.current);
    resource.current ??= first.current();
    setOpened(resource.current);
    return () => {
      ending.current = setTimeout(() => {
        resource.current?.end();
        resource.current = undefined;
      });
    };
  }, []);
  const reopen = useCallback(() => {
    resource.current = first.current(resource.current);
    setOpened(resource.current);
  }, []);
  return [opened, reopen];
}
