import { after, now, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { accountKinds, CallerOf } from '../../platform/http/access/caller.ts';
import { familyOf } from '../tokens/families.store.ts';

/** How long a sign-in proves the person instead of the password that their account does not have. */
const recentMs = seconds(600);

/** @throws `sign_in_again` unless the caller is a browser that signed in a short time ago */
export async function requireRecentSignIn(db: Db, caller: CallerOf<typeof accountKinds>): Promise<void> {
  const time = now();
  const family =
    caller.kind === 'session'
      ? await familyOf(db, caller.userId, { familyId: caller.familyId, time })
      : undefined;
  if (!family || family.created_at <= after(-recentMs, time)) throw new Refusal('sign_in_again');
}
