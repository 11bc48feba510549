import type { Db } from '../../platform/db/db.ts';
import { announce } from '../../webhooks/webhooks.ts';
import { placeOf } from './making.store.ts';

/** Announces the outcome of a transcript, in the transaction that changes its state. */
export async function announceOutcome(
  trx: Db,
  recordId: string,
  eventName: 'transcription_ready' | 'transcription_failed',
): Promise<void> {
  const place = await placeOf(trx, recordId);
  if (place) await announce(trx, { eventName, ...place, recordId });
}
