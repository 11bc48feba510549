import type { Db } from '../platform/db/db.ts';
import { plansWithWebhooks } from './access.ts';
import { switchOffForbidden } from './sending/endings.store.ts';

export { type Announcement, announce } from './announce.ts';
export {
  deleteAbandonedWebhooks,
  deleteDeliveriesBefore,
  deleteOldDeliveries,
} from './log/retention.store.ts';
export { canDecryptSecrets, reencryptSecrets } from './secret-rotation.ts';
export { startDelivering } from './sending/deliver.ts';
export { forgetPreviousSecrets } from './store.ts';

/** In the transaction that deletes a group: nothing more is sent if the owner's plan has no webhooks. */
export const endWebhookOf = (trx: Db, spaceId: string): Promise<void> =>
  switchOffForbidden(trx, spaceId, plansWithWebhooks);
