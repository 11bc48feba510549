export { type Announcement, announce } from './announce.ts';
export { deleteOldDeliveries } from './log/retention.store.ts';
export { type WebhookParts, webhookEndpoints } from './routes.ts';
export { type DeliveringParts, startDelivering } from './sending/deliver.ts';
export { forgetPreviousSecrets } from './store.ts';
