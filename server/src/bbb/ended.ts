import type { Db } from '../platform/db/db.ts';
import { type MeetingOfCallbacks, queueEndCallbacks } from './callbacks/queue.ts';
import { openRecording, wasEntered } from './recordings/ready.store.ts';

/**
 * In the transaction that ends a meeting, after its call has ended: what was recorded becomes its recording, and the
 * clients learn of the end.
 */
export async function announceEnd(trx: Db, meeting: MeetingOfCallbacks): Promise<void> {
  const hasRecording = await openRecording(trx, meeting.id);
  await queueEndCallbacks(trx, meeting, { hasRecording, wasEntered: await wasEntered(trx, meeting.id) });
}
