import type { EngineParticipant } from '../engines/media/media.ts';
import { after, now, seconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import { type CallChange, finishCallWhenDue, returnSeconds, waitForReturns } from './lifecycle.ts';
import { activeCallOf } from './store.ts';
import { sameMoment } from './times.ts';
import { type IntervalRow, newestIntervalsIn } from './visits/media.store.ts';
import { correctNewestInterval, sourceOf, sources } from './visits/media.ts';
import { openVisitsIn, type VisitRow, visitsOf } from './visits/store.ts';
import { beginVisit, endVisit, filterCounted, isOneTooMany } from './visits/visits.ts';

/** The database's state before the media server was asked. Only this may be corrected by its answer. */
export interface KnownCall {
  askedAt: Date;
  openSids: Set<string>;
  newest: Map<string, IntervalRow>;
}

/** The media server's answer: whose media session has begun in the room, and whether it knows the room. */
export interface Snapshot {
  participants: EngineParticipant[];
  isRoomThere: boolean;
}

const keyOf = ({ visitId, source }: Pick<IntervalRow, 'visitId' | 'source'>) => `${visitId} ${source}`;

const newestOf = async (db: Db, callId: string) =>
  new Map((await newestIntervalsIn(db, callId)).map((row) => [keyOf(row), row]));

export async function readKnownCall(db: Db, roomId: string): Promise<KnownCall> {
  const call = await activeCallOf(db, roomId);
  const visits = call ? await openVisitsIn(db, call.id) : [];
  const newest = call ? await newestOf(db, call.id) : new Map<string, IntervalRow>();
  return { askedAt: now(), openSids: new Set(visits.map(({ engineSid }) => engineSid)), newest };
}

async function endGoneVisits(change: CallChange, known: KnownCall, snapshot: Snapshot): Promise<void> {
  const { trx, call } = change;
  if (!call) return;
  const here = new Set(snapshot.participants.map(({ sid }) => sid));
  const visits = await openVisitsIn(trx, call.id);
  const gone = visits.filter(({ engineSid: sid }) => known.openSids.has(sid) && !here.has(sid));
  for (const visit of gone) await endVisit(change, visit, known.askedAt);
  // The media server forgot a room with people in it, so it died. Their clients are reconnecting.
  if (gone.length > 0 && !snapshot.isRoomThere) {
    await waitForReturns(change, after(seconds(returnSeconds), known.askedAt));
  }
}

async function beginNewVisits(
  change: CallChange,
  participants: EngineParticipant[],
): Promise<{ visits: Map<string, VisitRow>; tooMany: EngineParticipant[] }> {
  const tooMany: EngineParticipant[] = [];
  const visible = participants.filter(({ hidden }) => !hidden);
  const visits = await visitsOf(
    change.trx,
    visible.map(({ sid }) => sid),
  );
  const unknown = visible.filter(({ sid }) => !visits.has(sid));
  const coming = await filterCounted(change, unknown);
  coming.sort((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime());
  for (const person of coming) {
    if (await isOneTooMany(change, person)) {
      tooMany.push(person);
      continue;
    }
    const visit = await beginVisit(change, person);
    if (visit) visits.set(person.sid, visit);
  }
  return { visits, tooMany };
}

async function correctIntervals(
  change: CallChange,
  known: KnownCall,
  present: { person: EngineParticipant; visit: VisitRow }[],
): Promise<void> {
  if (!change.call) return;
  const newest = await newestOf(change.trx, change.call.id);
  for (const { person, visit } of present) {
    for (const source of sources) {
      const key = keyOf({ visitId: visit.id, source });
      const [before, row] = [known.newest.get(key), newest.get(key)];
      // An event arrived after the request, so it is newer than this answer.
      const changed = before?.id !== row?.id || !sameMoment(before?.endedAt ?? null, row?.endedAt ?? null);
      if (changed) continue;
      const seen = { source, newest: row, person, at: known.askedAt };
      if (!(await correctNewestInterval(change.trx, visit, seen))) continue;
      const isMuted = person.tracks.some((track) => sourceOf(track) === source && track.muted);
      const trackSeen = { roomId: change.room.id, visit, source, isMuted };
      await runAll(change.trx, change.parts.onTrackSeen, trackSeen);
    }
  }
}

/** An answer cannot be older than the timeout of a request. */
const oldestAnswerSeconds = 5;

/**
 * Applies the media server's answer to the room's call.
 * @returns participants to remove from it: `leftOver` of a call that ended for all, and those who are `tooMany` for a
 *   meeting
 */
export async function applySnapshot(
  change: CallChange,
  known: KnownCall,
  snapshot: Snapshot,
): Promise<{ leftOver: EngineParticipant[]; tooMany: EngineParticipant[] }> {
  await endGoneVisits(change, known, snapshot);
  const { visits, tooMany } = await beginNewVisits(change, snapshot.participants);
  const present = snapshot.participants.flatMap((person) => {
    const visit = visits.get(person.sid);
    return visit ? [{ person, visit }] : [];
  });
  const inCall = present.filter(({ visit }) => visit.callId === change.call?.id && visit.exitedAt === null);
  await correctIntervals(change, known, inCall);
  const lately = after(-seconds(oldestAnswerSeconds), known.askedAt);
  const leftOver = present.filter(
    ({ visit }) => visit.callId !== change.call?.id && visit.exitedAt !== null && visit.exitedAt < lately,
  );
  await finishCallWhenDue(change);
  return { leftOver: leftOver.map(({ person }) => person), tooMany };
}
