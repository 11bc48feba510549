import { after, now, seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { Room } from '../../rooms/rooms.ts';
import type { Participant } from '../participant.ts';
import { admissionOf, statusOf } from '../present.ts';
import type { ParticipantListeners } from '../roles/moderate.ts';
import { participantById, participantsByIds } from '../store.ts';
import {
  admitAllIn,
  decide,
  endWaitingByLinks,
  roomsGoneSilent,
  settleAdmission,
  settleAdmissions,
  silentAfter,
  type Whose,
} from './admission.store.ts';

export type WaitingListeners = Pick<ParticipantListeners, 'onAdmissionChanged' | 'onWaitingChanged'>;

/** Says 403 to who was put out or not let in. */
export function refuseWhoIsOut({ removedAt, admission }: Participant): void {
  if (removedAt) refuse('removed_from_call');
  if (admission === 'refused') refuse('entry_refused');
}

async function tell(trx: Db, listeners: WaitingListeners, people: Participant[]): Promise<void> {
  if (people.length === 0) return;
  await listeners.onAdmissionChanged(trx, people.map(admissionOf));
  for (const roomId of new Set(people.map((person) => person.roomId))) {
    await listeners.onWaitingChanged(trx, roomId);
  }
}

/**
 * A moderator's word on somebody who waits. Of two words at once the first one counts; the same word again changes
 * nothing, another one is too late.
 */
export const decideOn = (
  db: Db,
  listeners: WaitingListeners,
  { id, decision }: { id: string; decision: 'admitted' | 'refused' },
): Promise<Participant> =>
  inTransaction(db, async (trx) => {
    const isDecided = await decide(trx, id, decision);
    const person = (await participantById(trx, id)) ?? refuse('not_found');
    if (statusOf(person) !== decision) refuse('participant_not_waiting');
    if (isDecided) await tell(trx, listeners, [person]);
    return person;
  });

/** Lets in all who wait. @returns whom this word let in, newest first */
export const admitAll = (db: Db, listeners: WaitingListeners, roomId: string): Promise<Participant[]> =>
  inTransaction(db, async (trx) => {
    const people = await participantsByIds(trx, await admitAllIn(trx, roomId));
    await tell(trx, listeners, people);
    return people.sort((one, other) => (one.id < other.id ? 1 : -1));
  });

/** More often than this nothing is written when a page asks for itself. */
const notedEvery = seconds(5);

/** The page of a participant asks what became of them; who waits is seen by that. @returns the participant as they are now */
export async function hearFrom(
  db: Db,
  listeners: WaitingListeners,
  participant: Participant,
): Promise<Participant> {
  const { id, roomId, seenAt } = participant;
  if (statusOf(participant) !== 'waiting') return participant;
  if (seenAt && seenAt > after(-notedEvery)) return participant;
  await settleAdmission(db, id);
  const wasShown = seenAt !== null && seenAt > after(-silentAfter);
  const latest = (await participantById(db, id)) ?? refuse('not_found');
  if (!wasShown || statusOf(latest) !== 'waiting') await listeners.onWaitingChanged(db, roomId);
  return latest;
}

/** Where a change is written by which people have to wait, or need not any more. */
export const settleWaiting = (db: Db, listeners: WaitingListeners, whose: Whose): Promise<void> =>
  inTransaction(db, async (trx) => {
    const settled = await settleAdmissions(trx, whose);
    const changed = settled.filter(({ before, admission }) => before !== admission);
    await tell(
      trx,
      listeners,
      await participantsByIds(
        trx,
        changed.map(({ id }) => id),
      ),
    );
  });

/** In the transaction of a change of the room: whom it keeps waiting may be others than before. */
export async function settleAfterChange(
  trx: Db,
  listeners: WaitingListeners,
  { before, after: changed }: { before: Room; after: Room },
): Promise<void> {
  const isSame =
    before.waitingRoomAudience === changed.waitingRoomAudience && before.isPublic === changed.isPublic;
  if (!isSame) await settleWaiting(trx, listeners, { roomId: changed.id });
}

/** Links were revoked: whoever waits by them goes. */
export const endWaiting = (db: Db, listeners: WaitingListeners, linkIds: string[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    const waited = await endWaitingByLinks(trx, linkIds);
    if (waited.length > 0) await tell(trx, listeners, await participantsByIds(trx, waited));
  });

/** Somebody who waited was put out. */
export const tellRemoved = (db: Db, listeners: WaitingListeners, person: Participant): Promise<void> =>
  inTransaction(db, (trx) => tell(trx, listeners, [person]));

/**
 * Moderators hear, within seconds, of those whose page was closed: nobody else tells of it.
 * @param since the moment that the look before answered with
 */
export async function tellOfSilent(db: Db, listeners: WaitingListeners, since: Date): Promise<Date> {
  const moment = now();
  const silent = (at: Date) => after(-silentAfter, at);
  for (const roomId of await roomsGoneSilent(db, silent(since), silent(moment))) {
    await listeners.onWaitingChanged(db, roomId);
  }
  return moment;
}
