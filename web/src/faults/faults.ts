import { api } from '../api/api.ts';
import { Faults } from './report.ts';

/** The faults of this page. Without a credential: a report belongs to nobody. */
export const faults = new Faults({
  send: (body) => api().reportPageError({ body }, { keepalive: true }),
  origin: window.location.origin,
  userAgent: navigator.userAgent,
});

window.addEventListener('error', ({ error }) => faults.report('page', 'error', error));
window.addEventListener('unhandledrejection', ({ reason }) => faults.report('page', 'rejection', reason));
