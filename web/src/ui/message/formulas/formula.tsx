import type { ReactNode } from 'react';
import { ErrorBoundary } from '../../error-boundary.tsx';
import { lazily } from '../../lazily.ts';
import type { MarkedPart } from '../marked-text.ts';

const view = lazily(() => import('./formula-view.tsx'));

type Props = {
  part: MarkedPart;
  /** The formula as it was typed. It stands until the library is loaded, and if that or the formula fails. */
  children: ReactNode;
};

/** Most messages have no formula, so that the library is loaded with the first one (docs/decisions/0196). */
export const Formula = (props: Props) => (
  <ErrorBoundary fallback={() => props.children} onError={() => undefined}>
    <Loaded {...props} />
  </ErrorBoundary>
);

function Loaded({ part, children }: Props) {
  const loaded = view.usePart();
  return loaded ? <loaded.FormulaView part={part}>{children}</loaded.FormulaView> : children;
}
