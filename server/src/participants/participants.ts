import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { isOut, whoMayBePresent } from './store.ts';

/** What participants offer to the features above them. */
export { ownOf, ownOrLed } from './access.ts';
export { eraseParticipants } from './erase.store.ts';
export type { Participant } from './participant.ts';
export { deletePastParticipants } from './past.store.ts';
export type { Admission } from './present.ts';
export { applyRoomRights, type ModerationParts, removeByLinks } from './roles/moderate.ts';
export { followRoles } from './roles/roles.ts';
export { standingIn } from './roles/standing.ts';
export { type RoleChange, settleRoles } from './roles/store.ts';
/** For a store that joins participants: of `participants p LEFT JOIN access_links l`. */
export { isAdmitted, isShutOut, noteCall, participantById } from './store.ts';
/** What is told of those who wait, and to how many moderators show it. */
export { countKnocking, endWaitingByLinks } from './waiting/admission.store.ts';
export { endWaiting, settleAfterChange, settleWaiting, tellOfSilent } from './waiting/waiting.ts';

/** May this person be in the room's call? Not one whom a moderator put out, nor one whose link was withdrawn. */
export const mayBePresent = async (db: Db, participantId: string): Promise<boolean> =>
  (await whoMayBePresent(db, [participantId])).has(participantId);

/** Says 403 to somebody put out, refused, or come by a link or an account that was withdrawn since. */
export async function refuseShutOut(db: Db, participantId: string): Promise<void> {
  if (await isOut(db, participantId)) refuse('removed_from_call');
}
