import type { Db } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { logIdsOf, recordById } from '../../records/records.ts';
import { announce } from '../../webhooks/webhooks.ts';

/** A log for work on a recording: each line has the ids of the recording, its call, room and group. */
export async function logOfRecording(
  { db, log }: { db: Db; log: Logger },
  recordId: string,
): Promise<Logger> {
  const record = await recordById(db, recordId);
  return log.child(record ? logIdsOf(record) : { recordId });
}

/** Announces the outcome of a transcript, in the transaction that changes its state. */
export async function announceOutcome(
  trx: Db,
  recordId: string,
  eventName: 'transcription_ready' | 'transcription_failed',
): Promise<void> {
  const record = await recordById(trx, recordId);
  if (record) await announce(trx, { eventName, ...logIdsOf(record) });
}
