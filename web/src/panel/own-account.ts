import { Account } from '../account/account.ts';
import { readStored, removeStored, writeStored } from '../ui/storage.ts';
import { accountKey } from './account-key.ts';

/** The account of this browser. One for the page, whatever of it is shown. */
export const ownAccount = new Account({
  fetch: (input, init) => window.fetch(input, init),
  memory: {
    read: () => readStored(accountKey),
    write: (userId) => (userId ? writeStored(accountKey, userId) : removeStored(accountKey)),
  },
});

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === accountKey || key === null) ownAccount.heard(newValue ?? undefined);
});
