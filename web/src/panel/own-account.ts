import { pageFetch } from '../api/page-fetch.ts';
import { getLanguage } from '../i18n/language.ts';
import { readStored, removeStored, writeStored } from '../kit/storage.ts';
import { Account } from '../models/account/account.ts';
import { accountKey } from '../models/account/account-key.ts';

/** The account of this browser, one for the whole page. */
export const ownAccount = new Account({
  // Emails that the server sends for these requests are in the page's language.
  fetch: (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('accept-language', getLanguage());
    return pageFetch(input, { ...init, headers });
  },
  memory: {
    read: () => readStored(accountKey),
    write: (userId) => (userId ? writeStored(accountKey, userId) : removeStored(accountKey)),
  },
});

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === accountKey || key === null) ownAccount.noteOtherTab(newValue ?? undefined);
});
