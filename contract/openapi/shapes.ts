import { Type } from 'typebox';
import { eventNames } from '../events.ts';
import { sampleDelivery, sampleDeliveryHeaders } from '../examples/webhooks.ts';
import { ignoredHeader } from '../ignored-fields.ts';
import { About, giveExample, Model } from '../model.ts';
import { transcriptionFailures, transcriptionObstacles } from '../operations/transcription.ts';
import { tokenScopeNames } from '../permissions/token-scopes.ts';
import { Id, OneOf, SpaceId, StoredName, Text } from '../shared.ts';

const named = (description: string) => {
  const id = Text('Identifies it in paths and in other objects.');
  return Type.Optional(Type.Array(Type.Object({ id, name: StoredName }), { description }));
};

/** The body of a refusal, like `ErrorBody` in errors.ts. */
export const ErrorAnswer = Model('Error', {
  message: Text('A sentence for a person.'),
  code: Text('A word for a program, of a closed table.'),
  details: Type.Optional(
    Type.Array(
      Type.Object({
        path: Text('The field: names and positions joined by dots.'),
        message: Text('The fault of the value, in a sentence.'),
      }),
      {
        description: 'Every bad field at once.',
      },
    ),
  ),
  recordId: Type.Optional(Text('The running recording, for `record_active`.')),
  playbacks: named('The automatic webinars that play it, for `content_in_use`.'),
  spaces: named('The groups to transfer or to delete, for `spaces_owned`; at most 100 of them.'),
  scope: Type.Optional(
    About(OneOf(...tokenScopeNames), 'A scope that the token lacks, for `scope_missing`.'),
  ),
  reason: Type.Optional(
    About(
      OneOf(...transcriptionFailures, ...transcriptionObstacles),
      'Why there is no transcript, for `transcription_failed`; what lacks transcription, for `transcription_unavailable`; `webinar`, for `link_used` of a link into an automatic webinar.',
    ),
  ),
});

/** The token endpoint's refusals. */
export const OAuthError = Model('OAuthError', {
  error: Text('An OAuth error name, or else one of our own codes.'),
  error_description: Text('A sentence for a person.'),
});

interface ResponseHeader {
  /** The only status whose responses have it. */
  only?: number;
  description: string;
  required: boolean;
  schema: object;
}

const header = (
  description: string,
  schema: object,
  { required = false, only }: { required?: boolean; only?: number } = {},
): ResponseHeader => ({ ...(only !== undefined && { only }), description, required, schema });
const text = { type: 'string' };
const number = { type: 'integer' };

export const responseHeaders: Record<string, ResponseHeader> = {
  'x-request-id': header('The id of the request in the log.', Id, { required: true }),
  'ratelimit-limit': header(
    'Requests that the credential may send in a minute; absent if limits are off.',
    number,
  ),
  'ratelimit-remaining': header('How many of them are left.', number),
  'ratelimit-reset': header('Seconds until all of them may be sent again.', number),
  'retry-after': header(
    'Seconds to wait before the next request.',
    { ...number, minimum: 0 },
    { required: true, only: 429 },
  ),
  [ignoredHeader]: header(
    'Unknown parameters of the query, after `?`, and unknown fields of the body, most likely typos: names and positions joined by dots, percent-encoded, at most 1,000 characters; `+12` stands for 12 more.',
    text,
  ),
  'www-authenticate': header(
    'How to send a credential; absent at the token endpoint if the request had none.',
    text,
    { only: 401 },
  ),
};

export const Delivery = Model(
  'Delivery',
  {
    signature: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'Lower-case hex HMAC-SHA256 with the secret over the exact bytes of body.',
    }),
    body: Type.Object(
      {
        eventName: About(OneOf(...eventNames), 'The event: one of the events of webhooks.'),
        roomId: About(Id, 'The room of the event.'),
        spaceId: SpaceId,
        recordId: Type.Optional(About(Id, 'The recording, for events of a recording.')),
        callId: Type.Optional(
          About(
            Id,
            'The call, on report_ready of a call and on events of a transcription. The other events of a call have it in the header x-lectern-call-id only.',
          ),
        ),
        sessionId: Type.Optional(
          About(
            Id,
            'The session of an automatic webinar, on session_started, session_finished and on report_ready of a session.',
          ),
        ),
        playbackEventId: Type.Optional(
          About(
            Id,
            'The event that the session belongs to, on report_ready of a session. Its report is read by both ids.',
          ),
        ),
        isSample: Type.Optional(
          About(
            Type.Literal(true),
            'On report_ready of a sample call. Its other events have the header x-lectern-sample only.',
          ),
        ),
      },
      { description: 'The event; the signature covers it.' },
    ),
  },
  { description: 'The body of a request to a webhook.' },
);
giveExample(Delivery, sampleDelivery);

const headers = {
  'webhook-id': "The event's id: the same for all attempts.",
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970.',
  'webhook-signature': 'As in Standard Webhooks: v1, and base64 of HMAC-SHA256 over id.timestamp.body.',
  'x-lectern-call-id': "The call's id, on events of a call and its recordings.",
  'x-lectern-test': '1 on a test delivery: the event did not happen.',
  'x-lectern-sample': '1 on the events of a sample call, which nobody made.',
};
const sometimes = ['x-lectern-call-id', 'x-lectern-test', 'x-lectern-sample'];

/** The headers of a delivery. */
export const deliveryHeaders = Object.entries(headers).map(([name, description]) => ({
  name,
  in: 'header',
  required: !sometimes.includes(name),
  description,
  schema: { type: 'string' },
  example: sampleDeliveryHeaders[name as keyof typeof headers],
}));
