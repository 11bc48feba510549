export { type Announcement, announce } from './announce.ts';
export { type WebhookParts, webhookEndpoints } from './routes.ts';
export { type DeliveringParts, startDelivering } from './sending/deliver.ts';
