import type { ReactNode } from 'react';
import { LoadFailed, RowsSkeleton } from '../../ui/page/states.tsx';
import { Failed } from '../failed.tsx';
import type { Loaded } from './use-loaded.ts';

type Props<T> = {
  of: Pick<Loaded<T>, 'value' | 'error' | 'reload'>;
  /** Shown until there is a value. */
  placeholder?: ReactNode;
  /** True if the rest of the page stays when the value is missing or forbidden. */
  isPart?: boolean;
  children: (value: T) => ReactNode;
};

/** A loaded value; before that a placeholder, or the reason why there is none. */
export function Loading<T>(props: Props<T>) {
  const { of, placeholder = <RowsSkeleton count={3} />, isPart, children } = props;
  const { value, error, reload } = of;
  if (value !== undefined) return children(value);
  if (error === undefined) return placeholder;
  return isPart ? <LoadFailed onAgain={reload} /> : <Failed error={error} onAgain={reload} />;
}
