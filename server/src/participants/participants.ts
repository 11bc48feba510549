/**
 * People in rooms: entry, waiting room, roles and moderation in the call. Owns `participants`.
 * Offers: rights in the call, SQL conditions for other stores (`store.ts`). Announces `ParticipantListeners`
 * (`roles/moderate.ts`). Listens to: rooms, roles and links (`startup/listeners.ts`), moderators in the call.
 * Look first: `enterIn` in `entry/enter.ts` for what refuses an entry, in its order; `hasToWait` in
 * `waiting/admission.store.ts`. The view `participant_standing` states roles; a new migration replaces it.
 */

import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { filterAdmitted, isParticipantExcluded } from './store.ts';

export { ownOrLedParticipantOf, ownParticipantOf } from './access.ts';
export { eraseParticipants } from './erase.store.ts';
export type { Participant } from './participant.ts';
export type { Admission } from './present.ts';
export { type Muting, tryInEngine } from './roles/moderate.ts';
export { standingsIn } from './roles/standing.ts';
export { endGivenRoles, type RoleChange, updateRoles } from './roles/store.ts';
/** For stores that join `participants p LEFT JOIN access_links l`. */
export {
  isAdmitted,
  isExcluded,
  isReporting,
  isShutOut,
  maySeeAfterCall,
  participantById,
  presentSeconds,
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
