import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { randomToken } from '../platform/crypto.ts';
import { Turns } from '../platform/turns.ts';

/**
 * A processor is left to everything else, and one of the four threads that names, files and hashes share. Who waits
 * behind two hundred others waits some seconds; more than that is no sign-in any more but an attack.
 */
const turns = new Turns({
  places: Math.min(3, Math.max(1, availableParallelism() - 1)),
  mostWaiting: 200,
  retryAfter: 5,
});

/**
 * argon2id, on the thread pool: the event loop goes on while it works. Its cost parameters travel in the hash.
 * @throws `rate_limited` when too many passwords wait already
 */
export const hashPassword = (password: string): Promise<string> => turns.take(() => hash(password));

let decoy: Promise<string> | undefined;

/**
 * Is it the password? Where there is no account (`stored` is undefined) the same work is done for nothing,
 * so that the time of the answer does not tell who has an account.
 * @throws `rate_limited` when too many passwords wait already
 */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash(randomToken(16));
  const against = stored ?? (await decoy);
  const matches = await turns.take(() => verify(against, password));
  return stored !== undefined && matches;
}
