import type { Db } from '../../platform/db/db.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { reviewAdmissions, type WaitingEffects } from './waiting.ts';

/**
 * Admits people whose room has opened: its time came, or a moderator is in the call by now. The entry of a moderator
 * admits them at once; this also covers a role that changed during the call.
 */
export const openRoomsJob = ({
  db,
  participants,
}: {
  db: Db;
  participants: WaitingEffects;
}): JobDefinition => ({
  everyMs: 500,
  run: () => reviewAdmissions(db, participants, { openedIn: 'everywhere' }),
});
