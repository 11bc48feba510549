import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { filterAdmitted, isParticipantExcluded } from './store.ts';

/** What participants offer to the features above them. */
export { ownOrLedParticipantOf, ownParticipantOf } from './access.ts';
export { eraseParticipants } from './erase.store.ts';
export type { Participant } from './participant.ts';
export { deletePastParticipants } from './past.store.ts';
export type { Admission } from './present.ts';
export { applyRoomRights, type ModerationParts, removeParticipantsByLinks } from './roles/moderate.ts';
export { applyRoleChange } from './roles/roles.ts';
export { standingsIn } from './roles/standing.ts';
export { type RoleChange, updateRoles } from './roles/store.ts';
/** For a store that joins participants: of `participants p LEFT JOIN access_links l`. */
export { isAdmitted, isExcluded, participantById, setFirstCall } from './store.ts';
/** What is told of those who wait, and to how many moderators show it. */
export { countWaiting, endWaitingByLinks } from './waiting/admission.store.ts';
export {
  announceSilentPages,
  endWaiting,
  reviewAdmissions,
  reviewAdmissionsAfterChange,
} from './waiting/waiting.ts';

/** May this person be in the room's call? Not one whom a moderator put out, nor one whose link was withdrawn. */
export const isParticipantAdmitted = async (db: Db, participantId: string): Promise<boolean> =>
  (await filterAdmitted(db, [participantId])).has(participantId);

/** Says 403 to somebody put out, refused, or come by a link or an account that was withdrawn since. */
export async function refuseExcluded(db: Db, participantId: string): Promise<void> {
  if (await isParticipantExcluded(db, participantId)) refuse('removed_from_call');
}
