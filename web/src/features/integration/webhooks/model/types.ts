import type { Answer } from '../../../../../../contract/routes.ts';

export type Webhook = Answer<'getWebhook'>;
export type WebhookWithSecret = Answer<'createWebhook'>;
export type Delivery = Answer<'listWebhookDeliveries'>['items'][number];
export type DeliveryInFull = Answer<'getWebhookDelivery'>;
export type Attempt = Delivery['attempts'][number];
export type AttemptInFull = DeliveryInFull['attempts'][number];
export type DeliveryStatus = Delivery['status'];
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const satisfies DeliveryStatus[];
