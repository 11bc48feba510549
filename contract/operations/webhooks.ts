import { Type } from 'typebox';
import { eventNames } from '../events.ts';
import { About, Model, named } from '../model.ts';
import { owners, space } from '../permissions/permission.ts';
import { route } from '../route.ts';
import {
  CallId,
  CreatedAt,
  Id,
  List,
  ListQuery,
  Nullable,
  OneOf,
  OwnId,
  RoomId,
  Timestamp,
  TimestampIn,
  WebAddress,
} from '../shared.ts';

const target = 'The URL that gets the events, http or https.';
const Target = About(WebAddress, target);
const StoredTarget = Type.String({ description: target });
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

export const Webhook = Model('Webhook', {
  url: StoredTarget,
  isActive: Type.Boolean({ description: 'Whether events are sent to the webhook. Default true.' }),
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

export const WebhookWithSecret = Model('WebhookWithSecret', {
  url: StoredTarget,
  secret: Type.String({ pattern: '^[A-Za-z0-9]{32}$', description: 'Shown only once.' }),
  signingSecret: Type.String({
    description: 'The same secret in the format of the Standard Webhooks libraries: whsec_…',
  }),
  isActive: Type.Boolean({ description: 'Whether events are sent to the webhook. Default true.' }),
  events,
  previousSecretUntil,
});

const wanted = Type.Array(EventName, {
  minItems: 1,
  maxItems: eventNames.length,
  description: 'The events that are sent, each once. Default: the six of calls and recordings.',
});

/** One of several webhooks of a group. */
export const GroupWebhook = Model('GroupWebhook', {
  id: OwnId,
  url: StoredTarget,
  isActive: Type.Boolean({ description: 'Whether events are sent to the webhook. Default true.' }),
  isFirst: Type.Boolean({ description: 'Whether the operations on …/webhook are those of this one.' }),
  // No event is wanted after the list of the interface was emptied.
  eventNames: Type.Array(wanted.items, { description: 'The events that are sent, each once.' }),
  isFailing: Webhook.properties.isFailing,
  failedInRow: Webhook.properties.failedInRow,
  failedSince: Webhook.properties.failedSince,
  previousSecretUntil,
  createdAt: CreatedAt,
});

const { secret, signingSecret } = WebhookWithSecret.properties;

export const GroupWebhookWithSecret = named(
  'GroupWebhookWithSecret',
  Type.Interface([GroupWebhook], { secret, signingSecret }),
);

const attempt = {
  number: Type.Integer({
    minimum: 1,
    description:
      'A number occurs twice if the attempt was repeated after a crash of the server, or was not sent at first.',
  }),
  startedAt: About(Timestamp, 'When the attempt was made.'),
  durationMs: Type.Integer({ minimum: 0, description: 'How long the attempt took, in milliseconds.' }),
  url: Nullable(Type.String(), 'The URL that it was sent to; null: it was not sent.'),
  statusCode: Nullable(Type.Integer(), 'The status of the response; null: there was none.'),
  error: Nullable(Type.String(), 'Why there was no response, in a sentence.'),
};

/** One attempt of a delivery, with its request and response. */
export const WebhookAttempt = Model('WebhookAttempt', {
  ...attempt,
  answer: Nullable(Type.String(), 'The first KiB of the response, as text: escape it before showing it.'),
  request: Nullable(
    Type.Object({
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'The headers that Lectern set: content-type, webhook-…, x-lectern-….',
      }),
      body: Type.String({ description: 'Exactly as it was sent.' }),
    }),
    'The request; null: none was sent.',
  ),
});

const delivery = {
  id: About(Id, 'The delivery, as deliveryId in paths.'),
  eventId: Type.String({ description: 'The webhook-id of every attempt.' }),
  eventName: About(EventName, 'The event: one of the events of webhooks.'),
  roomId: RoomId,
  recordId: Type.Optional(About(Id, 'The recording, for events of a recording.')),
  callId: Type.Optional(CallId),
  status: About(
    DeliveryStatus,
    'pending: to be sent; delivered: the receiver responded with 2xx; failed: no attempt is left.',
  ),
  isTest: Type.Boolean({ description: 'Whether testWebhook requested it: the event did not happen.' }),
  createdAt: CreatedAt,
  nextAttemptAt: Nullable(Timestamp, 'When it is sent next; null: it is not sent again.'),
};

export const WebhookDelivery = Model('WebhookDelivery', {
  ...delivery,
  attempts: Type.Array(Type.Object(attempt), { description: 'All attempts to send it, in order.' }),
});

export const WebhookDeliveryInFull = Model('WebhookDeliveryInFull', {
  ...delivery,
  body: Type.String({ description: 'The exact bytes of the inner object, the same for all attempts.' }),
  attempts: Type.Array(WebhookAttempt, { description: 'All attempts to send it, in order.' }),
});

/** The operations of the interface, on the first webhook of a group. */
const firstWebhookRoutes = {
  createWebhook: route({
    path: 'POST /v1/spaces/:spaceId/webhook',
    permission: space('owner', owners),
    summary: "Create the group's webhook; its secret is shown only once",
    source: 'interface 4.3, decisions 7',
    body: Type.Object({
      url: Target,
      isActive: Type.Optional(
        Type.Boolean({ default: true, description: 'Whether events are sent to the webhook. Default true.' }),
      ),
      events: Type.Optional(events),
    }),
    status: 201,
    answer: WebhookWithSecret,
    record: Webhook,
    errors: ['webhook_exists', 'too_many_webhooks', 'plan_required'],
    ignoresKey: true,
  }),
  getWebhook: route({
    path: 'GET /v1/spaces/:spaceId/webhook',
    permission: space('owner', owners),
    summary: "Read the group's webhook",
    source: 'interface 4.3',
    status: 200,
    answer: Webhook,
    errors: ['plan_required'],
  }),
  updateWebhook: route({
    path: 'PUT /v1/spaces/:spaceId/webhook',
    permission: space('owner', owners),
    summary: 'Change the URL or the requested events, or turn the webhook off or on',
    source: 'interface 4.3, decisions 7',
    body: Type.Object({
      url: Type.Optional(Target),
      isActive: Type.Optional(
        Type.Boolean({ description: 'Whether events are sent to the webhook. Default true.' }),
      ),
      events: Type.Optional(events),
    }),
    status: 200,
    answer: Webhook,
    errors: ['plan_required'],
  }),
  deleteWebhook: route({
    path: 'DELETE /v1/spaces/:spaceId/webhook',
    permission: space('owner', owners),
    summary: "Delete the group's webhook with the log of its deliveries",
    source: 'interface 4.3',
    status: 204,
    errors: ['plan_required'],
  }),
  refreshSecretWebhook: route({
    path: 'PUT /v1/spaces/:spaceId/webhook/refresh-secret',
    permission: space('owner', owners),
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
    path: 'POST /v1/spaces/:spaceId/webhook/test',
    permission: space('owner', owners),
    summary: "Send a test event, marked by x-lectern-test: 1; by default for the group's newest room",
    source: 'decisions 7',
    body: Type.Object({
      eventName: Type.Optional(About(EventName, 'The event: one of the events of webhooks.')),
      roomId: Type.Optional(About(Id, "The room that the event names; absent: the group's newest room.")),
    }),
    status: 202,
    answer: WebhookDelivery,
    errors: ['plan_required', 'webhook_blocked'],
  }),
  listWebhookDeliveries: route({
    path: 'GET /v1/spaces/:spaceId/webhook/deliveries',
    permission: space('owner', owners),
    summary: 'List the deliveries, newest first',
    source: 'decisions 7',
    query: ListQuery({
      eventName: Type.Optional({ ...EventName, description: 'Only deliveries of this event.' }),
      status: Type.Optional({ ...DeliveryStatus, description: 'Only items with this status.' }),
      dateFrom: Type.Optional(TimestampIn),
      dateTo: Type.Optional(Until),
    }),
    status: 200,
    answer: List(WebhookDelivery),
    errors: ['plan_required'],
  }),
  getWebhookDelivery: route({
    path: 'GET /v1/spaces/:spaceId/webhook/deliveries/:deliveryId',
    permission: space('owner', owners),
    summary: 'Read one delivery with its requests and responses',
    source: 'decisions 7',
    status: 200,
    answer: WebhookDeliveryInFull,
    errors: ['plan_required'],
  }),
  redeliverWebhook: route({
    path: 'POST /v1/spaces/:spaceId/webhook/deliveries/:deliveryId/redeliver',
    permission: space('owner', owners),
    summary: 'Send a delivery again under the same id; one that waits for its next attempt is sent now',
    source: 'decisions 7',
    status: 202,
    answer: WebhookDelivery,
    errors: ['plan_required', 'webhook_blocked'],
  }),
  redeliverFailedWebhooks: route({
    path: 'POST /v1/spaces/:spaceId/webhook/deliveries/redeliver',
    permission: space('owner', owners),
    summary: 'Send all failed deliveries of a period again',
    source: 'decisions 7',
    body: Type.Object({
      dateFrom: About(TimestampIn, 'The beginning of the period, inclusive.'),
      dateTo: Type.Optional(Until),
      eventName: Type.Optional(About(EventName, 'The event: one of the events of webhooks.')),
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
    path: 'GET /v1/spaces/:spaceId/webhooks',
    permission: space('owner', owners),
    summary: 'List the webhooks of a group',
    source: 'decisions 7',
    query: ListQuery({}),
    status: 200,
    answer: List(GroupWebhook),
    errors: ['plan_required'],
  }),
  addWebhook: route({
    path: 'POST /v1/spaces/:spaceId/webhooks',
    permission: space('owner', owners),
    summary: 'Add a webhook to a group, with its own events; its secret is shown only once',
    source: 'decisions 7',
    body: Type.Object({
      url: Target,
      isActive: Type.Optional(
        Type.Boolean({ default: true, description: 'Whether events are sent to the webhook. Default true.' }),
      ),
      eventNames: Type.Optional(wanted),
    }),
    status: 201,
    answer: GroupWebhookWithSecret,
    record: GroupWebhook,
    errors: ['too_many_webhooks', 'plan_required'],
    ignoresKey: true,
  }),
  getWebhookById: route({
    path: 'GET /v1/spaces/:spaceId/webhooks/:webhookId',
    permission: space('owner', owners),
    summary: 'Read one webhook of a group',
    source: 'decisions 7',
    status: 200,
    answer: GroupWebhook,
    errors: ['plan_required'],
  }),
  updateWebhookById: route({
    path: 'PUT /v1/spaces/:spaceId/webhooks/:webhookId',
    permission: space('owner', owners),
    summary: 'Change the URL or the events of a webhook, or turn it off or on',
    source: 'decisions 7',
    body: Type.Object({
      url: Type.Optional(Target),
      isActive: Type.Optional(
        Type.Boolean({ description: 'Whether events are sent to the webhook. Default true.' }),
      ),
      eventNames: Type.Optional(wanted),
    }),
    status: 200,
    answer: GroupWebhook,
    errors: ['plan_required'],
  }),
  deleteWebhookById: route({
    ...deleteWebhook,
    path: 'DELETE /v1/spaces/:spaceId/webhooks/:webhookId',
    summary: 'Delete a webhook with the log of its deliveries',
  }),
  refreshSecretWebhookById: route({
    ...refreshSecretWebhook,
    path: 'PUT /v1/spaces/:spaceId/webhooks/:webhookId/refresh-secret',
    summary: 'Create a new secret for a webhook; the old one ends at once or after an overlap',
    answer: GroupWebhookWithSecret,
  }),
  testWebhookById: route({
    ...testWebhook,
    path: 'POST /v1/spaces/:spaceId/webhooks/:webhookId/test',
    summary: 'Send a test event to one webhook, whether it gets this event or not',
  }),
  listWebhookDeliveriesById: route({
    ...listWebhookDeliveries,
    path: 'GET /v1/spaces/:spaceId/webhooks/:webhookId/deliveries',
    summary: 'List the deliveries of one webhook, newest first',
  }),
  getWebhookDeliveryById: route({
    ...getWebhookDelivery,
    path: 'GET /v1/spaces/:spaceId/webhooks/:webhookId/deliveries/:deliveryId',
    summary: 'Read one delivery of a webhook with its requests and responses',
  }),
  redeliverWebhookById: route({
    ...redeliverWebhook,
    path: 'POST /v1/spaces/:spaceId/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    summary: 'Send a delivery of a webhook again under the same id',
  }),
  redeliverFailedWebhooksById: route({
    ...redeliverFailedWebhooks,
    path: 'POST /v1/spaces/:spaceId/webhooks/:webhookId/deliveries/redeliver',
    summary: 'Send all failed deliveries of a webhook in a period again',
  }),
};

export const webhookRoutes = { ...firstWebhookRoutes, ...webhookByIdRoutes };
