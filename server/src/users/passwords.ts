import { hash, verify } from '@node-rs/argon2';
import { randomToken } from '../platform/crypto.ts';

/** argon2id, on the thread pool: the event loop goes on while it works. Its cost parameters travel in the hash. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let decoy: Promise<string> | undefined;

/**
 * Is it the password? Where there is no account (`stored` is undefined) the same work is done for nothing,
 * so that the time of the answer does not tell who has an account.
 */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash(randomToken(16));
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
}
