import type { PublishRights } from '../engines/media/media.ts';
import type { Db } from '../platform/db/db.ts';
import { roomById } from '../rooms/rooms.ts';
import { rightsOf } from './rights.ts';
import { participantsByIds, whoMayBePresent } from './store.ts';

/** What participants offer to the features above them. */
export { ownOf, ownOrLed } from './access.ts';
/** What is told of those who wait, and to how many moderators show it. */
export { countKnocking } from './admission.store.ts';
export {
  applyRoomRights,
  type ModerationParts,
  type ParticipantListeners,
  putOutByLink,
} from './moderate.ts';
export type { Participant } from './participant.ts';
export type { Admission } from './present.ts';
export { rightsOf } from './rights.ts';
/** For a store that joins participants: of `participants p LEFT JOIN access_links l`. */
export { isAdmitted, isShutOut, noteCall, participantById } from './store.ts';
export { endWaiting, settleAfterChange, settleWaiting, tellOfSilent } from './waiting.ts';

/** May this person be in the room's call? Not one whom a moderator put out, nor one whose link was withdrawn. */
export const mayBePresent = async (db: Db, participantId: string): Promise<boolean> =>
  (await whoMayBePresent(db, [participantId])).has(participantId);

/**
 * What each of these people of one room may send now, by participant id. Who is not in the answer may not be in the
 * call at all.
 */
export async function rightsIn(
  db: Db,
  roomId: string,
  participantIds: string[],
): Promise<Map<string, PublishRights>> {
  const room = await roomById(db, roomId);
  if (!room || participantIds.length === 0) return new Map();
  const allowed = await whoMayBePresent(db, participantIds);
  const people = await participantsByIds(db, participantIds);
  return new Map(
    people
      .filter((person) => person.roomId === roomId && allowed.has(person.id))
      .map((person) => [person.id, rightsOf(person, room)]),
  );
}
