import { readEmail } from '../../../contract/email.ts';
import { hashOf, randomAlphanumeric } from '../platform/crypto.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { fromOperator, hashNewPassword } from '../platform/passwords.ts';
import type { Plan } from './plans.ts';
import { hasUsers, lockFirstAccount } from './store.ts';
import { createAccount } from './users.ts';

export interface FirstAccountSettings {
  email: string | undefined;
  password: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
  plan: Plan;
}

/** The credentials to show this once: they cannot be read again. */
export interface FirstAccount {
  email: string;
  password: string;
  clientId: string;
  clientSecret: string;
  /** Whether it was generated; the person knows what the settings contain. */
  isPasswordGenerated: boolean;
  isClientGenerated: boolean;
}

const defaultEmail = 'owner@localhost.localdomain';

/**
 * Creates the first account if there is none. Call it last, just before printing what it returns: an earlier failure
 * creates nothing, and the next start shows the password.
 * @param beforeCommit stores the credentials; if it throws, no account is created
 * @returns null if there are accounts; of two nodes that start at once one gets the account
 */
export async function makeFirstAccount(
  db: Db,
  settings: FirstAccountSettings,
  beforeCommit: (made: FirstAccount) => void = () => undefined,
): Promise<FirstAccount | null> {
  if (await hasUsers(db)) return null;
  const first: FirstAccount = {
    email: readEmail(settings.email ?? '') ?? settings.email ?? defaultEmail,
    password: settings.password ?? randomAlphanumeric(20),
    clientId: settings.clientId ?? randomAlphanumeric(24),
    clientSecret: settings.clientSecret ?? randomAlphanumeric(40),
    isPasswordGenerated: settings.password === undefined,
    isClientGenerated: settings.clientSecret === undefined,
  };
  const passwordHash = await hashNewPassword(first, fromOperator);
  return inTransaction(db, async (trx) => {
    await lockFirstAccount(trx);
    if (await hasUsers(trx)) return null;
    await createAccount(trx, {
      email: first.email,
      username: 'Owner',
      password_hash: passwordHash,
      plan: settings.plan,
      client_id: first.clientId,
      client_secret_hash: hashOf(first.clientSecret),
      may_create_users: true,
      isEmailVerified: true,
    });
    beforeCommit(first);
    return first;
  });
}
