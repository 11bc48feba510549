import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { randomToken } from '../platform/crypto.ts';
import { refuseField } from '../platform/errors.ts';
import { FairQueue } from '../platform/fair-queue.ts';
import { limitKeyOf } from '../platform/http/networks.ts';
import { explainWeakness, type PasswordToCheck } from '../platform/weak-passwords.ts';

/**
 * A core is left to everything else, and one of the four threads that names, files and hashes share. Whoever waits behind
 * two hundred others waits some seconds; more than that is an attack. Addresses take turns, so that none occupies all slots.
 */
const queue = new FairQueue({
  slots: Math.min(3, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 200,
  retryAfter: 5,
});

/** Where a password comes from that no request sent: the command line or the settings. */
export const fromOperator = 'operator';

/** An address, as a request has it. */
const run = <T>(address: string, work: () => Promise<T>): Promise<T> => queue.run(limitKeyOf(address), work);

/**
 * argon2id, on the thread pool: the event loop goes on while it works. Its cost parameters travel in the hash.
 * @throws `rate_limited` when too many passwords wait; a Refusal of `password` when it is easy to guess
 */
export async function hashNewPassword(given: PasswordToCheck, address: string): Promise<string> {
  const weakness = explainWeakness(given);
  if (weakness) refuseField('password', weakness);
  return hashPassword(given.password, address);
}

/**
 * The same for a password that is checked elsewhere.
 * @throws `rate_limited` when too many passwords wait
 */
export const hashPassword = (password: string, address: string): Promise<string> =>
  run(address, () => hash(password));

let decoy: Promise<string> | undefined;

/**
 * Is it the password? Where there is no account (`stored` is undefined) the same work is done for nothing,
 * so that the time of the answer does not tell who has an account.
 * @throws `rate_limited` when too many passwords wait already
 */
export async function isPassword(
  stored: string | undefined,
  password: string,
  address: string,
): Promise<boolean> {
  decoy ??= hash(randomToken(16));
  const against = stored ?? (await decoy);
  const matches = await run(address, () => verify(against, password));
  return stored !== undefined && matches;
}
