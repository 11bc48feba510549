import type { Answer } from '../../../../../../contract/routes.ts';

export type Webhook = Answer<'getWebhookById'>;
export type WebhookWithSecret = Answer<'addWebhook'>;
export type Delivery = Answer<'listWebhookDeliveriesById'>['items'][number];
export type DeliveryInFull = Answer<'getWebhookDeliveryById'>;
export type Attempt = Delivery['attempts'][number];
export type AttemptInFull = DeliveryInFull['attempts'][number];
export type DeliveryStatus = Delivery['status'];
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const satisfies DeliveryStatus[];
