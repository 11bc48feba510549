import type { ReactNode } from 'react';
import { Failed } from '../failed.tsx';
import type { Loaded } from './use-loaded.ts';

type Props<T> = {
  of: Pick<Loaded<T>, 'value' | 'error' | 'reload'>;
  /** Shown until there is a value. */
  placeholder: ReactNode;
  children: (value: T) => ReactNode;
};

/** A loaded value; before that a placeholder, or the reason why there is none. */
export function Loading<T>({ of: { value, error, reload }, placeholder, children }: Props<T>) {
  if (value !== undefined) return children(value);
  return error === undefined ? placeholder : <Failed error={error} onAgain={reload} />;
}
