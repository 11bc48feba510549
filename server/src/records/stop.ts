import { activeCallOf, type CallFact } from '../calls/calls.ts';
import { now, seconds } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { abortRecord, failRecord, type LifecycleParts, pictureWithinMs, stopRecord } from './lifecycle.ts';
import { activeRecordOf, lockRecord, lockRecordsOfRoom, markAllDeleted, type RecordRow } from './store.ts';

export const waits = {
  /** Stopped so soon after its first picture, a recording is thrown away (interface, section 6). */
  secondThoughtsMs: seconds(3),
};

/**
 * Did a person stop it within 3 seconds of its first picture? Before it is within; but of a recording that has been
 * asked for so long ago only its folder can tell when it began, and what it holds is not thrown away unseen.
 */
export function isStoppedAtOnce(
  { startedAt, createdAt }: Pick<RecordRow, 'startedAt' | 'createdAt'>,
  at: Date,
): boolean {
  const since = (moment: Date) => at.getTime() - moment.getTime();
  return startedAt
    ? since(startedAt) <= waits.secondThoughtsMs
    : since(createdAt) <= pictureWithinMs + waits.secondThoughtsMs;
}

/** While everybody is away nothing happens that belongs into the file. */
async function endOf(db: Db, { roomId, startedAt }: RecordRow, at: Date): Promise<Date> {
  const emptySince = (await activeCallOf(db, roomId))?.emptySince;
  return emptySince && startedAt && emptySince > startedAt ? emptySince : at;
}

/** A person stops what is being recorded in a room. */
export function stopActiveRecord(parts: LifecycleParts, db: Db, roomId: string): Promise<RecordRow> {
  return inTransaction(db, async (trx) => {
    const active = await activeRecordOf(trx, roomId);
    const record = active && (await lockRecord(trx, active.id));
    if (!record) return refuse('record_not_active');
    const at = now();
    const stopped = isStoppedAtOnce(record, at)
      ? await abortRecord(parts, trx, { recordId: record.id, at })
      : await stopRecord(parts, trx, {
          ...{ recordId: record.id, reason: 'person' },
          at: await endOf(trx, record, at),
        });
    return stopped ?? refuse('record_not_active');
  });
}

/** The call is over: its recording ends with the last departure. */
export async function stopRecordOfCall(
  parts: LifecycleParts,
  trx: Db,
  { roomId, finishedAt }: CallFact & { finishedAt: Date },
): Promise<void> {
  const active = await activeRecordOf(trx, roomId);
  if (!active) return;
  await stopRecord(parts, trx, { recordId: active.id, at: finishedAt, reason: 'call_ended' });
}

/** The room goes, and everything that was recorded in it. Before its call ends, which would only stop what runs. */
export async function failRecordsOfRoom(parts: LifecycleParts, trx: Db, roomId: string): Promise<void> {
  for (const recordId of await lockRecordsOfRoom(trx, roomId)) {
    await failRecord(parts, trx, { recordId, failure: 'room_deleted' });
  }
  await markAllDeleted(trx, roomId, now());
}
