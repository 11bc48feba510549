import { ids } from './ids.ts';

export const sampleWebhook = {
  url: 'https://school.example.org/hooks/lectern',
  isActive: true,
  events: ['call_finished', 'report_ready'],
  isFailing: false,
  failedInRow: 0,
  failedSince: null,
  previousSecretUntil: null,
} as const;

export const sampleWebhookWithSecret = {
  url: sampleWebhook.url,
  secret: 'v7Rk2TxQ9mLw4ZyNb8SpHd6GjFc3UeAa',
  signingSecret: 'whsec_djdSazJUeFE5bUx3NFp5TmI4U3BIZDZHakZjM1VlQWE=',
  isActive: true,
  events: sampleWebhook.events,
  previousSecretUntil: null,
} as const;

const { events: _events, ...ofFirst } = sampleWebhook;

export const sampleGroupWebhook = {
  ...ofFirst,
  id: ids.webhook,
  isFirst: false,
  eventNames: ['record_finished', 'transcription_ready'],
  createdAt: '2026-03-02T09:15:40.117Z',
} as const;

export const sampleWebhookEvent = 'record_finished';

/** A test checks both signatures with the secret above. If a field changes, they change too. */
export const sampleDelivery = {
  signature: '00de7926ccd6861761d1433267824a49d9e44f22f48170b366a5afa6653db346',
  body: { eventName: sampleWebhookEvent, roomId: ids.room, spaceId: ids.space, recordId: ids.record },
} as const;

export const sampleDeliveryHeaders = {
  'webhook-id': '69b96e4158d0f2c7a93b6e14',
  'webhook-timestamp': '1773758841',
  'webhook-signature': 'v1,PKWi1HcfrSYqh24P1I/hzt5Jf1rXjtj96VAPqv8aIwQ=',
  'x-lectern-call-id': ids.call,
  'x-lectern-test': '1',
} as const;

export const sampleAttempt = {
  number: 1,
  startedAt: '2026-03-17T14:47:21.052Z',
  durationMs: 143,
  url: sampleWebhook.url,
  statusCode: 204,
  error: null,
} as const;

export const sampleDeliveryRecord = {
  id: ids.delivery,
  eventId: sampleDeliveryHeaders['webhook-id'],
  eventName: sampleWebhookEvent,
  roomId: ids.room,
  recordId: ids.record,
  callId: ids.call,
  status: 'delivered',
  isTest: false,
  createdAt: '2026-03-17T14:47:20.412Z',
  nextAttemptAt: null,
} as const;

/** A delivery that failed at first and is sent again; the list shows the result. */
export const sampleWebhookDelivery = {
  ...sampleDeliveryRecord,
  status: 'pending',
  nextAttemptAt: '2026-03-17T15:20:00.000Z',
  attempts: [{ ...sampleAttempt, statusCode: 503 }],
} as const;

/** The request of the attempt: the headers of a delivery that is not a test. */
const { 'x-lectern-test': _, ...sentHeaders } = sampleDeliveryHeaders;

export const sampleWebhookDeliveryInFull = {
  ...sampleDeliveryRecord,
  body: JSON.stringify(sampleDelivery.body),
  attempts: [
    {
      ...sampleAttempt,
      answer: '',
      request: {
        headers: { 'content-type': 'application/json', ...sentHeaders },
        body: JSON.stringify(sampleDelivery),
      },
    },
  ],
} as const;
