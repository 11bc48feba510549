import { isLinkTaken } from '../../access-links/access-links.ts';
import { after, now, seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import { refuse } from '../../platform/errors.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { Room } from '../../rooms/rooms.ts';
import type { ParticipantEffects } from '../effects.ts';
import type { Participant } from '../participant.ts';
import { admissionOf, statusOf } from '../present.ts';
import { participantById, participantsByIds } from '../store.ts';
import {
  type AdmissionScope,
  countWaiting,
  endWaitingByLinks,
  findRoomsWithSilentPages,
  findWaitingIn,
  lockAndCountWaiting,
  mayEnterAfterClosing,
  saveDecision,
  saveDecisionOnAll,
  silentAfterMs,
  updateAdmission,
  updateAdmissions,
} from './admission.store.ts';

export type WaitingEffects = Pick<ParticipantEffects, 'onAdmissionChanged' | 'onWaitingChanged'>;

/** Refuses removed and refused participants with 403. */
export function refuseRemovedOrRefused({ removedAt, admission }: Participant): void {
  if (removedAt) refuse('removed_from_call');
  if (admission === 'refused') refuse('entry_refused');
}

/** Refuses with 409 others than moderators who come after the room has closed. `id`: their participant, if they have one. */
export async function refuseIfClosed(
  db: Db,
  { closesAt }: Pick<Room, 'closesAt'>,
  { role, id }: { role: Participant['role']; id: string | undefined },
): Promise<void> {
  if (role === 'moderator' || closesAt === null || closesAt > now()) return;
  if (id === undefined || !(await mayEnterAfterClosing(db, id))) refuse('room_closed');
}

/** @returns these participants, as they are now */
async function announceAdmissions(trx: Db, effects: WaitingEffects, ids: string[]): Promise<Participant[]> {
  const people = ids.length === 0 ? [] : await participantsByIds(trx, ids);
  if (people.length > 0) await runAll(trx, effects.onAdmissionChanged, people.map(admissionOf));
  for (const roomId of new Set(people.map((person) => person.roomId))) {
    await runAll(trx, effects.onWaitingChanged, roomId);
  }
  return people;
}

/**
 * Stores a moderator's decision on a participant who waits. The first of concurrent decisions takes effect; the same
 * one again changes nothing, a different one is refused.
 */
export const decideAdmission = (
  db: Db,
  effects: WaitingEffects,
  { id, decision }: { id: string; decision: 'admitted' | 'refused' },
): Promise<Participant> =>
  inTransaction(db, async (trx) => {
    const isDecided = await saveDecision(trx, id, decision);
    const person = (await participantById(trx, id)) ?? refuse('not_found');
    if (statusOf(person) !== decision) refuse('participant_not_waiting');
    if (isDecided) await announceAdmissions(trx, effects, [id]);
    return person;
  });

/** Decides about everybody who waits. @returns the participants about whom this call decided, newest first */
export const decideAllAdmissions = (
  db: Db,
  effects: WaitingEffects,
  { roomId, decision }: { roomId: string; decision: 'admitted' | 'refused' },
): Promise<Participant[]> =>
  inTransaction(db, async (trx) => {
    const decided = await saveDecisionOnAll(trx, roomId, decision);
    const people = await announceAdmissions(trx, effects, decided);
    return people.sort((one, other) => (one.id < other.id ? 1 : -1));
  });

/** More than the transactions that can run at once, whose entries do not see each other. */
const lockedMargin = 100;

/** Writes at most this often that a page asked. */
const savedEveryMs = seconds(5);

/**
 * Updates whether a participant has to wait, for a page that asks. Refuses with 409 who would be one too many, so that
 * a flood of entries does not fill the moderators' list.
 */
export const requestAdmission = (db: Db, { id, roomId }: Pick<Participant, 'id' | 'roomId'>): Promise<void> =>
  inTransaction(db, async (trx) => {
    const limit = await updateAdmission(trx, id);
    // Far from the limit nobody waits for the lock: after an outage, thousands of pages ask at once.
    if (limit === null || (await countWaiting(trx, roomId)) < limit - lockedMargin) return;
    if ((await lockAndCountWaiting(trx, roomId)) > limit) refuse('waiting_room_full');
  });

/**
 * Updates the admission for a page that asks, and stores that it is open.
 * @returns the participant as they are now
 * @throws Refusal 410 if another browser took their link
 */
export async function refreshWaiting(
  db: Db,
  effects: WaitingEffects,
  participant: Participant,
): Promise<Participant> {
  const { id, roomId, seenAt } = participant;
  if (statusOf(participant) !== 'waiting') return participant;
  if (seenAt && seenAt > after(-savedEveryMs)) return participant;
  if (await isLinkTaken(db, id)) refuse('link_used');
  await requestAdmission(db, participant);
  const wasShown = seenAt !== null && seenAt > after(-silentAfterMs);
  const latest = (await participantById(db, id)) ?? refuse('not_found');
  if (!wasShown || statusOf(latest) !== 'waiting') await runAll(db, effects.onWaitingChanged, roomId);
  return latest;
}

/** Updates who has to wait, in the transaction of a change that affects it. */
export const reviewAdmissions = (db: Db, effects: WaitingEffects, whose: AdmissionScope): Promise<void> =>
  inTransaction(db, async (trx) => {
    const settled = await updateAdmissions(trx, whose);
    const changed = settled.filter(({ before, admission }) => before !== admission);
    const ids = changed.map(({ id }) => id);
    await announceAdmissions(trx, effects, ids);
  });

/** Updates who has to wait, in the transaction of a change of the room. */
export async function reviewAdmissionsAfterChange(
  trx: Db,
  effects: WaitingEffects,
  { before, after: changed }: { before: Room; after: Room },
): Promise<void> {
  const isSame =
    before.waitingRoomAudience === changed.waitingRoomAudience &&
    before.isPublic === changed.isPublic &&
    before.opensWith === changed.opensWith &&
    before.opensAt?.getTime() === changed.opensAt?.getTime();
  if (!isSame) await reviewAdmissions(trx, effects, { roomId: changed.id });
}

/**
 * Runs in the transaction in which somebody enters the call. If it is a moderator, admits people who waited only for
 * one; the others learn that they wait for a decision now, and the moderators that these wait.
 */
export async function openForModerator(
  trx: Db,
  effects: WaitingEffects,
  { room: { id: roomId }, participantId }: { room: { id: string }; participantId: string },
): Promise<void> {
  if ((await findWaitingIn(trx, roomId)).length === 0) return;
  const entered = await participantById(trx, participantId);
  if (entered?.role !== 'moderator') return;
  await reviewAdmissions(trx, effects, { openedIn: roomId });
  await announceWaiting(trx, effects, roomId);
}

/**
 * Publishes, to everybody who waits in the room, that what they wait for or what moderators tell them has changed; and
 * to the moderators that these wait.
 */
export const announceWaiting = (db: Db, effects: WaitingEffects, roomId: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    await announceAdmissions(trx, effects, await findWaitingIn(trx, roomId));
  });

/** Ends the waiting of participants who came by revoked links. */
export const endWaiting = (db: Db, effects: WaitingEffects, linkIds: string[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    await announceAdmissions(trx, effects, await endWaitingByLinks(trx, linkIds));
  });

/** Publishes that a participant who waited was removed. */
export const announceRemoved = (db: Db, effects: WaitingEffects, id: string): Promise<Participant[]> =>
  inTransaction(db, (trx) => announceAdmissions(trx, effects, [id]));

/**
 * Notifies moderators within seconds when the page of a waiting participant was closed, which no event reports.
 * @param since the moment that the last call returned
 */
export async function announceSilentPages(
  db: Db,
  onWaitingChanged: WaitingEffects['onWaitingChanged'],
  since: Date,
): Promise<Date> {
  const moment = now();
  const silent = (at: Date) => after(-silentAfterMs, at);
  for (const roomId of await findRoomsWithSilentPages(db, silent(since), silent(moment))) {
    await runAll(db, onWaitingChanged, roomId);
  }
  return moment;
}

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
