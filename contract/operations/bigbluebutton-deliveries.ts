import { Type } from 'typebox';
import { ids } from '../examples/ids.ts';
import { About, Model, sampleOf } from '../model.ts';
import { owners, space } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  Count,
  CreatedAt,
  Id,
  List,
  ListQuery,
  Nullable,
  OneOf,
  RoomId,
  Text,
  TextOrNull,
  Timestamp,
  Whole,
} from '../shared.ts';
import { DeliveryStatus } from './webhook-objects.ts';

/** The events of hooks, as BigBlueButton names them. */
export const hookEventNames = [
  'meeting-created',
  'meeting-ended',
  'meeting-recording-started',
  'meeting-recording-stopped',
  'meeting-screenshare-started',
  'meeting-screenshare-stopped',
  'user-joined',
  'user-left',
  'user-audio-voice-enabled',
  'user-audio-voice-disabled',
  'user-audio-muted',
  'user-audio-unmuted',
  'user-cam-broadcast-start',
  'user-cam-broadcast-end',
  'user-presenter-assigned',
  'user-raise-hand-changed',
  'user-emoji-changed',
  'chat-group-message-sent',
  'poll-started',
  'poll-responded',
  'rap-process-started',
  'rap-process-ended',
  'rap-publish-ended',
  'rap-published',
  'rap-unpublished',
  'rap-deleted',
] as const;
export type HookEventName = (typeof hookEventNames)[number];

export const callbackNames = ['end', 'recording-ready', 'analytics', ...hookEventNames] as const;
export type CallbackName = (typeof callbackNames)[number];
const CallbackEvent = OneOf(...callbackNames);

const attempt = {
  number: Whole({ minimum: 1 }, 'A number occurs twice if the server stopped during the attempt.', 1),
  startedAt: About(Timestamp, 'When the attempt was made.', '2026-03-17T14:47:21.052Z'),
  durationMs: Count('How long the attempt took, in milliseconds.', 143),
  statusCode: Nullable(Type.Integer(), 'The status of the response; null: there was none.', 200),
  error: TextOrNull('Why there was no response, in a sentence.', null),
};

const delivery = {
  id: About(Id, 'The delivery, as callbackId in paths.', ids.delivery),
  eventName: About(
    CallbackEvent,
    'end: the meeting ended; recording-ready: its recording can be watched; analytics: who took part. The others are events of hooks.',
    'recording-ready',
  ),
  roomId: RoomId,
  meetingId: Text('The id of the meeting in the program that created it.', 'algebra-7b'),
  url: Text(
    'Where it is sent: the URL that `create` or `hooks/create` named.',
    'https://lms.example.org/bbb_broker.php?id=12',
  ),
  status: About(
    DeliveryStatus,
    'pending: to be sent; delivered: the receiver responded with 2xx; failed: no attempt is left.',
    'delivered',
  ),
  createdAt: About(CreatedAt, 'When it was queued.', '2026-03-17T14:47:20.412Z'),
  nextAttemptAt: Nullable(Timestamp, 'When it is sent next; null: it is not sent again.', null),
};

const BigBlueButtonDelivery = Model('BigBlueButtonDelivery', {
  ...delivery,
  attempts: Type.Array(Type.Object(attempt), { description: 'The newest attempts to send it, in order.' }),
});

const BigBlueButtonDeliveryInFull = Model('BigBlueButtonDeliveryInFull', {
  ...delivery,
  body: TextOrNull(
    'What its body states, without the signature; null: it has no body, or its figures are deleted.',
    JSON.stringify({
      meeting_id: 'algebra-7b',
      record_id: 'c0f6a2e1b4d8f7a95e3c1b2d4f6a8c0e1d3b5f79-1773756000284',
    }),
  ),
  attempts: Type.Array(
    Type.Object({
      ...attempt,
      answer: TextOrNull('The first KiB of the response, as text: escape it before showing it.', ''),
    }),
    { description: 'The newest attempts to send it, in order.' },
  ),
});

const { attempts, ...delivered } = sampleOf(BigBlueButtonDelivery);
const samplePending = {
  ...delivered,
  status: 'pending',
  nextAttemptAt: '2026-03-17T15:20:00.000Z',
  attempts: attempts.map((one) => ({ ...one, statusCode: 503 })),
} as const;

/** Requests to programs that use the API of BigBlueButton, as the log of a webhook shows them. */
export const bigBlueButtonDeliveryRoutes = section('BigBlueButton', 'bbb-api 1', {
  listBigBlueButtonDeliveries: route({
    path: 'GET /v1/spaces/:spaceId/bigbluebutton/deliveries',
    permission: space('owner', owners),
    summary: 'List what was sent to the programs that use the API of BigBlueButton, newest first',
    query: ListQuery({
      eventName: Type.Optional({ ...CallbackEvent, description: 'Only deliveries of this event.' }),
      status: Type.Optional({ ...DeliveryStatus, description: 'Only items with this status.' }),
    }),
    answer: List(BigBlueButtonDelivery),
    errors: ['plan_required'],
  }),
  getBigBlueButtonDelivery: route({
    path: 'GET /v1/spaces/:spaceId/bigbluebutton/deliveries/:callbackId',
    permission: space('owner', owners),
    summary: 'Read one delivery with its responses',
    answer: BigBlueButtonDeliveryInFull,
    errors: ['plan_required'],
  }),
  redeliverBigBlueButton: route({
    path: 'POST /v1/spaces/:spaceId/bigbluebutton/deliveries/:callbackId/redeliver',
    permission: space('owner', owners),
    audited: false,
    summary: 'Send a delivery again; one that waits for its next attempt is sent now',
    status: 202,
    answer: BigBlueButtonDelivery,
    errors: ['plan_required'],
    example: { answer: samplePending },
  }),
});
