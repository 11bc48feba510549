import { setFirstCall } from '../participants/participants.ts';
import { after } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { beginCall, type CallChange, changeCall, finishCall } from './lifecycle.ts';
import type { CallParts, FinishedCall } from './parts.ts';
import type { CallRow } from './store.ts';
import { insertActivity } from './visits/activity.store.ts';
import { beginInterval, endInterval } from './visits/media.ts';
import { insertVisit } from './visits/store.ts';

/** A person of a sample call, from its beginning on. */
export interface SampleVisit {
  participantId: string;
  role: 'user' | 'moderator';
  until: Date;
}

/** In quarters of a visit: what a person does, and from when until when. */
const doings = {
  moderator: { microphone: [0, 4], camera: [0, 4], screen: [1, 2], tab: [0, 4], speaking: [0, 2] },
  user: { microphone: [2, 3], camera: [0, 4], tab: [0, 4], speaking: [2, 3] },
} as const;

type Doing = keyof (typeof doings)['moderator'];

async function writeVisit(
  { trx }: CallChange,
  call: CallRow,
  { participantId, role, until }: SampleVisit,
): Promise<void> {
  const engineSid = `sample-${newId()}`;
  const visit = await insertVisit(trx, {
    ...{ callId: call.id, participantId, engineSid, entryId: engineSid },
    ...{ enteredAt: call.startedAt, exitedAt: until },
  });
  await setFirstCall(trx, participantId, call.id);
  const quarter = (until.getTime() - call.startedAt.getTime()) / 4;
  for (const [kind, [from, to]] of Object.entries(doings[role]) as [Doing, readonly [number, number]][]) {
    const [startedAt, endedAt] = [after(from * quarter, call.startedAt), after(to * quarter, call.startedAt)];
    if (kind === 'tab' || kind === 'speaking') {
      await insertActivity(trx, { visitId: visit.id, kind, startedAt, endedAt });
      continue;
    }
    const track = { source: kind, trackSid: `${engineSid}-${kind}` };
    await beginInterval(trx, visit, { ...track, at: startedAt });
    await endInterval(trx, visit, { ...track, at: endedAt });
  }
}

interface SampleCall {
  roomId: string;
  startedAt: Date;
  visits: SampleVisit[];
  /** Runs in the transaction while the call has begun and not ended. @returns what runs after its end */
  during: (trx: Db, call: CallRow) => Promise<((trx: Db) => Promise<void>) | undefined>;
}

/**
 * Writes a finished call that nobody made (docs/decisions/0202).
 * @throws `call_active` if a call runs in the room, `not_found` if the room was deleted meanwhile
 */
export async function writeSampleCall(
  parts: CallParts,
  db: Db,
  { roomId, startedAt, visits, during }: SampleCall,
): Promise<FinishedCall> {
  const finished = await changeCall(parts, { roomId, db }, async (change) => {
    if (change.call) refuse('call_active');
    const call = await beginCall(change, startedAt, { isSample: true });
    for (const visit of visits) await writeVisit(change, call, visit);
    const runAfter = await during(change.trx, call);
    const ended = await finishCall(change);
    await runAfter?.(change.trx);
    return ended;
  });
  return finished ?? refuse('not_found');
}
