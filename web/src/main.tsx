// Import this first: it removes the link's token from the address bar before other code runs.
import './models/visit/address.ts';
import { errorReporter } from './faults/error-reporter.ts';
import './models/visit/early.ts';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { TextsMissing } from './faults/texts-missing.tsx';
import { loadFirstTexts } from './i18n/language.ts';
import { loadStyles } from './late-styles.ts';

function show(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<StrictMode>{page}</StrictMode>);
}

const styles = loadStyles();

loadFirstTexts()
  .then(
    () => <App />,
    (error: unknown) => {
      errorReporter.report('page', 'error', error);
      return <TextsMissing />;
    },
  )
  .then(async (page) => {
    await styles;
    show(page);
  });
