import type { Delivery as DeliveryBody } from '../events.ts';
import type { Answer } from '../routes.ts';
import { ids, listOf } from './ids.ts';

const Webhook = {
  url: 'https://school.example.org/hooks/lectern',
  isActive: true,
  events: ['call_finished', 'report_ready'],
  isFailing: false,
  failedInRow: 0,
  failedSince: null,
  previousSecretUntil: null,
} satisfies Answer<'getWebhook'>;

const WebhookWithSecret = {
  url: Webhook.url,
  secret: 'v7Rk2TxQ9mLw4ZyNb8SpHd6GjFc3UeAa',
  signingSecret: 'whsec_djdSazJUeFE5bUx3NFp5TmI4U3BIZDZHakZjM1VlQWE=',
  isActive: true,
  events: Webhook.events,
  previousSecretUntil: null,
} satisfies Answer<'createWebhook'>;

const { events: _events, ...ofFirst } = Webhook;

const GroupWebhook = {
  ...ofFirst,
  id: ids.webhook,
  isFirst: false,
  eventNames: ['record_finished', 'transcription_ready'],
  createdAt: '2026-03-02T09:15:40.117Z',
} satisfies Answer<'getWebhookById'>;

const { secret, signingSecret } = WebhookWithSecret;

const eventName = 'record_finished';

/** A test checks both signatures with the secret above. If a field changes, they change too. */
const Delivery = {
  signature: '00de7926ccd6861761d1433267824a49d9e44f22f48170b366a5afa6653db346',
  body: { eventName, roomId: ids.room, spaceId: ids.space, recordId: ids.record },
} satisfies DeliveryBody;

const deliveryHeaders = {
  'webhook-id': '69b96e4158d0f2c7a93b6e14',
  'webhook-timestamp': '1773758841',
  'webhook-signature': 'v1,PKWi1HcfrSYqh24P1I/hzt5Jf1rXjtj96VAPqv8aIwQ=',
  'x-lectern-call-id': ids.call,
  'x-lectern-test': '1',
};

const attempt = {
  number: 1,
  startedAt: '2026-03-17T14:47:21.052Z',
  durationMs: 143,
  url: Webhook.url,
  statusCode: 204,
  error: null,
};

const delivery = {
  id: ids.delivery,
  eventId: deliveryHeaders['webhook-id'],
  eventName,
  roomId: ids.room,
  recordId: ids.record,
  callId: ids.call,
  status: 'delivered',
  isTest: false,
  createdAt: '2026-03-17T14:47:20.412Z',
  nextAttemptAt: null,
} as const;

/** A delivery that failed at first and is sent again; the list shows the result. */
const WebhookDelivery = {
  ...delivery,
  status: 'pending',
  nextAttemptAt: '2026-03-17T15:20:00.000Z',
  attempts: [{ ...attempt, statusCode: 503 }],
} satisfies Answer<'redeliverWebhook'>;

/** The request of the attempt: the headers of a delivery that is not a test. */
const { 'x-lectern-test': _, ...sentHeaders } = deliveryHeaders;

/** A group's webhook and the log of its deliveries. */
export const webhookModels = {
  Webhook,
  WebhookWithSecret,
  GroupWebhook,
  GroupWebhookWithSecret: { ...GroupWebhook, secret, signingSecret },
  GroupWebhookList: listOf(GroupWebhook),
  AddWebhookRequest: { url: Webhook.url, eventNames: GroupWebhook.eventNames },
  UpdateWebhookByIdRequest: { isActive: true, eventNames: GroupWebhook.eventNames },
  Delivery,
  CreateWebhookRequest: { url: Webhook.url, events: Webhook.events },
  UpdateWebhookRequest: { url: Webhook.url, isActive: true, events: Webhook.events },
  RefreshSecretWebhookRequest: { overlapSeconds: 3600 },
  TestWebhookRequest: { eventName, roomId: ids.room },
  WebhookDelivery,
  WebhookDeliveryList: listOf({ ...delivery, attempts: [attempt] }),
  WebhookDeliveryInFull: {
    ...delivery,
    body: JSON.stringify(Delivery.body),
    attempts: [
      {
        ...attempt,
        answer: '',
        request: {
          headers: { 'content-type': 'application/json', ...sentHeaders },
          body: JSON.stringify(Delivery),
        },
      },
    ],
  } satisfies Answer<'getWebhookDelivery'>,
  RedeliverFailedWebhooksRequest: {
    dateFrom: '2026-03-01T00:00:00.000Z',
    dateTo: '2026-04-01T00:00:00.000Z',
    eventName,
  },
  RedeliverFailedWebhooksResponse: { count: 7 },
};

/** A test that has not been sent yet. */
export const webhookAnswers = {
  testWebhook: { ...WebhookDelivery, isTest: true, attempts: [] },
  testWebhookById: { ...WebhookDelivery, isTest: true, attempts: [] },
} satisfies { testWebhook: Answer<'testWebhook'>; testWebhookById: Answer<'testWebhookById'> };

export const webhookParameters = { webhookId: ids.webhook, deliveryId: ids.delivery, ...deliveryHeaders };
