import { usualSampleMinutes } from '../../../contract/operations/sample-calls.ts';
import type { Body } from '../../../contract/routes.ts';
import {
  activeCallOf,
  type CallParts,
  type FinishedCall,
  type SampleVisit,
  writeSampleCall,
} from '../calls/calls.ts';
import { after, now, seconds } from '../platform/clock.ts';
import { type Db, inTransaction, onCommit } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/logging/log.ts';
import { recordSampleCall } from '../records/records.ts';
import { type FilmStore, type SampleFilm, storeFilm } from './film.ts';

interface SamplePerson {
  roomId: string;
  name: string;
  role: 'user' | 'moderator';
  externalUserId: string | null;
  externalMeetingId: string | null;
}

export interface MakingParts {
  calls: CallParts;
  records: Parameters<typeof recordSampleCall>[0];
  files: FilmStore;
  /** Stores a participant. @returns the id */
  insertPerson: (trx: Db, person: SamplePerson) => Promise<string>;
  log: Pick<Logger, 'info'>;
}

interface Sampling {
  spaceId: string;
  roomId: string;
  body: Body<'createSampleCall'>;
}

type Person = NonNullable<Sampling['body']['people']>[number];

/** A teacher, and a learner who leaves earlier and is present all the same by the usual rule of 85 %. */
const usualPeople = (minutes: number): Person[] => [
  { name: 'Sample teacher', role: 'moderator', externalUserId: 'sample-teacher' },
  {
    ...{ name: 'Sample learner', externalUserId: 'sample-learner' },
    minutes: Math.max(1, Math.floor((minutes * 8) / 9)),
  },
];

const minutesOf = (count: number): number => seconds(60 * count);

/** Everybody enters at the beginning and leaves after their minutes. The last one leaves now. */
function scheduleOf({ minutes = usualSampleMinutes, people = usualPeople(minutes) }: Sampling['body']) {
  const stays = people.map((person) => ({ role: 'user' as const, minutes, ...person }));
  const finishedAt = now();
  const startedAt = after(-minutesOf(Math.max(...stays.map((person) => person.minutes))), finishedAt);
  return { stays, startedAt, finishedAt };
}

interface Making extends Sampling {
  recording: { recordId: string; film: SampleFilm } | undefined;
}

function writeCall(parts: MakingParts, db: Db, { spaceId, roomId, body, recording }: Making) {
  const { calls, records, log, insertPerson } = parts;
  const { stays, startedAt, finishedAt } = scheduleOf(body);
  return inTransaction(db, async (trx) => {
    const visits: SampleVisit[] = [];
    for (const { name, role, externalUserId = null, externalMeetingId = null, minutes } of stays) {
      const person = { roomId, name, role, externalUserId, externalMeetingId };
      const participantId = await insertPerson(trx, person);
      visits.push({ participantId, role, until: after(minutesOf(minutes), startedAt) });
    }
    const call = await writeSampleCall(calls, trx, {
      ...{ roomId, startedAt, visits },
      during: async (within, begun) =>
        recording && recordSampleCall(records, within, { ...recording, call: begun, until: finishedAt }),
    });
    const recordId = recording?.recordId ?? null;
    onCommit(trx, () => log.info({ callId: call.id, roomId, spaceId, recordId }, 'made a sample call'));
    return { call, recordId };
  });
}

/** Makes a finished call with its people, report, recording and webhooks, all of it or nothing. */
export async function makeSampleCall(
  parts: MakingParts,
  db: Db,
  sampling: Sampling,
): Promise<{ call: FinishedCall; recordId: string | null }> {
  const { spaceId, roomId, body } = sampling;
  if (body.isRecorded === false) return writeCall(parts, db, { ...sampling, recording: undefined });
  // Asked again under the room's lock; here, so that no file is stored for nothing.
  if (await activeCallOf(db, roomId)) refuse('call_active');
  const recordId = newId();
  const { film, remove } = await storeFilm(parts.files, { spaceId, recordId });
  try {
    return await writeCall(parts, db, { ...sampling, recording: { recordId, film } });
  } catch (error) {
    await remove();
    throw error;
  }
}
