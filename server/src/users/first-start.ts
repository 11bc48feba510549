import { hashOf, randomAlphanumeric } from '../platform/crypto.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { createAccount } from './create.ts';
import { fromOperator, hashNewPassword } from './passwords.ts';
import type { Plan } from './plans.ts';
import { hasUsers, lockFirstAccount } from './store.ts';

export interface FirstAccountSettings {
  email: string | undefined;
  password: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
  plan: Plan;
}

/** What the person who starts the installation must be told, this once: nothing of it can be read again. */
export interface FirstAccount {
  email: string;
  password: string;
  clientId: string;
  clientSecret: string;
  /** Was it made up here? What the settings gave, the person knows already. */
  isPasswordMadeUp: boolean;
  isClientMadeUp: boolean;
}

const defaultEmail = 'owner@localhost.localdomain';

/**
 * Makes the first account when there is none. Call it last of all, just before printing what it returns: a start that
 * is interrupted earlier has made nothing, and the next one shows the password.
 * @returns null when there are accounts already; of two nodes that start at once one gets the account
 */
export async function makeFirstAccount(db: Db, settings: FirstAccountSettings): Promise<FirstAccount | null> {
  if (await hasUsers(db)) return null;
  const first: FirstAccount = {
    email: settings.email ?? defaultEmail,
    password: settings.password ?? randomAlphanumeric(20),
    clientId: settings.clientId ?? randomAlphanumeric(24),
    clientSecret: settings.clientSecret ?? randomAlphanumeric(40),
    isPasswordMadeUp: settings.password === undefined,
    isClientMadeUp: settings.clientSecret === undefined,
  };
  const passwordHash = await hashNewPassword(first, fromOperator);
  return inTransaction(db, async (trx) => {
    await lockFirstAccount(trx);
    if (await hasUsers(trx)) return null;
    await createAccount(trx, {
      email: first.email,
      username: 'Owner',
      phone: null,
      passwordHash,
      plan: settings.plan,
      createdByClientOf: null,
      mayCreateUsers: true,
      client: { id: first.clientId, secretHash: hashOf(first.clientSecret) },
    });
    return first;
  });
}
