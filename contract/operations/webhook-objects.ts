import { Type } from 'typebox';
import { eventNames } from '../events.ts';
import { ids } from '../examples/ids.ts';
import { hookUrl, sampleDelivery, sampleDeliveryHeaders } from '../examples/webhooks.ts';
import { About, giveExample, Model, named, Sample, sampleOf } from '../model.ts';
import {
  CallId,
  Count,
  CreatedAt,
  Flag,
  Id,
  Nullable,
  OneOf,
  OwnId,
  RoomId,
  Text,
  TextOrNull,
  Timestamp,
  WebAddress,
  Whole,
} from '../shared.ts';

const target = 'The URL that gets the events, http or https.';
export const Target = About(WebAddress, target, hookUrl);
const StoredTarget = Text(target, hookUrl);
export const EventName = OneOf(...eventNames);
const activeText = 'Whether events are sent to the webhook. Default true.';
export const IsActive = Flag(activeText, true);
export const IsActiveAtFirst = Type.Boolean({ default: true, description: activeText });
export const DeliveryStatus = OneOf('pending', 'delivered', 'failed');

/** The events that the webhook of a group gets. */
export const webhookEvents = Type.Array(EventName, {
  maxItems: eventNames.length,
  description:
    'The events that are sent, each once. Default: the six of calls and recordings. A list without any of these six names only those beyond them, and leaves the six as they are.',
  sample: ['call_finished', 'report_ready'],
});

const previousSecretUntil = Nullable(
  Timestamp,
  'Until when the previous secret signs deliveries, too.',
  null,
);

export const Webhook = Model('Webhook', {
  url: StoredTarget,
  isActive: IsActive,
  events: webhookEvents,
  isFailing: Flag(
    'Whether the last 100 or more deliveries failed over 24 hours or more. Deliveries continue.',
    false,
  ),
  failedInRow: Count('Failed deliveries since the last processed one.', 0),
  failedSince: Nullable(Timestamp, 'When the first of those failed.', null),
  previousSecretUntil,
});

export const WebhookWithSecret = Model('WebhookWithSecret', {
  url: StoredTarget,
  secret: Type.String({
    pattern: '^[A-Za-z0-9]{32}$',
    description: 'Shown only once.',
    sample: 'v7Rk2TxQ9mLw4ZyNb8SpHd6GjFc3UeAa',
  }),
  signingSecret: Text(
    'The same secret in the format of the Standard Webhooks libraries: whsec_…',
    'whsec_djdSazJUeFE5bUx3NFp5TmI4U3BIZDZHakZjM1VlQWE=',
  ),
  isActive: IsActive,
  events: webhookEvents,
  previousSecretUntil,
});

export const wantedEvents = Type.Array(EventName, {
  minItems: 1,
  maxItems: eventNames.length,
  description: 'The events that are sent, each once. Default: the six of calls and recordings.',
  sample: ['record_finished', 'transcription_ready'],
});

/** One of several webhooks of a group. */
export const GroupWebhook = Model('GroupWebhook', {
  id: Sample(OwnId, ids.webhook),
  url: StoredTarget,
  isActive: IsActive,
  isFirst: Flag('Whether the operations on …/webhook are those of this one.', false),
  // No event is wanted after the list of the interface was emptied.
  eventNames: Type.Array(wantedEvents.items, {
    description: 'The events that are sent, each once.',
    sample: ['record_finished', 'transcription_ready'],
  }),
  isFailing: Webhook.properties.isFailing,
  failedInRow: Webhook.properties.failedInRow,
  failedSince: Webhook.properties.failedSince,
  previousSecretUntil,
  createdAt: Sample(CreatedAt, '2026-03-02T09:15:40.117Z'),
});
const { events: _, ...likeFirst } = sampleOf(Webhook);
giveExample(GroupWebhook, { ...likeFirst, ...sampleOf(GroupWebhook) });

const { secret, signingSecret } = WebhookWithSecret.properties;

export const GroupWebhookWithSecret = named(
  'GroupWebhookWithSecret',
  Type.Interface([GroupWebhook], { secret, signingSecret }),
);
giveExample(GroupWebhookWithSecret, { ...sampleOf(GroupWebhook), ...sampleOf(GroupWebhookWithSecret) });

const attempt = {
  number: Whole(
    { minimum: 1 },
    'A number occurs twice if the attempt was repeated after a crash of the server, or was not sent at first.',
    1,
  ),
  startedAt: About(Timestamp, 'When the attempt was made.', '2026-03-17T14:47:21.052Z'),
  durationMs: Count('How long the attempt took, in milliseconds.', 143),
  url: TextOrNull('The URL that it was sent to; null: it was not sent.', hookUrl),
  statusCode: Nullable(Type.Integer(), 'The status of the response; null: there was none.', 204),
  error: TextOrNull('Why there was no response, in a sentence.', null),
};

/** The headers of a delivery that is no test and not of a sample call. */
const { 'x-lectern-test': __, 'x-lectern-sample': ___, ...sentHeaders } = sampleDeliveryHeaders;

/** One attempt of a delivery, with its request and response. */
const WebhookAttempt = Model('WebhookAttempt', {
  ...attempt,
  answer: TextOrNull('The first KiB of the response, as text: escape it before showing it.', ''),
  request: Nullable(
    Type.Object({
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'The headers that Lectern set: content-type, webhook-…, x-lectern-….',
        sample: { 'content-type': 'application/json', ...sentHeaders },
      }),
      body: Text('Exactly as it was sent.', JSON.stringify(sampleDelivery)),
    }),
    'The request; null: none was sent.',
  ),
});

const delivery = {
  id: About(Id, 'The delivery, as deliveryId in paths.', ids.delivery),
  eventId: Text('The webhook-id of every attempt.', sampleDeliveryHeaders['webhook-id']),
  eventName: About(EventName, 'The event: one of the events of webhooks.', 'record_finished'),
  roomId: RoomId,
  recordId: Type.Optional(About(Id, 'The recording, for events of a recording.', ids.record)),
  callId: Type.Optional(CallId),
  status: About(
    DeliveryStatus,
    'pending: to be sent; delivered: the receiver responded with 2xx; failed: no attempt is left.',
    'delivered',
  ),
  isTest: Flag('Whether testWebhook requested it: the event did not happen.', false),
  createdAt: Sample(CreatedAt, '2026-03-17T14:47:20.412Z'),
  nextAttemptAt: Nullable(Timestamp, 'When it is sent next; null: it is not sent again.', null),
};

export const WebhookDelivery = Model('WebhookDelivery', {
  ...delivery,
  attempts: Type.Array(Type.Object(attempt), { description: 'All attempts to send it, in order.' }),
});

export const WebhookDeliveryInFull = Model('WebhookDeliveryInFull', {
  ...delivery,
  body: Text(
    'The exact bytes of the inner object, the same for all attempts.',
    JSON.stringify(sampleDelivery.body),
  ),
  attempts: Type.Array(WebhookAttempt, { description: 'All attempts to send it, in order.' }),
});
