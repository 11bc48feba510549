import { ApiError, type Client, createClient } from '../../../contract/client/index.ts';
import type { Answer } from '../../../contract/routes.ts';
import { pageFetch } from './page-fetch.ts';

/** The API of the page's own origin with the given bearer token. It sends no cookies: each tab is a person of its own. */
export function api(token?: string): Client {
  return createClient({ baseUrl: '', token, fetch: withoutCookies });
}

const withoutCookies: typeof fetch = (input, init) => pageFetch(input, { ...init, credentials: 'omit' });

export type Room = Answer<'getRoomByAlias'>;
export type Participant = Answer<'createParticipant'>;

/** True if there was no response, or one that only says that the server is unavailable or busy. */
export function isAway(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return true;
}

export { ApiError, type Client };

/** Waits for a response whose content is not needed. */
export const discard = async (answer: Promise<unknown>): Promise<void> => void (await answer);
