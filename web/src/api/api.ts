import { ApiError, type Client, createClient } from '../../../contract/client/index.ts';
import type { Answer } from '../../../contract/routes.ts';
import { pageFetch } from './page-fetch.ts';

/** The API of the page's own origin, with the given bearer token. Never with cookies: each tab is its own person. */
export function api(token?: string): Client {
  return createClient({ baseUrl: '', token, fetch: withoutCookies });
}

const withoutCookies: typeof fetch = (input, init) => pageFetch(input, { ...init, credentials: 'omit' });

export type Room = Answer<'getRoomByAlias'>;
export type Participant = Answer<'createParticipant'>;

/** The server did not answer, or not with anything that says more than that it is away. */
export function isAway(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return true;
}

export { ApiError, type Client };
