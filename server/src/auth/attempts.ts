import { hashOf } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import type { Allowance } from '../platform/http/rate-limit.ts';
import { countAttempt } from './attempts.store.ts';

/** How many attempts of a kind one account may see from one address in a minute. */
const most = {
  'sign-in': 10,
  'chat-log-in': 10,
  'reset-request': 3,
  'reset-code': 10,
  /** Letters with a code to one account, whoever asked. */
  'reset-letter': 3,
  /** New accounts from one address: a school sits behind one. */
  register: 60,
  /** Test deliveries of one webhook, whoever asked. */
  'webhook-test': 10,
} as const;

export interface Attempt {
  kind: keyof typeof most;
  /** An address or a name, compared without case. */
  account: string;
  ip: string;
}

/** One counter for all nodes and all ways to sign in, whether there is such an account or not. */
export class AttemptLimits {
  readonly #isOff: boolean;

  /** @param limitPerMinute the installation's figure: 0 turns every limit off */
  constructor(limitPerMinute: number | undefined) {
    this.#isOff = limitPerMinute === 0;
  }

  /** Counts an attempt; undefined where there are no limits. */
  async count(db: Db, { kind, account, ip }: Attempt): Promise<Allowance | undefined> {
    if (this.#isOff) return undefined;
    // Hashed, so that nothing of what was typed is kept.
    const { count, reset } = await countAttempt(db, hashOf(`${kind} ${ip} ${account.toLowerCase()}`));
    const limit = most[kind];
    return { allowed: count <= limit, limit, remaining: Math.max(0, limit - count), reset };
  }

  /** @throws `rate_limited` when it is one too many */
  async take(db: Db, attempt: Attempt): Promise<void> {
    const counted = await this.count(db, attempt);
    if (counted && !counted.allowed) throw new Refusal('rate_limited', { retryAfter: counted.reset });
  }
}
