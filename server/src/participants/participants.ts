/**
 * People in rooms: entry, waiting room, roles and moderation in the call. Owns `participants`.
 * Offers: rights in the call, which stores ask of `participant_standing`. Announces `ParticipantEffects`
 * (`effects.ts`). Listens to: rooms, roles and links, moderators who enter the call.
 * Look first: `enterIn` in `entry/enter.ts` for what refuses an entry, in its order;
 * `server/migrations/views/standing_of.sql` for what each may do now.
 */

import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { filterAdmitted, isParticipantExcluded } from './store.ts';

export { ownOrLedParticipantOf, ownParticipantOf } from './access.ts';
export type { Muting, ParticipantEffects } from './effects.ts';
export { eraseParticipants } from './erase.store.ts';
export { type Participant, sessionsSince } from './participant.ts';
export type { Admission } from './present.ts';
export { tryInEngine } from './roles/moderate.ts';
export { standingsIn } from './roles/standing.ts';
export { type RoleChange, updateRoles } from './roles/store.ts';
export {
  participantById,
  presentSeconds,
  presentSince,
  setFirstCall,
} from './store.ts';
/** For features that show people who wait. */
export { countWaiting } from './waiting/admission.store.ts';
export { announceSilentPages } from './waiting/waiting.ts';

/** Whether this participant may be in the room's call: neither removed nor by a revoked link. */
export const isParticipantAdmitted = async (db: Db, participantId: string): Promise<boolean> =>
  (await filterAdmitted(db, [participantId])).has(participantId);

/** Refuses with 403 participants who were removed or refused, or whose link or account was revoked. */
export async function refuseExcluded(db: Db, participantId: string): Promise<void> {
  if (await isParticipantExcluded(db, participantId)) refuse('removed_from_call');
}
