import type { EngineParticipant } from '../engines/media/media.ts';
import { after, now, seconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { awaitReturns, finishWhenDue } from './lifecycle.ts';
import { activeCallOf } from './store.ts';
import { sameMoment } from './times.ts';
import type { Turn } from './turn.ts';
import { type IntervalRow, newestIntervalsIn } from './visits/media.store.ts';
import { agreeWith, sources } from './visits/media.ts';
import { openVisitsIn, type VisitRow, visitsOf } from './visits/store.ts';
import { enter, leave, thoseWhoCount } from './visits/visits.ts';

/** What was known of a room before the engine was asked: only that may be corrected by its answer. */
export interface Known {
  askedAt: Date;
  openSids: Set<string>;
  newest: Map<string, IntervalRow>;
}

/** What the engine said: who is in the room; or that it knows no such room. */
export interface Snapshot {
  participants: EngineParticipant[];
  isRoomThere: boolean;
}

const keyOf = ({ visitId, source }: Pick<IntervalRow, 'visitId' | 'source'>) => `${visitId} ${source}`;

const newestOf = async (db: Db, callId: string) =>
  new Map((await newestIntervalsIn(db, callId)).map((row) => [keyOf(row), row]));

export async function whatIsKnown(db: Db, roomId: string): Promise<Known> {
  const call = await activeCallOf(db, roomId);
  const visits = call ? await openVisitsIn(db, call.id) : [];
  const newest = call ? await newestOf(db, call.id) : new Map<string, IntervalRow>();
  return { askedAt: now(), openSids: new Set(visits.map(({ sid }) => sid)), newest };
}

/** How long a lost engine's people take to come back: their clients were seen to need 15 s. */
const returnSeconds = 30;

async function endTheGone(turn: Turn, known: Known, snapshot: Snapshot): Promise<void> {
  const { trx, call } = turn;
  if (!call) return;
  const here = new Set(snapshot.participants.map(({ sid }) => sid));
  const visits = await openVisitsIn(trx, call.id);
  const gone = visits.filter(({ sid }) => known.openSids.has(sid) && !here.has(sid));
  for (const visit of gone) await leave(turn, visit, known.askedAt);
  // An engine that forgot a room with people in it died: their clients are on their way back.
  if (gone.length > 0 && !snapshot.isRoomThere) {
    await awaitReturns(turn, after(seconds(returnSeconds), known.askedAt));
  }
}

async function enterTheNew(turn: Turn, participants: EngineParticipant[]): Promise<Map<string, VisitRow>> {
  const visible = participants.filter(({ hidden }) => !hidden);
  const visits = await visitsOf(
    turn.trx,
    visible.map(({ sid }) => sid),
  );
  const unknown = visible.filter(({ sid }) => !visits.has(sid));
  const coming = await thoseWhoCount(turn, unknown);
  coming.sort((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime());
  for (const person of coming) visits.set(person.sid, await enter(turn, person));
  return visits;
}

async function agreeOnMedia(
  turn: Turn,
  known: Known,
  present: { person: EngineParticipant; visit: VisitRow }[],
): Promise<void> {
  if (!turn.call) return;
  const newest = await newestOf(turn.trx, turn.call.id);
  for (const { person, visit } of present) {
    for (const source of sources) {
      const key = keyOf({ visitId: visit.id, source });
      const [before, row] = [known.newest.get(key), newest.get(key)];
      // An event came in while the engine was being asked: its word is newer than this answer.
      const changed = before?.id !== row?.id || !sameMoment(before?.endedAt ?? null, row?.endedAt ?? null);
      if (!changed) await agreeWith(turn.trx, visit, { source, newest: row, person, at: known.askedAt });
    }
  }
}

/** An answer cannot be older than a request may last. */
const oldestAnswerSeconds = 5;

/**
 * Takes in what the engine said of a room.
 * @returns whom it still has from a call that ended for all
 */
export async function applySnapshot(
  turn: Turn,
  known: Known,
  snapshot: Snapshot,
): Promise<EngineParticipant[]> {
  await endTheGone(turn, known, snapshot);
  const visits = await enterTheNew(turn, snapshot.participants);
  const present = snapshot.participants.flatMap((person) => {
    const visit = visits.get(person.sid);
    return visit ? [{ person, visit }] : [];
  });
  const inCall = present.filter(({ visit }) => visit.callId === turn.call?.id && visit.exitedAt === null);
  await agreeOnMedia(turn, known, inCall);
  const lately = after(-seconds(oldestAnswerSeconds), known.askedAt);
  const leftOver = present.filter(
    ({ visit }) => visit.callId !== turn.call?.id && visit.exitedAt !== null && visit.exitedAt < lately,
  );
  await finishWhenDue(turn);
  return leftOver.map(({ person }) => person);
}
