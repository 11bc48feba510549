import type { Client } from '../../api/api.ts';
import { pageFetch } from '../../api/page-fetch.ts';
import { readStored } from '../../kit/storage.ts';
import { accountKey } from '../account/account-key.ts';
import { createCookieClient } from '../account/cookie-client.ts';

const client = createCookieClient({
  fetch: pageFetch,
  // The entry page does not ask for a sign-in: a person without one is a guest, or sees that the room is private.
  onEnded: async () => false,
});

/** The API with the cookies of this browser's sign-in. */
export const signedInApi = (): Client => client;

/**
 * Whether somebody is signed in as far as this browser knows; it saves everybody else a request that would be
 * answered 401.
 */
export const mayBeSignedIn = (): boolean => Boolean(readStored(accountKey));

/** The address of the sign-in page, which returns to the room. */
export const signInFor = (alias: string): string =>
  `/sign-in?${new URLSearchParams({ next: `/room/${alias}` })}`;
