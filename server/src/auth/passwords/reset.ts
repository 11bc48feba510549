import { after, now, seconds } from '../../platform/clock.ts';
import { type Keyring, randomText, sameBytes } from '../../platform/crypto.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuseField } from '../../platform/errors.ts';
import { explainWeakness } from '../../platform/weak-passwords.ts';
import {
  findUserByEmail,
  hashPassword,
  lockUserByEmail,
  type UserRow,
  writeUser,
} from '../../users/users.ts';
import { type AttemptLimits, WrongCredential } from '../attempts/attempts.ts';
import { countAttempt } from '../attempts/store.ts';
import { type RevokedCredentials, replacePassword, resetTo } from './passwords.ts';
import { countGuess, lockReset, saveReset } from './store.ts';

/** Excludes I, L, O, 0 and 1, which look alike. */
const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeLength = 8;
export const codeMinutes = 15;
const mostGuesses = 5;

export interface ResetParts {
  db: Db;
  keyring: Keyring;
  attempts: AttemptLimits;
}

const hashOfCode = (keyring: Keyring, userId: string, code: string): Buffer =>
  keyring.sign('password-reset', `${userId} ${code}`);

/** Accepts any case, spaces and dashes. */
const readCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '');

/**
 * Creates the account's code.
 * @returns undefined if there is no such account, or it got too many codes recently
 */
export async function makeCode(
  { db, keyring, attempts }: ResetParts,
  email: string,
): Promise<{ user: UserRow; code: string } | undefined> {
  const user = await findUserByEmail(db, email);
  if (!user || user.disabled_at) return undefined;
  const counted = await attempts.count(db, { kind: 'reset-email', account: email, ip: '' });
  if (counted && !counted.allowed) return undefined;
  const code = randomText(codeLetters, codeLength);
  return inTransaction(db, async (trx) => {
    // Locked: an account that is leaving this address deletes its codes, and would not see one created concurrently.
    const held = await lockUserByEmail(trx, email);
    if (!held || held.disabled_at) return undefined;
    const time = now();
    await saveReset(trx, {
      user_id: held.id,
      code_hash: hashOfCode(keyring, held.id, code),
      created_at: time,
      expires_at: after(seconds(codeMinutes * 60), time),
    });
    return { user: held, code };
  });
}

/**
 * Sets a new password by the code of the email and revokes sign-ins, personal tokens and the client secret. An
 * unknown address costs the same time and the same writes as a wrong code.
 * @throws `code_wrong` as a WrongCredential; a Refusal of `password` if it is easy to guess
 */
export async function resetByCode(
  { db, keyring }: ResetParts,
  given: { email: string; code: string; password: string; ip: string },
): Promise<{ user: UserRow; revoked: RevokedCredentials }> {
  const passwordHash = await hashPassword(given.password, given.ip);
  const done = await inTransaction(db, async (trx) => {
    // Lock order: the account, then its code, as for disabling or another address; this sees their result.
    const user = await lockUserByEmail(trx, given.email);
    const open = user && (await lockReset(trx, user.id));
    if (!open || open.expires_at <= now() || open.guesses >= mostGuesses || user.disabled_at) {
      await countAttempt(trx, keyring.sign('password-reset:nobody', given.email.toLowerCase()));
      return undefined;
    }
    if (!sameBytes(open.code_hash, hashOfCode(keyring, user.id, readCode(given.code)))) {
      await countGuess(trx, user.id);
      return undefined;
    }
    // The rollback keeps the code valid for a better password.
    const weakness = explainWeakness(given);
    if (weakness) refuseField('password', weakness);
    // The code came by email.
    await writeUser(trx, user.id, { email_verified_at: now() });
    return { user, revoked: await replacePassword(trx, user, resetTo(passwordHash)) };
  });
  if (!done) throw new WrongCredential('code_wrong');
  return done;
}
