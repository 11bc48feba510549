import type { Client } from '../../api/api.ts';
import { pageFetch } from '../../api/page-fetch.ts';
import { readStored } from '../../kit/storage.ts';
import { accountKey } from '../account/account-key.ts';
import { createCookieClient } from '../account/cookie-client.ts';

const client = createCookieClient({
  fetch: pageFetch,
  // The door does not wait for a sign-in: who has none comes as a guest, or is told that the room is private.
  onEnded: async () => false,
});

/** The API as the person who is signed in in this browser. */
export const signedInApi = (): Client => client;

/** Who is signed in here, as far as this browser knows: it spares everybody else a question that is answered 401. */
export const mayBeSignedIn = (): boolean => Boolean(readStored(accountKey));

/** The page on which one signs in and comes back to the room. */
export const signInFor = (alias: string): string =>
  `/sign-in?${new URLSearchParams({ next: `/room/${alias}` })}`;
