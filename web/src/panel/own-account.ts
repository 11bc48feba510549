import { pageFetch } from '../api/page-fetch.ts';
import { getLanguage } from '../i18n/language.ts';
import { readStored, removeStored, writeStored } from '../kit/storage.ts';
import { Account } from '../models/account/account.ts';
import { accountKey } from '../models/account/account-key.ts';

/** The account of this browser. One for the page, whatever of it is shown. */
export const ownAccount = new Account({
  // Letters that the server writes because of it are in the language of the page.
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
