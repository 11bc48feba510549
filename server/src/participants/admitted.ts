import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { filterAdmitted, findExclusion } from './store.ts';

/**
 * Refuses with 403 participants who were removed or refused, or whose link or account was revoked, and with 410 those
 * whose link another browser has.
 */
export async function refuseExcluded(db: Db, participantId: string): Promise<void> {
  const exclusion = await findExclusion(db, participantId);
  if (exclusion) refuse(exclusion);
}

/** Refuses everybody who may not be in the call now, with 409 people who wait. */
export async function requireAdmitted(db: Db, participantId: string): Promise<void> {
  if ((await filterAdmitted(db, [participantId])).has(participantId)) return;
  await refuseExcluded(db, participantId);
  refuse('not_admitted');
}
