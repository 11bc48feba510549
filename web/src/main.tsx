// First of all: the link's token leaves the address bar before any other code of the page runs.
import './models/visit/address.ts';
import './faults/error-reporter.ts';
import './models/visit/early.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
