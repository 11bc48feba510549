import { timestamp, timestampOrNull } from '../../platform/clock.ts';
import { requestOf } from '../secret.ts';
import type { AttemptRow, DeliveryRow, FullAttemptRow } from './store.ts';

const presentAttempt = (attempt: AttemptRow) => ({
  number: attempt.number,
  startedAt: timestamp(new Date(attempt.startedAt)),
  durationMs: attempt.durationMs,
  url: attempt.url,
  statusCode: attempt.statusCode,
  error: attempt.error,
});

function presentHead(delivery: DeliveryRow<AttemptRow>) {
  const { id, eventId, eventName, roomId, recordId, callId, status, isTest } = delivery;
  return {
    id,
    eventId,
    eventName,
    roomId,
    ...(recordId !== null && { recordId }),
    ...(callId !== null && { callId }),
    status,
    isTest,
    createdAt: timestamp(delivery.createdAt),
    nextAttemptAt: timestampOrNull(delivery.nextAttemptAt),
  };
}

export const presentDelivery = (delivery: DeliveryRow) => ({
  ...presentHead(delivery),
  attempts: delivery.attempts.map(presentAttempt),
});

function sentIn(delivery: DeliveryRow<FullAttemptRow>, attempt: FullAttemptRow) {
  const { signature, headerSignature } = attempt;
  if (signature === null || headerSignature === null) return null;
  return requestOf(delivery, { signature, headerSignature, at: new Date(attempt.startedAt) });
}

export const presentDeliveryInFull = (delivery: DeliveryRow<FullAttemptRow>) => ({
  ...presentHead(delivery),
  body: delivery.body,
  attempts: delivery.attempts.map((attempt) => ({
    ...presentAttempt(attempt),
    answer: attempt.answer,
    request: sentIn(delivery, attempt),
  })),
});
