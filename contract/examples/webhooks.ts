import { ids } from './ids.ts';

export const hookUrl = 'https://school.example.org/hooks/lectern';

/** A test checks both signatures with the secret of the webhook. If a field changes, they change too. */
export const sampleDelivery = {
  signature: '00de7926ccd6861761d1433267824a49d9e44f22f48170b366a5afa6653db346',
  body: { eventName: 'record_finished', roomId: ids.room, spaceId: ids.space, recordId: ids.record },
} as const;

export const sampleDeliveryHeaders = {
  'webhook-id': '69b96e4158d0f2c7a93b6e14',
  'webhook-timestamp': '1773758841',
  'webhook-signature': 'v1,PKWi1HcfrSYqh24P1I/hzt5Jf1rXjtj96VAPqv8aIwQ=',
  'x-lectern-call-id': ids.call,
  'x-lectern-test': '1',
  'x-lectern-sample': '1',
} as const;
