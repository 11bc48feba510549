export { type Announcement, announce } from './announce.ts';
export { type DeliveringParts, startDelivering } from './deliver.ts';
export { type WebhookParts, webhookEndpoints } from './routes.ts';
