import { takeLink } from '../../access-links/access-links.ts';
import type { EngineParticipant } from '../../engines/media/media.ts';
import { setFirstCall, standingsIn } from '../../participants/participants.ts';
import { now } from '../../platform/clock.ts';
import { runAll } from '../../platform/effects.ts';
import { beginCall, type CallChange, finishCall, mayEndAt, updateCallFromVisits } from '../lifecycle.ts';
import { type CallRow, isFullWithout, lastFinishIn } from '../store.ts';
import { earlier, later, sameMoment } from '../times.ts';
import { continueActivity, endActivity } from './activity.store.ts';
import { endIntervals } from './media.store.ts';
import {
  insertVisit,
  openVisitsIn,
  removalTimesIn,
  saveExit,
  type VisitRow,
  visitsOfPerson,
} from './store.ts';

/**
 * Selects the participants who count in this room: those who may be there, or might be when they joined. Hidden
 * services never count.
 */
export async function filterCounted(
  { trx, room }: CallChange,
  participants: EngineParticipant[],
): Promise<EngineParticipant[]> {
  const visible = participants.filter(({ hidden }) => !hidden);
  const ids = visible.map(({ identity }) => identity);
  const admitted = await standingsIn(trx, room.id, ids);
  const removals = await removalTimesIn(trx, room.id, ids);
  return visible.filter(({ identity, joinedAt }) => {
    const removedAt = removals.get(identity);
    return admitted.has(identity) || (removedAt !== undefined && removedAt > joinedAt);
  });
}

/** Whether the session started before the room's last call ended. Then an event alone does not prove that it goes on. */
export async function isBeforeLastFinish(change: CallChange, at: Date): Promise<boolean> {
  const last = await lastFinishIn(change.trx, change.room.id);
  return last !== null && at <= last;
}

/**
 * Whether somebody is one too many for the room's meeting. The room is locked: of two people at once the second one is.
 * They are to be removed from the media server.
 */
export const isOneTooMany = async (
  { trx, room }: CallChange,
  { identity }: Pick<EngineParticipant, 'identity'>,
): Promise<boolean> =>
  room.mostPeople !== null && (await isFullWithout(trx, { participantId: identity, roomId: room.id }));

/**
 * Stores a session that was not known, in the room's call or in a new one, and binds the link of the participant.
 * @param until when the session ended, if it is over
 * @returns undefined if another browser took the link at the same instant
 */
export async function beginVisit(
  change: CallChange,
  person: EngineParticipant,
  until?: Date,
): Promise<VisitRow | undefined> {
  const { trx, parts, room } = change;
  if (!(await takeLink(trx, person.identity))) return undefined;
  const came = earlier(person.joinedAt, now());
  await updateCallFromVisits(change);
  const mayEnd = change.call && mayEndAt(change.call, parts.graceSeconds);
  // The call should have ended before, but no node was running.
  if (mayEnd && mayEnd < came) await finishCall(change);
  const enteredAt = later(came, await lastFinishIn(trx, room.id));
  const call = change.call ?? (await beginCall(change, enteredAt));

  const others = await visitsOfPerson(trx, call.id, person.identity);
  // If two sessions began in the same millisecond, the one that is over was the first.
  const next = others.find(
    (visit) =>
      visit.enteredAt > enteredAt || (sameMoment(visit.enteredAt, enteredAt) && visit.exitedAt === null),
  );
  const ends = [until, next?.enteredAt].filter((moment) => moment !== undefined);
  const visit = await insertVisit(trx, {
    callId: call.id,
    participantId: person.identity,
    engineSid: person.sid,
    entryId: person.entryId ?? person.sid,
    enteredAt,
    exitedAt: ends.length > 0 ? later(ends.reduce(earlier), enteredAt) : null,
  });
  // The media server keeps one session per person: an older one ended when this one started.
  for (const other of others) {
    if (other.enteredAt <= enteredAt && other !== next) await endVisit(change, other, enteredAt);
  }
  await continueActivity(trx, visit.id);
  await setFirstCall(trx, person.identity, call.id);
  const participantId = person.identity;
  if (!visit.exitedAt) await runAll(trx, parts.onEntered, { room, call, participantId });
  return visit;
}

/**
 * Ends a visit. Its known end can only move earlier: a session is found missing too late, never too early. A visit of
 * a finished call does not change.
 */
export async function endVisit(change: CallChange, visit: VisitRow, at: Date): Promise<void> {
  if (visit.callId !== change.call?.id) return;
  const known = visit.exitedAt ? earlier(visit.exitedAt, at) : earlier(at, now());
  const exitedAt = later(known, visit.enteredAt);
  if (sameMoment(exitedAt, visit.exitedAt)) return;
  await saveExit(change.trx, visit.id, exitedAt);
  await endIntervals(change.trx, visit.id, exitedAt);
  await endActivity(change.trx, visit.id, exitedAt);
  if (!visit.exitedAt) await runAll(change.trx, change.parts.onLeft, visit.participantId);
}

/** Ends all visits of the call that have not ended. */
export async function endOpenVisits(change: CallChange, call: CallRow, at: Date): Promise<void> {
  for (const visit of await openVisitsIn(change.trx, call.id)) await endVisit(change, visit, at);
}
