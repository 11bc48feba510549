import { comparableEmail } from '../../../../contract/email.ts';
import { FairQueue } from '../../platform/concurrency/fair-queue.ts';
import { hashOf } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Allowance } from '../../platform/http/access/rate-limit.ts';
import { limitKeyOf } from '../../platform/http/networks.ts';
import { countAttempt, isSuccessKnown, rememberSuccess, uncountAttempt } from './store.ts';

/** Attempts of each kind that one account may make from one address in a minute. */
export const attemptsPerMinute = {
  'sign-in': 10,
  'chat-log-in': 10,
  'reset-request': 3,
  'reset-code': 10,
  /** For emails with a code to one account, from all addresses. */
  'reset-email': 3,
  'reset-email-late': 3,
  /** For new accounts from one address: a whole school may share one. */
  register: 60,
  /** For the requests of sign-ins by the provider from one address, two for each: a school begins a lesson at once. */
  provider: 600,
  /** For invitations and links by email: from one account, and to one recipient from all accounts. */
  'invite-email': 30,
  'invite-email-to': 3,
  /** For test deliveries of one webhook, from all addresses: each event once, and some of them again. */
  'webhook-test': 20,
  /** For sample calls of one group, from all addresses. */
  'sample-call': 20,
} as const;

type Kind = keyof typeof attemptsPerMinute;

interface LongLimits {
  seconds: number;
  /** For one account from one address. */
  pair?: number;
  /** For one address, over all accounts. */
  address?: number;
  /** For one account, over all addresses. */
  account?: number;
  /** Also if the installation has no limits: the recipients of the emails did not ask for them. */
  holdsAlways?: true;
}

const hour = 3600;
const day = 24 * hour;

/**
 * Limits over a longer time. Attempts with a right password or code are given back, so only wrong ones count; every
 * request for a code counts. Documented in docs/operators/security.md.
 */
const long: Partial<Record<Kind, LongLimits>> = {
  'sign-in': { seconds: hour, pair: 20, address: 300, account: 60 },
  'chat-log-in': { seconds: hour, pair: 20, address: 300, account: 60 },
  // None for the account: it would lock the owner out (docs/decisions/0141). Emails and codes have limits of their own.
  'reset-request': { seconds: hour, pair: 10, address: 100 },
  'reset-code': { seconds: hour, pair: 20, address: 200 },
  'reset-email': { seconds: day, account: 10 },
  // After those: one an hour, and some more because guesses from many addresses end a code early.
  'reset-email-late': { seconds: day, account: 30 },
  'invite-email': { seconds: day, account: 300, address: 1000, holdsAlways: true },
  'invite-email-to': { seconds: day, account: 10, holdsAlways: true },
};

/** Days for which an address counts as known to an account after a success. */
const knownDays = 90;

/**
 * A refusal of a wrong password or code. `AttemptLimits.guard` counts these and no other error.
 * @example throw new WrongCredential('sign_in_failed')
 */
export class WrongCredential extends Refusal {}

export interface Attempt {
  kind: Kind;
  /** An email address, compared by its stored form, or a name; both without case. */
  account: string;
  ip: string;
  /**
   * An emailed code: with a right one the limit of the account over all addresses does not apply; `accepted` lets the
   * refusal by this limit ask for one.
   */
  code?: 'accepted' | 'right' | undefined;
  /** Receives the count of the minute, also if the attempt is refused. */
  report?: (allowance: Allowance) => unknown;
}

interface Counter {
  key: Buffer;
  limit: number;
  seconds: number;
  refusal: 'rate_limited' | 'sign_in_code_needed';
}

// Hashed, so that what people typed is not stored.
const keyOf = (...parts: string[]): Buffer => hashOf(parts.join(' '));

const knownKey = ({ account, ip }: Attempt): Buffer =>
  keyOf('known', limitKeyOf(ip), comparableEmail(account));

/**
 * The counters of a longer time that an attempt must pass. An address that signed in to the account before has its
 * own allowance for that account and does not share the others: nobody can lock the person out from elsewhere, or by
 * guessing passwords of others from the same address (docs/decisions/0017).
 */
function countersOf({ kind, account, ip, code }: Attempt, isKnown: boolean): Counter[] {
  const limits = long[kind];
  if (!limits) return [];
  const { seconds } = limits;
  const [address, name] = [limitKeyOf(ip), comparableEmail(account)];
  const counter = (limit: number | undefined, ...of: string[]): Counter[] =>
    limit === undefined ? [] : [{ key: keyOf(kind, ...of), limit, seconds, refusal: 'rate_limited' }];
  const pair = counter(limits.pair, 'long', address, name);
  if (isKnown) return pair;
  const ofAccount = code === 'right' ? [] : counter(limits.account, 'account', name);
  if (code === 'accepted') for (const one of ofAccount) one.refusal = 'sign_in_code_needed';
  return [...pair, ...counter(limits.address, 'address', address), ...ofAccount];
}

/**
 * Concurrent checks of a node. An attempt counts while it is checked: without this bound the right passwords of a
 * school that signs in at the same moment would be counted as wrong.
 */
const checks = { slots: 40, maxWaiting: 1000, retryAfter: 5 };

/** Counts attempts in the database: for all nodes and kinds of sign-in, whether the account exists or not. */
export class AttemptLimits {
  readonly #isOff: boolean;
  readonly #checks = new FairQueue(checks);

  /** @param limitPerMinute the installation's setting: 0 turns off the limits of every kind that does not hold always */
  constructor(limitPerMinute: number | undefined) {
    this.#isOff = limitPerMinute === 0;
  }

  /** Counts an attempt of this minute. @returns undefined if the limits of its kind are off */
  async count(db: Db, { kind, account, ip }: Attempt): Promise<Allowance | undefined> {
    if (this.#isOff && !long[kind]?.holdsAlways) return undefined;
    const { count, reset } = await countAttempt(db, keyOf(kind, limitKeyOf(ip), comparableEmail(account)));
    const limit = attemptsPerMinute[kind];
    return { allowed: count <= limit, limit, remaining: Math.max(0, limit - count), reset };
  }

  /** @throws `rate_limited` if the limit is reached */
  async take(db: Db, attempt: Attempt): Promise<void> {
    await this.#reserve(db, attempt);
  }

  /** Counts an attempt. @returns whether it is within the limits */
  async isWithin(db: Db, attempt: Attempt): Promise<boolean> {
    try {
      await this.take(db, attempt);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'rate_limited') return false;
      throw error;
    }
  }

  /**
   * Checks a password or a code within the limits. It counts as wrong if the check returns undefined or throws a
   * WrongCredential; after any other outcome the limits of a longer time do not count the attempt.
   * @throws `rate_limited` if the limit is reached
   */
  guard<T>(db: Db, attempt: Attempt, check: () => Promise<T>): Promise<T> {
    return this.#checks.run(limitKeyOf(attempt.ip), () => this.#guard(db, attempt, check));
  }

  async #guard<T>(db: Db, attempt: Attempt, check: () => Promise<T>): Promise<T> {
    const reserved = await this.#reserve(db, attempt);
    const result = await check().catch(async (error: unknown) => {
      if (!(error instanceof WrongCredential)) await this.#tryGiveBack(db, reserved);
      throw error;
    });
    if (result !== undefined && !this.#isOff) {
      await this.#giveBack(db, reserved);
      await rememberSuccess(db, knownKey(attempt), knownDays);
    }
    return result;
  }

  /** Counts before the check, so that concurrent attempts cannot exceed the limits. */
  async #reserve(db: Db, attempt: Attempt): Promise<Counter[]> {
    const inMinute = await this.count(db, attempt);
    if (!inMinute) return [];
    attempt.report?.(inMinute);
    if (!inMinute.allowed) throw new Refusal('rate_limited', { retryAfter: inMinute.reset });
    const isKnown = attempt.kind in long && (await isSuccessKnown(db, knownKey(attempt)));
    const reserved: Counter[] = [];
    try {
      for (const counter of countersOf(attempt, isKnown)) {
        const { count, reset } = await countAttempt(db, counter.key, counter.seconds);
        reserved.push(counter);
        if (count > counter.limit) throw new Refusal(counter.refusal, { retryAfter: reset });
      }
    } catch (error) {
      await this.#tryGiveBack(db, reserved);
      throw error;
    }
    return reserved;
  }

  async #giveBack(db: Db, reserved: Counter[]): Promise<void> {
    for (const { key } of reserved) await uncountAttempt(db, key);
  }

  /** Runs after an error that the caller gets: if the database is down, the counts stay until they expire. */
  async #tryGiveBack(db: Db, reserved: Counter[]): Promise<void> {
    await this.#giveBack(db, reserved).catch(() => undefined);
  }
}
