import { Type } from 'typebox';
import { eventNames } from './events.ts';
import { route } from './route.ts';
import { Id, List, ListQuery, Nullable, OneOf, Timestamp, TimestampIn, WebAddress } from './shared.ts';

const EventName = OneOf(...eventNames);
/** The end of a period of deliveries. */
const Until = Type.String({
  format: 'date-time',
  description: 'ISO 8601 with an offset or Z; what happened at this very moment is not of the period.',
});
const DeliveryStatus = OneOf('pending', 'delivered', 'failed');

const previousSecretUntil = Nullable(
  Timestamp,
  'Until when deliveries are signed with the secret before this one, too.',
);

export const Webhook = Type.Object({
  url: Type.String(),
  isActive: Type.Boolean(),
  isFailing: Type.Boolean({
    description: 'The last 100 deliveries or more failed, over 24 hours or more. They go on being sent.',
  }),
  failedInRow: Type.Integer({
    minimum: 0,
    description: 'Deliveries that failed since the last processed one.',
  }),
  failedSince: Nullable(Timestamp, 'When the first of those failed.'),
  previousSecretUntil,
});

export const WebhookWithSecret = Type.Object({
  url: Type.String(),
  secret: Type.String({ pattern: '^[A-Za-z0-9]{32}$', description: 'Shown this once.' }),
  signingSecret: Type.String({
    description: 'The same secret as the Standard Webhooks libraries take it: whsec_…',
  }),
  isActive: Type.Boolean(),
  previousSecretUntil,
});

const attempt = {
  number: Type.Integer({
    minimum: 1,
    description: 'The same number twice: it was made again after our own fall, or the first was not sent.',
  }),
  startedAt: Timestamp,
  durationMs: Type.Integer({ minimum: 0 }),
  url: Nullable(Type.String(), 'Where it was sent; null: it was not sent.'),
  statusCode: Nullable(Type.Integer(), 'Of the answer; null: there was none.'),
  error: Nullable(Type.String(), 'Why there was no answer, in a sentence.'),
};

/** One try to deliver, with what was sent and what came back. */
export const WebhookAttempt = Type.Object({
  ...attempt,
  answer: Nullable(Type.String(), 'The first KiB of the answer, as text: escape it before showing it.'),
  request: Nullable(
    Type.Object({
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'Those that we made: content-type, webhook-…, x-lectern-….',
      }),
      body: Type.String({ description: 'Exactly as it was sent.' }),
    }),
  ),
});

const delivery = {
  id: Id,
  eventId: Type.String({ description: 'The webhook-id of every attempt.' }),
  eventName: EventName,
  roomId: Id,
  recordId: Type.Optional(Id),
  callId: Type.Optional(Id),
  status: DeliveryStatus,
  isTest: Type.Boolean(),
  createdAt: Timestamp,
  nextAttemptAt: Nullable(Timestamp),
};

export const WebhookDelivery = Type.Object({ ...delivery, attempts: Type.Array(Type.Object(attempt)) });

export const WebhookDeliveryInFull = Type.Object({
  ...delivery,
  body: Type.String({ description: 'The exact bytes of the inner object, the same at every attempt.' }),
  attempts: Type.Array(WebhookAttempt),
});

export const webhookRoutes = {
  createWebhook: route({
    summary: "Make the group's webhook; its secret is shown this once",
    source: 'interface 4.3, decisions 7',
    body: Type.Object({ url: WebAddress, isActive: Type.Optional(Type.Boolean({ default: true })) }),
    status: 201,
    answer: WebhookWithSecret,
    record: Webhook,
    errors: ['webhook_exists', 'plan_required'],
  }),
  getWebhook: route({
    summary: "Read the group's webhook",
    source: 'interface 4.3',
    status: 200,
    answer: Webhook,
    errors: ['plan_required'],
  }),
  updateWebhook: route({
    summary: 'Change the address, or switch the webhook off or on',
    source: 'interface 4.3',
    body: Type.Object({ url: Type.Optional(WebAddress), isActive: Type.Optional(Type.Boolean()) }),
    status: 200,
    answer: Webhook,
    errors: ['plan_required'],
  }),
  deleteWebhook: route({
    summary: "Delete the group's webhook, and the log of its deliveries with it",
    source: 'interface 4.3',
    status: 204,
    errors: ['plan_required'],
  }),
  refreshSecretWebhook: route({
    summary: 'Make a new secret; the old one ends at once, or after an overlap',
    source: 'interface 4.3, decisions 7',
    body: Type.Object({
      overlapSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 86_400,
          default: 0,
          description: 'How long the header webhook-signature carries both signatures.',
        }),
      ),
    }),
    status: 200,
    answer: WebhookWithSecret,
    errors: ['plan_required'],
  }),
  testWebhook: route({
    summary:
      "Send an event that did not happen, marked by x-lectern-test: 1; by itself of the group's newest room",
    source: 'decisions 7',
    body: Type.Object({
      eventName: Type.Optional(EventName),
      roomId: Type.Optional(Id),
    }),
    status: 202,
    answer: WebhookDelivery,
    errors: ['plan_required', 'webhook_blocked'],
  }),
  listWebhookDeliveries: route({
    summary: 'List what was sent and is to be sent, the newest first',
    source: 'decisions 7',
    query: ListQuery({
      eventName: Type.Optional(EventName),
      status: Type.Optional(DeliveryStatus),
      dateFrom: Type.Optional(TimestampIn),
      dateTo: Type.Optional(Until),
    }),
    status: 200,
    answer: List(WebhookDelivery),
    errors: ['plan_required'],
  }),
  getWebhookDelivery: route({
    summary: 'Read one delivery, with what was sent and what came back',
    source: 'decisions 7',
    status: 200,
    answer: WebhookDeliveryInFull,
    errors: ['plan_required'],
  }),
  redeliverWebhook: route({
    summary: 'Send a delivery once more, under its same id; one that waits for its next attempt is sent now',
    source: 'decisions 7',
    status: 202,
    answer: WebhookDelivery,
    errors: ['plan_required', 'webhook_blocked'],
  }),
  redeliverFailedWebhooks: route({
    summary: 'Send once more all that failed in a period',
    source: 'decisions 7',
    body: Type.Object({
      dateFrom: TimestampIn,
      dateTo: Type.Optional(Until),
      eventName: Type.Optional(EventName),
    }),
    status: 202,
    answer: Type.Object({
      count: Type.Integer({ minimum: 0, description: 'Deliveries to be sent once more.' }),
    }),
    errors: ['plan_required', 'webhook_blocked'],
  }),
};
