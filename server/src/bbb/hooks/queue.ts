import { type Db, inTransaction } from '../../platform/db/db.ts';
import { hasEvents, lockHooksOfEvents, lockQueues, nextEvents, queueDeliveries } from './events.store.ts';

/** Makes deliveries of the events that were stored (docs/decisions/0217). */
export async function queueEvents(db: Db, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && (await hasEvents(db))) {
    const isDone = await inTransaction(db, async (trx) => {
      if (!(await lockQueues(trx))) return false;
      const ids = await nextEvents(trx);
      await lockHooksOfEvents(trx, ids);
      await queueDeliveries(trx, ids);
      return true;
    });
    if (!isDone) return;
  }
}
