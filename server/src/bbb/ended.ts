import type { Db } from '../platform/db/db.ts';
import { meetingById } from './callbacks/meeting.store.ts';
import { queueEndCallbacks } from './callbacks/queue.ts';
import { noteEvent } from './hooks/events.store.ts';
import { openRecording, wasEntered } from './recordings/ready.store.ts';

/**
 * In the transaction that ends a meeting: what was recorded becomes its recording, and its clients learn of the end. Its
 * call may still run for a moment.
 */
export async function announceEnd(trx: Db, id: string): Promise<void> {
  const meeting = await meetingById(trx, id);
  if (!meeting) return;
  await noteEvent(trx, id, { name: 'meeting-ended' });
  const hasRecording = await openRecording(trx, id);
  if (hasRecording) await noteEvent(trx, id, { name: 'rap-process-started' });
  await queueEndCallbacks(trx, meeting, { hasRecording, wasEntered: await wasEntered(trx, id) });
}
