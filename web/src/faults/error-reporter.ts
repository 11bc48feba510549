import { api } from '../api/api.ts';
import { ErrorReporter } from './report.ts';

/** The faults of this page. Without a credential: a report belongs to nobody. */
export const errorReporter = new ErrorReporter({
  send: (body) => api().reportPageError({ body }, { keepalive: true }),
  origin: window.location.origin,
  userAgent: navigator.userAgent,
});

window.addEventListener('error', ({ error }) => errorReporter.report('page', 'error', error));
window.addEventListener('unhandledrejection', ({ reason }) =>
  errorReporter.report('page', 'rejection', reason),
);
