import { after, seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { accountKinds, CallerOf } from '../../platform/http/access/caller.ts';
import type { UserRow } from '../../users/users.ts';
import type { AttemptLimits } from '../attempts/attempts.ts';
import { lockOwnAccount, proveByPassword, refuseReplacedPassword } from '../passwords/passwords.ts';
import { familyOf, isCallerValid } from './store.ts';

/** A request for what a stolen session must not get: a credential that outlives it, or the end of the account. */
export interface ProvenRequest {
  caller: CallerOf<typeof accountKinds>;
  user: UserRow;
  currentPassword: string | undefined;
  ip: string;
}

interface ProofParts {
  db: Db;
  attempts: AttemptLimits;
}

/**
 * Checks the current password of an account. A wrong one counts as a sign-in attempt.
 * @throws as `proveByPassword`, and `rate_limited` after too many
 */
export async function proveOwner(
  { db, attempts }: ProofParts,
  { user, currentPassword, ip }: Omit<ProvenRequest, 'caller'>,
): Promise<void> {
  const attempt = { kind: 'sign-in', account: user.email, ip } as const;
  const prove = async () => {
    await proveByPassword(user, currentPassword, ip);
    return true;
  };
  await (currentPassword === undefined ? prove() : attempts.guard(db, attempt, prove));
}

/**
 * Runs the work in a transaction that holds the account's row. A cookie session needs the current password, so that
 * somebody at a signed-in browser cannot do it.
 */
export async function runWithProof<T>(
  { db, attempts }: ProofParts,
  { caller, user, currentPassword, ip }: ProvenRequest,
  work: (trx: Db, user: UserRow) => Promise<T>,
): Promise<T> {
  const needsPassword = caller.kind === 'session';
  if (needsPassword) await proveOwner({ db, attempts }, { user, currentPassword, ip });
  return inTransaction(db, async (trx) => {
    const lockedUser = await lockOwnAccount(trx, user.id);
    if (needsPassword) refuseReplacedPassword(lockedUser, user);
    // The credential may have been revoked while this request waited.
    if (!(await isCallerValid(trx, caller))) throw new Refusal('unauthorized');
    return work(trx, lockedUser);
  });
}

/** How long a sign-in proves the person instead of the password that their account does not have. */
const recentMs = seconds(600);

/** @throws `sign_in_again` unless the caller is a browser that signed in a short time ago */
export async function requireRecentSignIn(db: Db, caller: CallerOf<typeof accountKinds>): Promise<void> {
  const family = caller.kind === 'session' ? await familyOf(db, caller.userId, caller.familyId) : undefined;
  if (!family || family.created_at <= after(-recentMs)) throw new Refusal('sign_in_again');
}
