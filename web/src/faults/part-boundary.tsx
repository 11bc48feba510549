import { createContext, type ReactNode, useContext } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Broken, type BrokenLook } from './broken.tsx';
import { errorReporter } from './error-reporter.ts';
import type { PagePart } from './report.ts';

/** The resources that the parts use, and a function that reopens those that failed. */
type Source = { opened: unknown; reopen: () => void };

export const SourceContext = createContext<Source | undefined>(undefined);

type Props = {
  part: PagePart;
  children: ReactNode;
  look?: BrokenLook;
  /** Replaces the sentence with "Try again". */
  fallback?: (again: () => void) => ReactNode;
};

/** Contains the failure of a part: the other parts continue, and the person and the server are told. */
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

/** Contains the failure of a part without a visible area, such as notices and sounds: only the server is told. */
export const SilentPartBoundary = (props: Pick<Props, 'part' | 'children'>) => (
  <PartBoundary {...props} fallback={() => null} />
);
