/**
 * People in rooms: entry, waiting room, roles and moderation in the call. Owns `participants`.
 * Offers: rights in the call, which stores ask of `participant_standing`. Announces `ParticipantEffects`
 * (`effects.ts`). Listens to: rooms, roles and links, moderators who enter the call.
 * Look first: `enterIn` in `entry/enter.ts` for what refuses an entry, in its order;
 * `server/migrations/views/standing_of.sql` for what each may do now.
 */

export {
  ownOrLedParticipantOf,
  ownParticipantOf,
  partakerOf,
} from './access.ts';
export { refuseExcluded } from './admitted.ts';
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
