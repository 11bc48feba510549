import { createContext, type ReactNode, useContext } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Broken, type BrokenLook } from './broken.tsx';
import { errorReporter } from './error-reporter.ts';
import type { PagePart } from './report.ts';

/** What the parts below use, and how what of it could not be opened is opened again. */
type Source = { opened: unknown; reopen: () => void };

export const SourceContext = createContext<Source | undefined>(undefined);

type Props = {
  part: PagePart;
  children: ReactNode;
  look?: BrokenLook;
  /** Instead of a sentence and "Try again". */
  fallback?: (again: () => void) => ReactNode;
};

/** A part of the page that may break by itself: the others go on, the person is told, and the server too. */
export function PartBoundary({ part, children, look = 'block', fallback }: Props) {
  const source = useContext(SourceContext);
  return (
    <ErrorBoundary
      source={source?.opened}
      onAgain={source?.reopen}
      onError={(error) => errorReporter.report(part, 'render', error)}
      fallback={fallback ?? ((again) => <Broken part={part} look={look} onAgain={again} />)}
    >
      {children}
    </ErrorBoundary>
  );
}

/** A part that shows nothing of its own, such as notices and sounds: where it breaks, only the server is told. */
export const SilentPartBoundary = (props: Pick<Props, 'part' | 'children'>) => (
  <PartBoundary {...props} fallback={() => null} />
);
