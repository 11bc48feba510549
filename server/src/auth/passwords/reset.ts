import { comparableEmail } from '../../../../contract/email.ts';
import { after, now, seconds } from '../../platform/clock.ts';
import { type Keyring, sameBytes } from '../../platform/crypto.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuseField } from '../../platform/errors.ts';
import { limitKeyOf } from '../../platform/http/networks.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { explainWeakness } from '../../platform/weak-passwords.ts';
import { findUserByEmail, lockUserByEmail, type UserRow, writeUser } from '../../users/users.ts';
import { type AttemptLimits, WrongCredential } from '../attempts/attempts.ts';
import { countAttempt, uncountAttempt } from '../attempts/store.ts';
import { replacePassword, resetTo } from './passwords.ts';
import { countGuess, lockReset, type ResetRow, saveReset } from './store.ts';

/** Excludes I, L, O, 0 and 1, which look alike. */
const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeLength = 8;
const minute = seconds(60);
/** The life of a code, from its last email. */
const validMs = 15 * minute;
/** A repeated request sends the same code for this long: a new one would make the emailed one worthless. */
const sameCodeMs = 45 * minute;
/** The life of a code after the emails of a day are used up. No other email is sent until its end. */
const sparseValidMs = 60 * minute;

const mostGuesses = {
  /** The guesses of one address after each email. */
  byAddress: 5,
  /** The guesses of all addresses at one code: one in a billion of all codes. */
  inAll: 800,
};

export interface ResetParts {
  db: Db;
  keyring: Keyring;
  attempts: AttemptLimits;
}

/**
 * The code that an account gets at this moment. It is derived, so that an email can be repeated although only the hash
 * of the code is stored (docs/decisions/0010).
 */
function codeAt(keyring: Keyring, userId: string, createdAt: Date): string {
  const bytes = keyring.sign('password-reset:code', `${userId} ${createdAt.getTime()}`);
  return [...bytes.subarray(0, codeLength)].map((byte) => codeLetters[byte % codeLetters.length]).join('');
}

const hashOfCode = (keyring: Keyring, userId: string, code: string): Buffer =>
  keyring.sign('password-reset', `${userId} ${code}`);

/** Accepts any case, spaces and dashes. */
const readCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '');

const isOpen = ({ expires_at, guesses }: ResetRow): boolean =>
  expires_at > now() && guesses < mostGuesses.inAll;

/**
 * The account's code for another email, with the minutes that it is valid: the same one while it is, else a new one.
 * @returns undefined if there is no such account, or if it got enough emails and the code in the last one is valid
 */
export async function makeCode({ db, keyring, attempts }: ResetParts, email: string) {
  const user = await findUserByEmail(db, email);
  if (!user || user.disabled_at) return undefined;
  const isWithin = await attempts.isWithin(db, { kind: 'reset-email', account: email, ip: '' });
  return inTransaction(db, async (trx) => {
    // Locked: an account that is leaving this address deletes its codes, and would not see one created concurrently.
    const lockedUser = await lockUserByEmail(trx, email);
    if (!lockedUser || lockedUser.disabled_at) return undefined;
    const latest = await lockReset(trx, lockedUser.id);
    const isLatestOpen = latest !== undefined && isOpen(latest);
    if (!isWithin) {
      const late = { kind: 'reset-email-late', account: email, ip: '' } as const;
      if (isLatestOpen || !(await attempts.isWithin(trx, late))) return undefined;
    }
    const time = now();
    const isSame = isLatestOpen && latest.created_at > after(-sameCodeMs, time);
    const createdAt = isSame ? latest.created_at : time;
    const end = after(isWithin ? validMs : sparseValidMs, time);
    const expiresAt = isSame && latest.expires_at > end ? latest.expires_at : end;
    const code = codeAt(keyring, lockedUser.id, createdAt);
    await saveReset(trx, {
      user_id: lockedUser.id,
      code_hash: hashOfCode(keyring, lockedUser.id, code),
      guesses: isSame ? latest.guesses : 0,
      created_at: createdAt,
      expires_at: expiresAt,
    });
    return { user: lockedUser, code, minutes: Math.ceil((expiresAt.getTime() - time.getTime()) / minute) };
  });
}

interface GivenCode {
  email: string;
  code: string;
  ip: string;
}

/**
 * Counts a guess. An unknown address costs the same writes as a wrong code.
 * @returns the account, locked, if the code is right
 */
async function accountOfCode(trx: Db, keyring: Keyring, given: GivenCode): Promise<UserRow | undefined> {
  // Lock order: the account, then its code, as for disabling or another address; this sees their result.
  const user = await lockUserByEmail(trx, given.email);
  const open = user && (await lockReset(trx, user.id));
  const guesser = `${comparableEmail(given.email)} ${open?.expires_at.getTime()} ${limitKeyOf(given.ip)}`;
  const guesses = keyring.sign('password-reset:guesses', guesser);
  const { count } = await countAttempt(trx, guesses, sparseValidMs / seconds(1));
  if (!open || !isOpen(open) || count > mostGuesses.byAddress || user.disabled_at) {
    await countAttempt(trx, keyring.sign('password-reset:nobody', comparableEmail(given.email)));
    return undefined;
  }
  if (!sameBytes(open.code_hash, hashOfCode(keyring, user.id, readCode(given.code)))) {
    await countGuess(trx, user.id);
    return undefined;
  }
  await uncountAttempt(trx, guesses);
  return user;
}

/**
 * Sets a new password by the code of the email and revokes sign-ins, personal tokens and the client secret. An
 * unknown address costs the same time as a wrong code.
 * @throws `code_wrong` as a WrongCredential; a Refusal of `password` if it is easy to guess
 */
export async function resetByCode({ db, keyring }: ResetParts, given: GivenCode & { password: string }) {
  const passwordHash = await hashPassword(given.password, given.ip);
  const done = await inTransaction(db, async (trx) => {
    const user = await accountOfCode(trx, keyring, given);
    if (!user) return undefined;
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

/** Checks the code within its limits, without using it up. @throws `code_wrong`; `rate_limited` after too many */
export const checkCode = ({ db, keyring, attempts }: ResetParts, given: GivenCode): Promise<true> =>
  attempts.guard(db, { kind: 'reset-code', account: given.email, ip: given.ip }, async () => {
    const user = await inTransaction(db, (trx) => accountOfCode(trx, keyring, given));
    if (!user) throw new WrongCredential('code_wrong');
    return true as const;
  });
