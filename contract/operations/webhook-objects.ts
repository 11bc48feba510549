import { Type } from 'typebox';
import { eventNames } from '../events.ts';
import {
  sampleGroupWebhook,
  sampleWebhook,
  sampleWebhookDelivery,
  sampleWebhookDeliveryInFull,
  sampleWebhookWithSecret,
} from '../examples/webhooks.ts';
import { About, giveExample, Model, named } from '../model.ts';
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
} from '../shared.ts';

const target = 'The URL that gets the events, http or https.';
export const Target = About(WebAddress, target);
const StoredTarget = Text(target);
export const EventName = OneOf(...eventNames);
const activeText = 'Whether events are sent to the webhook. Default true.';
export const IsActive = Flag(activeText);
export const IsActiveAtFirst = Type.Boolean({ default: true, description: activeText });
export const DeliveryStatus = OneOf('pending', 'delivered', 'failed');

/** The events that the webhook of a group gets. */
export const webhookEvents = Type.Array(EventName, {
  maxItems: eventNames.length,
  description:
    'The events that are sent, each once. Default: the six of calls and recordings. A list without any of these six names only those beyond them, and leaves the six as they are.',
});

const previousSecretUntil = Nullable(Timestamp, 'Until when the previous secret signs deliveries, too.');

export const Webhook = Model('Webhook', {
  url: StoredTarget,
  isActive: IsActive,
  events: webhookEvents,
  isFailing: Flag(
    'Whether the last 100 or more deliveries failed over 24 hours or more. Deliveries continue.',
  ),
  failedInRow: Count('Failed deliveries since the last processed one.'),
  failedSince: Nullable(Timestamp, 'When the first of those failed.'),
  previousSecretUntil,
});
giveExample(Webhook, sampleWebhook);

export const WebhookWithSecret = Model('WebhookWithSecret', {
  url: StoredTarget,
  secret: Type.String({ pattern: '^[A-Za-z0-9]{32}$', description: 'Shown only once.' }),
  signingSecret: Text('The same secret in the format of the Standard Webhooks libraries: whsec_…'),
  isActive: IsActive,
  events: webhookEvents,
  previousSecretUntil,
});
giveExample(WebhookWithSecret, sampleWebhookWithSecret);

export const wantedEvents = Type.Array(EventName, {
  minItems: 1,
  maxItems: eventNames.length,
  description: 'The events that are sent, each once. Default: the six of calls and recordings.',
});

/** One of several webhooks of a group. */
export const GroupWebhook = Model('GroupWebhook', {
  id: OwnId,
  url: StoredTarget,
  isActive: IsActive,
  isFirst: Flag('Whether the operations on …/webhook are those of this one.'),
  // No event is wanted after the list of the interface was emptied.
  eventNames: Type.Array(wantedEvents.items, { description: 'The events that are sent, each once.' }),
  isFailing: Webhook.properties.isFailing,
  failedInRow: Webhook.properties.failedInRow,
  failedSince: Webhook.properties.failedSince,
  previousSecretUntil,
  createdAt: CreatedAt,
});
giveExample(GroupWebhook, sampleGroupWebhook);

const { secret, signingSecret } = WebhookWithSecret.properties;

export const GroupWebhookWithSecret = named(
  'GroupWebhookWithSecret',
  Type.Interface([GroupWebhook], { secret, signingSecret }),
);
giveExample(GroupWebhookWithSecret, {
  ...sampleGroupWebhook,
  secret: sampleWebhookWithSecret.secret,
  signingSecret: sampleWebhookWithSecret.signingSecret,
});

const attempt = {
  number: Type.Integer({
    minimum: 1,
    description:
      'A number occurs twice if the attempt was repeated after a crash of the server, or was not sent at first.',
  }),
  startedAt: About(Timestamp, 'When the attempt was made.'),
  durationMs: Count('How long the attempt took, in milliseconds.'),
  url: TextOrNull('The URL that it was sent to; null: it was not sent.'),
  statusCode: Nullable(Type.Integer(), 'The status of the response; null: there was none.'),
  error: TextOrNull('Why there was no response, in a sentence.'),
};

/** One attempt of a delivery, with its request and response. */
const WebhookAttempt = Model('WebhookAttempt', {
  ...attempt,
  answer: TextOrNull('The first KiB of the response, as text: escape it before showing it.'),
  request: Nullable(
    Type.Object({
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'The headers that Lectern set: content-type, webhook-…, x-lectern-….',
      }),
      body: Text('Exactly as it was sent.'),
    }),
    'The request; null: none was sent.',
  ),
});

const delivery = {
  id: About(Id, 'The delivery, as deliveryId in paths.'),
  eventId: Text('The webhook-id of every attempt.'),
  eventName: About(EventName, 'The event: one of the events of webhooks.'),
  roomId: RoomId,
  recordId: Type.Optional(About(Id, 'The recording, for events of a recording.')),
  callId: Type.Optional(CallId),
  status: About(
    DeliveryStatus,
    'pending: to be sent; delivered: the receiver responded with 2xx; failed: no attempt is left.',
  ),
  isTest: Flag('Whether testWebhook requested it: the event did not happen.'),
  createdAt: CreatedAt,
  nextAttemptAt: Nullable(Timestamp, 'When it is sent next; null: it is not sent again.'),
};

export const WebhookDelivery = Model('WebhookDelivery', {
  ...delivery,
  attempts: Type.Array(Type.Object(attempt), { description: 'All attempts to send it, in order.' }),
});
giveExample(WebhookDelivery, sampleWebhookDelivery);

export const WebhookDeliveryInFull = Model('WebhookDeliveryInFull', {
  ...delivery,
  body: Text('The exact bytes of the inner object, the same for all attempts.'),
  attempts: Type.Array(WebhookAttempt, { description: 'All attempts to send it, in order.' }),
});
giveExample(WebhookDeliveryInFull, sampleWebhookDeliveryInFull);
