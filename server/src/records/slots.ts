import type { Db } from '../platform/db/db.ts';
import { lockRecorderNodes } from './slots.store.ts';

/**
 * Selects the node with the most free slots for the next recording. The slot is taken when the same transaction
 * inserts the recording.
 */
export async function takeRecorderSlot(
  trx: Db,
  minFreeBytes: number,
): Promise<{ nodeId: string } | { refusal: 'recorder_busy' | 'disk_low' }> {
  const free = (await lockRecorderNodes(trx)).filter((node) => node.free > 0);
  const withDisk = free.filter(({ freeBytes }) => freeBytes === null || freeBytes >= minFreeBytes);
  const [best] = withDisk.sort((a, b) => b.free - a.free);
  if (best) return { nodeId: best.id };
  return { refusal: free.length > 0 ? 'disk_low' : 'recorder_busy' };
}
