/** The events that a webhook gets unless its `eventNames` leave them out (interface.md, section 6). */
export const eventsOfInterface = [
  'call_started',
  'call_finished',
  'record_started',
  'record_finished',
  'record_aborted',
  'record_failed',
] as const;

/** The events that a webhook gets only if its `events` or `eventNames` name them (decisions.md, section 7). */
export const optionalEventNames = [
  'session_started',
  'session_finished',
  'report_ready',
  'transcription_ready',
  'transcription_failed',
  'document_ready',
  'document_failed',
] as const;

export type OptionalEventName = (typeof optionalEventNames)[number];

/** The names of webhook events. */
export const eventNames = [...eventsOfInterface, ...optionalEventNames] as const;

export type EventName = (typeof eventNames)[number];

/** Whether only the webhooks that request the event get it. */
export const isOptionalEvent = (name: EventName): name is OptionalEventName =>
  optionalEventNames.some((optional) => optional === name);

/** The inner object of a delivery, in the order of its keys on the wire (interface.md, 2.8; decisions.md, 7). */
export interface EventBody {
  eventName: EventName;
  roomId: string;
  spaceId: string;
  recordId?: string;
  /** On optional events of a call. The events of the interface have it in the header `x-lectern-call-id` only. */
  callId?: string;
  /** On optional events of an automatic webinar's session. */
  sessionId?: string;
  /** The event of the schedule, on `report_ready` of a session: its report is read by both ids. */
  playbackEventId?: string;
  /** On events of a document. */
  documentId?: string;
  /** On optional events of a sample call. All of its events have the header `x-lectern-sample`. */
  isSample?: true;
}

/** The JSON that a receiver gets: `signature` is lower-case hex HMAC-SHA256 over the JSON of `body`. */
export interface Delivery {
  signature: string;
  body: EventBody;
}

/** Webhooks that a group may have. */
export const mostWebhooks = 10;
