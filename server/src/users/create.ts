import { now } from '../platform/clock.ts';
import { breaksUnique, type Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Plan } from './plans.ts';
import { insertUser, type UserRow, userByEmail } from './store.ts';

export interface NewAccount {
  email: string;
  username: string;
  phone: string | null;
  /** Null: the person signs in by the provider only. */
  passwordHash: string | null;
  plan: Plan;
  /** The account whose client sent the request; null for the first account. */
  createdByClientOf: string | null;
  mayCreateUsers?: boolean;
  /** Did the operator, an integrator or the provider state that the address is the person's? */
  isEmailVerified?: boolean;
  client?: { id: string; secretHash: Buffer };
}

/**
 * @throws a Refusal if the email address is taken. The unique index decides, since requests may be concurrent; it does
 *   not know that an address which an older version stored is the same.
 */
export async function createAccount(db: Db, account: NewAccount): Promise<UserRow> {
  const time = now();
  if (await userByEmail(db, account.email)) throw new Refusal('email_taken');
  try {
    return await insertUser(db, {
      id: newId(),
      email: account.email,
      username: account.username,
      phone: account.phone,
      password_hash: account.passwordHash,
      plan: account.plan,
      client_id: account.client?.id ?? null,
      client_secret_hash: account.client?.secretHash ?? null,
      created_by_client_of: account.createdByClientOf,
      created_at: time,
      email_verified_at: account.isEmailVerified ? time : null,
      may_create_users: account.mayCreateUsers ?? false,
    });
  } catch (error) {
    if (breaksUnique(error, 'users_email')) throw new Refusal('email_taken');
    throw error;
  }
}
