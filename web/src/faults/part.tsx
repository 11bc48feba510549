import type { ReactNode } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Broken, type BrokenLook } from './broken.tsx';
import { faults } from './faults.ts';
import type { PagePart } from './report.ts';

type Props = {
  part: PagePart;
  children: ReactNode;
  look?: BrokenLook;
  /** Instead of a sentence and "Try again". */
  fallback?: (again: () => void) => ReactNode;
};

/** A part of the page that may break by itself: the others go on, the person is told, and the server too. */
export function Part({ part, children, look = 'block', fallback }: Props) {
  return (
    <ErrorBoundary
      onError={(error) => faults.report(part, 'render', error)}
      fallback={fallback ?? ((again) => <Broken part={part} look={look} onAgain={again} />)}
    >
      {children}
    </ErrorBoundary>
  );
}
