/** The names of webhook events (interface.md, section 6). */
export const eventNames = [
  'call_started',
  'call_finished',
  'record_started',
  'record_finished',
  'record_aborted',
  'record_failed',
] as const;

export type EventName = (typeof eventNames)[number];

/** The inner object of a delivery, in the order of its keys on the wire (interface.md, 2.8). */
export interface EventBody {
  eventName: EventName;
  roomId: string;
  spaceId: string;
  recordId?: string;
}

/** The JSON that a receiver gets: `signature` is lower-case hex HMAC-SHA256 over the JSON of `body`. */
export interface Delivery {
  signature: string;
  body: EventBody;
}
