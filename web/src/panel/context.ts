import { createContext, useContext } from 'react';
import type { Client } from '../../../contract/client/index.ts';
import type { Account, AccountState, OwnUser } from '../models/account/account.ts';
import { useStore } from '../ui/use-store.ts';

export const AccountContext = createContext<Account | undefined>(undefined);

export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('This part belongs inside the panel.');
  return account;
}

/** The API in the name of who is signed in: it sends their cookies. */
export function useApi(): Client {
  return useAccount().client;
}

export function useAccountState(): AccountState {
  return useStore(useAccount().state);
}

/** Who is signed in; only inside the pages that need a sign-in. */
export function useOwnUser(): OwnUser {
  const state = useAccountState();
  if (state.phase !== 'in') throw new Error('Nobody is signed in here.');
  return state.me;
}
