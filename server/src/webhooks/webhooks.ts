/**
 * Webhooks. Owns `webhooks`, `webhook_deliveries` and `webhook_attempts`.
 * Offers: `announce`, called in the transaction of the change. Listens to: the deletion of a group.
 * Look first: `announce.ts` writes the body; `sending/deliver.ts` makes attempts, and chooses the
 * time of a retry; `sending/lanes.ts` separates slow receivers; `log/` shows deliveries and repeats them.
 */

import type { Db } from '../platform/db/db.ts';
import { plansWithWebhooks } from './access.ts';
import { detachWebhooks } from './sending/endings.store.ts';

export { groupForOwner, type OfGroup, plansWithWebhooks } from './access.ts';
export { announce } from './announce.ts';
export {
  deleteAbandonedWebhooks,
  deleteDeliveriesBefore,
  deleteOldDeliveries,
} from './log/retention.store.ts';
export type { OutgoingRequest } from './secret.ts';
export { canDecryptSecrets, reencryptSecrets } from './secret-rotation.ts';
export { deliveringJobs } from './sending/deliver.ts';
export type { Announcement } from './sending/deliveries.store.ts';
export { type AttemptOutcome, sendAttempt } from './sending/send.ts';
export { forgetPreviousSecrets } from './store.ts';

/** In the transaction that deletes a group: what was announced is sent, unless the owner's plan has no webhooks. */
export const endWebhooksOf = (trx: Db, { id }: { id: string }): Promise<void> =>
  detachWebhooks(trx, id, plansWithWebhooks);
