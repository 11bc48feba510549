/** What analytics offer to the program. */
export { analyticsEndpoints } from './routes.ts';
