import { Type } from 'typebox';
import { eventNames } from '../events.ts';
import { route } from '../route.ts';
import { Id, List, ListQuery, Nullable, OneOf, Timestamp, TimestampIn, WebAddress } from '../shared.ts';

const EventName = OneOf(...eventNames);
/** The end of a period of deliveries. */
const Until = Type.String({
  format: 'date-time',
  description: 'ISO 8601 with an offset or Z; exclusive.',
});
const DeliveryStatus = OneOf('pending', 'delivered', 'failed');

/** The events that the webhook of a group gets. */
const events = Type.Array(EventName, {
  maxItems: eventNames.length,
  description:
    'The events that are sent, each once. Default: the six of calls and recordings. A list without any of these six names only those beyond them, and leaves the six as they are.',
});

const previousSecretUntil = Nullable(Timestamp, 'Until when the previous secret signs deliveries, too.');

export const Webhook = Type.Object({
  url: Type.String(),
  isActive: Type.Boolean(),
  events,
  isFailing: Type.Boolean({
    description: 'Whether the last 100 or more deliveries failed over 24 hours or more. Deliveries continue.',
  }),
  failedInRow: Type.Integer({
    minimum: 0,
    description: 'Failed deliveries since the last processed one.',
  }),
  failedSince: Nullable(Timestamp, 'When the first of those failed.'),
  previousSecretUntil,
});

export const WebhookWithSecret = Type.Object({
  url: Type.String(),
  secret: Type.String({ pattern: '^[A-Za-z0-9]{32}$', description: 'Shown only once.' }),
  signingSecret: Type.String({
    description: 'The same secret in the format of the Standard Webhooks libraries: whsec_…',
  }),
  isActive: Type.Boolean(),
  events,
  previousSecretUntil,
});

const wanted = Type.Array(EventName, {
  minItems: 1,
  maxItems: eventNames.length,
  description: 'The events that are sent, each once. Default: the six of calls and recordings.',
});

/** One of several webhooks of a group. */
export const GroupWebhook = Type.Object({
  id: Id,
  url: Type.String(),
  isActive: Type.Boolean(),
  isFirst: Type.Boolean({ description: 'Whether the operations on …/webhook are those of this one.' }),
  // No event is wanted after the list of the interface was emptied.
  eventNames: Type.Array(wanted.items, { description: 'The events that are sent, each once.' }),
  isFailing: Webhook.properties.isFailing,
  failedInRow: Webhook.properties.failedInRow,
  failedSince: Webhook.properties.failedSince,
  previousSecretUntil,
  createdAt: Timestamp,
});

const { secret, signingSecret } = WebhookWithSecret.properties;

export const GroupWebhookWithSecret = Type.Interface([GroupWebhook], { secret, signingSecret });

const attempt = {
  number: Type.Integer({
    minimum: 1,
    description:
      'A number occurs twice if the attempt was repeated after a crash of the server, or was not sent at first.',
  }),
  startedAt: Timestamp,
  durationMs: Type.Integer({ minimum: 0 }),
  url: Nullable(Type.String(), 'The URL that it was sent to; null: it was not sent.'),
  statusCode: Nullable(Type.Integer(), 'The status of the response; null: there was none.'),
  error: Nullable(Type.String(), 'Why there was no response, in a sentence.'),
};

/** One attempt of a delivery, with its request and response. */
export const WebhookAttempt = Type.Object({
  ...attempt,
  answer: Nullable(Type.String(), 'The first KiB of the response, as text: escape it before showing it.'),
  request: Nullable(
    Type.Object({
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'The headers that Lectern set: content-type, webhook-…, x-lectern-….',
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
  body: Type.String({ description: 'The exact bytes of the inner object, the same for all attempts.' }),
  attempts: Type.Array(WebhookAttempt),
});

/** The operations of the interface, on the first webhook of a group. */
const firstWebhookRoutes = {
  createWebhook: route({
    summary: "Create the group's webhook; its secret is shown only once",
    source: 'interface 4.3, decisions 7',
    body: Type.Object({
      url: WebAddress,
      isActive: Type.Optional(Type.Boolean({ default: true })),
      events: Type.Optional(events),
    }),
    status: 201,
    answer: WebhookWithSecret,
    record: Webhook,
    errors: ['webhook_exists', 'too_many_webhooks', 'plan_required'],
  }),
  getWebhook: route({
    summary: "Read the group's webhook",
    source: 'interface 4.3',
    status: 200,
    answer: Webhook,
    errors: ['plan_required'],
  }),
  updateWebhook: route({
    summary: 'Change the URL or the requested events, or turn the webhook off or on',
    source: 'interface 4.3, decisions 7',
    body: Type.Object({
      url: Type.Optional(WebAddress),
      isActive: Type.Optional(Type.Boolean()),
      events: Type.Optional(events),
    }),
    status: 200,
    answer: Webhook,
    errors: ['plan_required'],
  }),
  deleteWebhook: route({
    summary: "Delete the group's webhook with the log of its deliveries",
    source: 'interface 4.3',
    status: 204,
    errors: ['plan_required'],
  }),
  refreshSecretWebhook: route({
    summary: 'Create a new secret; the old one ends at once or after an overlap',
    source: 'interface 4.3, decisions 7',
    body: Type.Object({
      overlapSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 86_400,
          default: 0,
          description: 'How long the header webhook-signature has both signatures.',
        }),
      ),
    }),
    status: 200,
    answer: WebhookWithSecret,
    errors: ['plan_required'],
  }),
  testWebhook: route({
    summary: "Send a test event, marked by x-lectern-test: 1; by default for the group's newest room",
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
    summary: 'List the deliveries, newest first',
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
    summary: 'Read one delivery with its requests and responses',
    source: 'decisions 7',
    status: 200,
    answer: WebhookDeliveryInFull,
    errors: ['plan_required'],
  }),
  redeliverWebhook: route({
    summary: 'Send a delivery again under the same id; one that waits for its next attempt is sent now',
    source: 'decisions 7',
    status: 202,
    answer: WebhookDelivery,
    errors: ['plan_required', 'webhook_blocked'],
  }),
  redeliverFailedWebhooks: route({
    summary: 'Send all failed deliveries of a period again',
    source: 'decisions 7',
    body: Type.Object({
      dateFrom: TimestampIn,
      dateTo: Type.Optional(Until),
      eventName: Type.Optional(EventName),
    }),
    status: 202,
    answer: Type.Object({
      count: Type.Integer({ minimum: 0, description: 'Deliveries that are sent again.' }),
    }),
    errors: ['plan_required', 'webhook_blocked'],
  }),
};

const {
  deleteWebhook,
  refreshSecretWebhook,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhook,
  redeliverFailedWebhooks,
} = firstWebhookRoutes;

/** The same for each webhook of a group, which has its own events. */
const webhookByIdRoutes = {
  listWebhooks: route({
    summary: 'List the webhooks of a group',
    source: 'decisions 7',
    query: ListQuery({}),
    status: 200,
    answer: List(GroupWebhook),
    errors: ['plan_required'],
  }),
  addWebhook: route({
    summary: 'Add a webhook to a group, with its own events; its secret is shown only once',
    source: 'decisions 7',
    body: Type.Object({
      url: WebAddress,
      isActive: Type.Optional(Type.Boolean({ default: true })),
      eventNames: Type.Optional(wanted),
    }),
    status: 201,
    answer: GroupWebhookWithSecret,
    record: GroupWebhook,
    errors: ['too_many_webhooks', 'plan_required'],
  }),
  getWebhookById: route({
    summary: 'Read one webhook of a group',
    source: 'decisions 7',
    status: 200,
    answer: GroupWebhook,
    errors: ['plan_required'],
  }),
  updateWebhookById: route({
    summary: 'Change the URL or the events of a webhook, or turn it off or on',
    source: 'decisions 7',
    body: Type.Object({
      url: Type.Optional(WebAddress),
      isActive: Type.Optional(Type.Boolean()),
      eventNames: Type.Optional(wanted),
    }),
    status: 200,
    answer: GroupWebhook,
    errors: ['plan_required'],
  }),
  deleteWebhookById: { ...deleteWebhook, summary: 'Delete a webhook with the log of its deliveries' },
  refreshSecretWebhookById: route({
    ...refreshSecretWebhook,
    summary: 'Create a new secret for a webhook; the old one ends at once or after an overlap',
    answer: GroupWebhookWithSecret,
  }),
  testWebhookById: {
    ...testWebhook,
    summary: 'Send a test event to one webhook, whether it gets this event or not',
  },
  listWebhookDeliveriesById: {
    ...listWebhookDeliveries,
    summary: 'List the deliveries of one webhook, newest first',
  },
  getWebhookDeliveryById: {
    ...getWebhookDelivery,
    summary: 'Read one delivery of a webhook with its requests and responses',
  },
  redeliverWebhookById: {
    ...redeliverWebhook,
    summary: 'Send a delivery of a webhook again under the same id',
  },
  redeliverFailedWebhooksById: {
    ...redeliverFailedWebhooks,
    summary: 'Send all failed deliveries of a webhook in a period again',
  },
};

export const webhookRoutes = { ...firstWebhookRoutes, ...webhookByIdRoutes };
