export { type Announcement, announce } from './announce.ts';
export {
  deleteAbandonedWebhooks,
  deleteDeliveriesBefore,
  deleteOldDeliveries,
} from './log/retention.store.ts';
export { startDelivering } from './sending/deliver.ts';
export { forgetPreviousSecrets } from './store.ts';
