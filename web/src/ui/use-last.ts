import { useRef } from 'react';

/** The value, or the last one while there is none: a dialog keeps its content while it fades out. */
export function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value);
  last.current = value ?? last.current;
  return last.current;
}
