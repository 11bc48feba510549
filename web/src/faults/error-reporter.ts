import { api } from '../api/api.ts';
import { ErrorReporter } from './report.ts';

/** Reports errors of this page without a credential, so that a report belongs to no account. */
export const errorReporter = new ErrorReporter({
  send: (body) => api().reportPageError({ body }, { keepalive: true }),
  origin: window.location.origin,
  userAgent: navigator.userAgent,
});

window.addEventListener('error', ({ error }) => errorReporter.report('page', 'error', error));
window.addEventListener('unhandledrejection', ({ reason }) =>
  errorReporter.report('page', 'rejection', reason),
);
