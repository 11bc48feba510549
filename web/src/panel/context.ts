import { createContext, useContext } from 'react';
import type { Client } from '../../../contract/client/index.ts';
import type { Account, AccountState, OwnUser } from '../models/account/account.ts';
import { useStore } from '../ui/use-store.ts';

export const AccountContext = createContext<Account | undefined>(undefined);

export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('use this hook inside the panel only');
  return account;
}

/** The API with the cookies of the signed-in person. */
export function useApi(): Client {
  return useAccount().client;
}

export function useAccountState(): AccountState {
  return useStore(useAccount().state);
}

/** The signed-in person, on pages that need a sign-in. */
export function useOwnUser(): OwnUser {
  const state = useAccountState();
  if (state.phase !== 'in') throw new Error('use this hook on a page that needs a sign-in only');
  return state.me;
}
