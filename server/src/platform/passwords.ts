import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from './concurrency/fair-queue.ts';
import { randomToken } from './crypto.ts';
import { refuseField } from './errors.ts';
import { limitKeyOf } from './http/networks.ts';
import { explainWeakness, type PasswordToCheck } from './weak-passwords.ts';

/**
 * One core, and one of the four threads shared by names, files and hashes, stay free. Behind two hundred others a
 * request waits some seconds; more than that is an attack. Addresses take turns, so that none occupies all slots.
 */
const queue = new FairQueue({
  slots: Math.min(3, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 200,
  retryAfter: 5,
});

/** The address for a password without a request: command line or settings. */
export const fromOperator = 'operator';

/** The client's address. */
const run = <T>(address: string, work: () => Promise<T>): Promise<T> => queue.run(limitKeyOf(address), work);

/**
 * Hashes with argon2id on the thread pool. The cost parameters are part of the hash.
 * @throws `rate_limited` when too many passwords wait; a Refusal of `password` when it is weak
 */
export async function hashNewPassword(given: PasswordToCheck, address: string): Promise<string> {
  const weakness = explainWeakness(given);
  if (weakness) refuseField('password', weakness);
  return hashPassword(given.password, address);
}

/**
 * Like `hashPassword` for a password that was checked elsewhere.
 * @throws `rate_limited` when too many passwords wait
 */
export const hashPassword = (password: string, address: string): Promise<string> =>
  run(address, () => hash(password));

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Without an account (`stored` is undefined) or a password (null) it does the same work, so that
 * the response time does not reveal who has one.
 * @throws `rate_limited` when too many passwords wait
 */
export async function isPassword(stored: string | null | undefined, password: string, address: string) {
  decoy ??= hash(randomToken(16));
  const against = stored ?? (await decoy);
  const matches = await run(address, () => verify(against, password));
  return typeof stored === 'string' && matches;
}
