import { activeCallOf, type FinishedCall } from '../calls/calls.ts';
import { now, seconds } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { abortRecord, failRecord, type LifecycleParts, pictureWithinMs, stopRecord } from './lifecycle.ts';
import { fixedRecording } from './start.ts';
import {
  activeRecordOf,
  isRecordingFixed,
  lockRecord,
  lockRecordsOfRooms,
  markAllDeleted,
  type RecordRow,
} from './store.ts';

export const timings = {
  /** A recording stopped this soon after its first picture is discarded (interface, section 6). */
  discardsWithinMs: seconds(3),
};

/**
 * Whether a person stopped it before, or within 3 seconds of, its first picture. If it was requested longer ago, only
 * its folder knows when it started, and it is not discarded unseen.
 */
export function isStoppedAtOnce(
  { startedAt, createdAt }: Pick<RecordRow, 'startedAt' | 'createdAt'>,
  at: Date,
): boolean {
  const since = (moment: Date) => at.getTime() - moment.getTime();
  return startedAt
    ? since(startedAt) <= timings.discardsWithinMs
    : since(createdAt) <= pictureWithinMs + timings.discardsWithinMs;
}

/** While the call is empty nothing happens that belongs to the file. */
async function endOf(db: Db, { roomId, startedAt }: RecordRow, at: Date): Promise<Date> {
  const emptySince = (await activeCallOf(db, roomId))?.emptySince;
  return emptySince && startedAt && emptySince > startedAt ? emptySince : at;
}

/** Stops the recording of a room for a person. */
export function stopActiveRecord(parts: LifecycleParts, db: Db, roomId: string): Promise<RecordRow> {
  return inTransaction(db, async (trx) => {
    const active = await activeRecordOf(trx, roomId);
    if (active && (await isRecordingFixed(trx, roomId))) refuse('record_not_allowed', fixedRecording);
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

/** Stops the recording of a room in which a meeting of the BigBlueButton API is created that must not be recorded. */
export async function stopRecordForMeeting(
  parts: LifecycleParts,
  trx: Db,
  { roomId, isRecordAllowed }: { roomId: string; isRecordAllowed: boolean },
): Promise<void> {
  const active = isRecordAllowed ? undefined : await activeRecordOf(trx, roomId);
  if (!active) return;
  const at = await endOf(trx, active, now());
  await stopRecord(parts, trx, { recordId: active.id, at, reason: 'person' });
}

/** Stops the recording of an ended call at its last exit. */
export async function stopRecordOfCall(
  parts: LifecycleParts,
  trx: Db,
  { roomId, finishedAt }: FinishedCall,
): Promise<void> {
  const active = await activeRecordOf(trx, roomId);
  if (!active) return;
  await stopRecord(parts, trx, { recordId: active.id, at: finishedAt, reason: 'call_ended' });
}

/** Fails and deletes the recordings of deleted rooms. Runs before their calls end, which would only stop them. */
export async function failRecordsOfRooms(
  parts: LifecycleParts,
  trx: Db,
  roomIds: readonly string[],
): Promise<void> {
  for (const recordId of await lockRecordsOfRooms(trx, roomIds)) {
    await failRecord(parts, trx, { recordId, failure: 'room_deleted' });
  }
  await markAllDeleted(trx, roomIds, now());
}
