import type { Db } from '../platform/db/db.ts';
import { lockRecorderNodes, type NodeSlots } from './slots.store.ts';

const hasDisk = ({ freeBytes }: NodeSlots, least: number): boolean =>
  freeBytes === null || freeBytes >= least;

/**
 * Selects the node with the most free slots for the next recording. The slot is taken when the same transaction
 * inserts the recording.
 */
export async function takeRecorderSlot(
  trx: Db,
  minFreeBytes: number,
): Promise<{ nodeId: string } | { refusal: 'recorder_busy' | 'disk_low' }> {
  const free = (await lockRecorderNodes(trx)).filter((node) => node.free > 0);
  const [best] = free.filter((node) => hasDisk(node, minFreeBytes)).sort((a, b) => b.free - a.free);
  if (best) return { nodeId: best.id };
  return { refusal: free.length > 0 ? 'disk_low' : 'recorder_busy' };
}
