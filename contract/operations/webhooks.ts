import { Type } from 'typebox';
import { ids, samplePeriod } from '../examples/ids.ts';
import { About, Sample, sampleOf } from '../model.ts';
import { owners, space } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { Count, Id, List, ListQuery, TimestampIn, Whole } from '../shared.ts';
import {
  DeliveryStatus,
  EventName,
  GroupWebhook,
  GroupWebhookWithSecret,
  IsActive,
  IsActiveAtFirst,
  Target,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryInFull,
  WebhookWithSecret,
  wantedEvents,
  webhookEvents,
} from './webhook-objects.ts';

/** The end of a period of deliveries. */
const Until = Type.String({
  format: 'date-time',
  description: 'ISO 8601 with an offset or Z; exclusive.',
});

const { attempts, ...delivered } = sampleOf(WebhookDelivery);
/** A delivery that failed at first and is sent again. */
const samplePending = {
  ...delivered,
  status: 'pending',
  nextAttemptAt: '2026-03-17T15:20:00.000Z',
  attempts: attempts.map((attempt) => ({ ...attempt, statusCode: 503 })),
} as const;

/** The operations of the interface, on the first webhook of a group. */
const first = {
  createWebhook: route({
    path: 'POST /v1/spaces/:spaceId/webhook',
    permission: space('owner', owners),
    summary: "Create the group's webhook; its secret is shown only once",
    source: 'interface 4.3, decisions 7',
    body: Type.Object({
      url: Target,
      isActive: Type.Optional(IsActiveAtFirst),
      events: Type.Optional(webhookEvents),
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
      isActive: Type.Optional(IsActive),
      events: Type.Optional(webhookEvents),
    }),
    answer: Webhook,
    errors: ['plan_required'],
  }),
  deleteWebhook: route({
    path: 'DELETE /v1/spaces/:spaceId/webhook',
    permission: space('owner', owners),
    summary: "Delete the group's webhook with the log of its deliveries",
    source: 'interface 4.3',
    errors: ['plan_required'],
  }),
  refreshSecretWebhook: route({
    path: 'PUT /v1/spaces/:spaceId/webhook/refresh-secret',
    permission: space('owner', owners),
    summary: 'Create a new secret; the old one ends at once or after an overlap',
    source: 'interface 4.3, decisions 7',
    body: Type.Object({
      overlapSeconds: Type.Optional(
        Whole(
          { minimum: 0, maximum: 86_400, default: 0 },
          'How long the header webhook-signature has both signatures.',
        ),
      ),
    }),
    answer: WebhookWithSecret,
    errors: ['plan_required'],
    example: { body: { overlapSeconds: 3600 } },
  }),
  testWebhook: route({
    path: 'POST /v1/spaces/:spaceId/webhook/test',
    permission: space('owner', owners),
    audited: false,
    summary: "Send a test event, marked by x-lectern-test: 1; by default for the group's newest room",
    body: Type.Object({
      eventName: Type.Optional(About(EventName, 'The event: one of the events of webhooks.')),
      roomId: Type.Optional(About(Id, "The room that the event names; absent: the group's newest room.")),
    }),
    status: 202,
    answer: WebhookDelivery,
    errors: ['plan_required', 'webhook_blocked'],
    example: {
      body: { eventName: 'record_finished', roomId: ids.room },
      answer: { ...samplePending, isTest: true, attempts: [] },
    },
  }),
  listWebhookDeliveries: route({
    path: 'GET /v1/spaces/:spaceId/webhook/deliveries',
    permission: space('owner', owners),
    summary: 'List the deliveries, newest first',
    query: ListQuery({
      eventName: Type.Optional({ ...EventName, description: 'Only deliveries of this event.' }),
      status: Type.Optional({ ...DeliveryStatus, description: 'Only items with this status.' }),
      dateFrom: Type.Optional(TimestampIn),
      dateTo: Type.Optional(Until),
    }),
    answer: List(WebhookDelivery),
    errors: ['plan_required'],
    example: { query: samplePeriod },
  }),
  getWebhookDelivery: route({
    path: 'GET /v1/spaces/:spaceId/webhook/deliveries/:deliveryId',
    permission: space('owner', owners),
    summary: 'Read one delivery with its requests and responses',
    answer: WebhookDeliveryInFull,
    errors: ['plan_required'],
  }),
  redeliverWebhook: route({
    path: 'POST /v1/spaces/:spaceId/webhook/deliveries/:deliveryId/redeliver',
    permission: space('owner', owners),
    audited: false,
    summary: 'Send a delivery again under the same id; one that waits for its next attempt is sent now',
    status: 202,
    answer: WebhookDelivery,
    errors: ['plan_required', 'webhook_blocked'],
    example: { answer: samplePending },
  }),
  redeliverFailedWebhooks: route({
    path: 'POST /v1/spaces/:spaceId/webhook/deliveries/redeliver',
    permission: space('owner', owners),
    audited: false,
    summary: 'Send all failed deliveries of a period again',
    body: Type.Object({
      dateFrom: About(TimestampIn, 'The beginning of the period, inclusive.', '2026-03-01T00:00:00.000Z'),
      dateTo: Type.Optional(Sample(Until, '2026-04-01T00:00:00.000Z')),
      eventName: Type.Optional(
        About(EventName, 'The event: one of the events of webhooks.', 'record_finished'),
      ),
    }),
    status: 202,
    answer: Type.Object({
      count: Count('Deliveries that are sent again.', 7),
    }),
    errors: ['plan_required', 'webhook_blocked'],
  }),
};

/** The same for each webhook of a group, which has its own events. */
const webhookByIdRoutes = {
  listWebhooks: route({
    path: 'GET /v1/spaces/:spaceId/webhooks',
    permission: space('owner', owners),
    summary: 'List the webhooks of a group',
    query: ListQuery({}),
    answer: List(GroupWebhook),
    errors: ['plan_required'],
  }),
  addWebhook: route({
    path: 'POST /v1/spaces/:spaceId/webhooks',
    permission: space('owner', owners),
    summary: 'Add a webhook to a group, with its own events; its secret is shown only once',
    body: Type.Object({
      url: Target,
      isActive: Type.Optional(IsActiveAtFirst),
      eventNames: Type.Optional(wantedEvents),
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
    answer: GroupWebhook,
    errors: ['plan_required'],
  }),
  updateWebhookById: route({
    path: 'PUT /v1/spaces/:spaceId/webhooks/:webhookId',
    permission: space('owner', owners),
    summary: 'Change the URL or the events of a webhook, or turn it off or on',
    body: Type.Object({
      url: Type.Optional(Target),
      isActive: Type.Optional(IsActive),
      eventNames: Type.Optional(wantedEvents),
    }),
    answer: GroupWebhook,
    errors: ['plan_required'],
    example: { body: { isActive: true, eventNames: sampleOf(GroupWebhook).eventNames } },
  }),
  deleteWebhookById: route({
    ...first.deleteWebhook,
    path: 'DELETE /v1/spaces/:spaceId/webhooks/:webhookId',
    summary: 'Delete a webhook with the log of its deliveries',
  }),
  refreshSecretWebhookById: route({
    ...first.refreshSecretWebhook,
    path: 'PUT /v1/spaces/:spaceId/webhooks/:webhookId/refresh-secret',
    summary: 'Create a new secret for a webhook; the old one ends at once or after an overlap',
    answer: GroupWebhookWithSecret,
  }),
  testWebhookById: route({
    ...first.testWebhook,
    path: 'POST /v1/spaces/:spaceId/webhooks/:webhookId/test',
    summary: 'Send a test event to one webhook, whether it gets this event or not',
    example: { answer: { ...samplePending, isTest: true, attempts: [] } },
  }),
  listWebhookDeliveriesById: route({
    ...first.listWebhookDeliveries,
    path: 'GET /v1/spaces/:spaceId/webhooks/:webhookId/deliveries',
    summary: 'List the deliveries of one webhook, newest first',
  }),
  getWebhookDeliveryById: route({
    ...first.getWebhookDelivery,
    path: 'GET /v1/spaces/:spaceId/webhooks/:webhookId/deliveries/:deliveryId',
    summary: 'Read one delivery of a webhook with its requests and responses',
  }),
  redeliverWebhookById: route({
    ...first.redeliverWebhook,
    path: 'POST /v1/spaces/:spaceId/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    summary: 'Send a delivery of a webhook again under the same id',
  }),
  redeliverFailedWebhooksById: route({
    ...first.redeliverFailedWebhooks,
    path: 'POST /v1/spaces/:spaceId/webhooks/:webhookId/deliveries/redeliver',
    summary: 'Send all failed deliveries of a webhook in a period again',
  }),
};

export const webhookRoutes = section('Webhooks', 'decisions 7', {
  ...first,
  ...webhookByIdRoutes,
});
