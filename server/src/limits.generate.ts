import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mostWebhooks } from '../../contract/events.ts';
import { writeOrCheck } from '../../contract/generate.ts';
import { deliveryHeaders, responseHeaders } from '../../contract/openapi/shapes.ts';
import { mostOpenQuestions, mostQuestionsOfViewer } from '../../contract/questions.ts';
import { mostUnfinishedUploads } from './assets/receiving/create.ts';
import { attemptsPerMinute } from './auth/attempts/attempts.ts';
import { tokenRequestsPerMinute } from './auth/tokens/endpoint.ts';
import { largestBodies } from './bbb/request/body.ts';
import { requestsPerMinute } from './bbb/request/handle.ts';
import { mostParameters } from './bbb/request/query.ts';
import { settings } from './config.table.ts';
import { diagnosticsPerMinute } from './diagnostics/routes.ts';
import { usualLimits } from './engines/socket/hub/limits.ts';
import { reactionsPerMinute } from './gestures/routes.ts';
import { messageBudget } from './live/inbox.ts';
import { mostWaiting } from './participants/waiting/admission.store.ts';
import { limitsByKind } from './platform/http/access/rate-limit.ts';
import { mostPipelined, usualTimeouts } from './platform/http/connections/connections.ts';
import { largestJsonBody } from './platform/http/server.ts';
import { reminderLimits } from './playbacks/reminders/request.ts';
import { usualSignallingLimits } from './system/signalling/signalling.ts';

/** The generated tables of `docs/integrators/limits.md`: figures come from the code that enforces them. */

const root = join(import.meta.dirname, '../..');

const whole = (value: number): string => value.toLocaleString('en');
const bytes = (value: number): string =>
  value % 1_048_576 === 0 ? `${whole(value / 1_048_576)} MiB` : `${whole(value / 1024)} KiB`;
const seconds = (ms: number): string => `${whole(ms / 1000)} s`;

const table = (names: string[], rows: readonly (readonly string[])[]): string =>
  [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const credentials: Record<keyof typeof limitsByKind, string> = {
  nobody: 'none, by address',
  client: 'client token (`client_credentials`)',
  user: 'user token (`password`)',
  session: 'cookies of a browser',
  personal: 'personal token, also of a group',
  link: 'session of an access link, before the person enters',
  participant: 'session of a participant',
  chat: 'token of a chat user',
  application: 'machine token of the chat',
};

const requests = table(
  ['credential', 'requests in a minute'],
  [
    ...Object.entries(credentials).map(([kind, name]) => [
      name,
      whole(limitsByKind[kind as keyof typeof limitsByKind]),
    ]),
    ['`POST /v1/auth/token`, by address', whole(tokenRequestsPerMinute)],
  ],
);

const attempts: Record<keyof typeof attemptsPerMinute, string> = {
  'sign-in': 'sign-ins with a password for one account, by address',
  'chat-log-in': 'sign-ins of the chat for one account, by address',
  'reset-request': 'requests for a code to reset one password, by address',
  'reset-code': 'attempts with such a code, by address',
  'reset-email': 'emails with a code to one account',
  'reset-email-late': 'the same after ten of them in a day',
  register: 'new accounts, by address',
  provider: 'requests of sign-ins by a provider, by address',
  'invite-email': 'invitations and links by email from one account, by address',
  'invite-email-to': 'invitations and links by email to one recipient',
  'webhook-test': 'test deliveries of one webhook',
  'sample-call': 'sample calls of one group',
};

const pace = table(
  ['what', 'limit'],
  [
    ...Object.entries(attempts).map(([kind, name]) => [
      name,
      `${attemptsPerMinute[kind as keyof typeof attempts]} a minute`,
    ]),
    [
      'chat messages of a person',
      `${settings.LECTERN_CHAT_MESSAGES_PER_5_SECONDS.fallback} in 5 s, a moderator 5 (\`LECTERN_CHAT_MESSAGES_PER_5_SECONDS\`), and the slow mode of the channel`,
    ],
    [
      'requests to the BigBlueButton API',
      `${whole(requestsPerMinute.ofSecret)} a minute with one secret, ${whole(requestsPerMinute.ofAddress)} a minute with a wrong checksum by address`,
    ],
    ['reactions and feedback of a person in a call', `${reactionsPerMinute} a minute`],
    [
      'reminders of automatic webinars',
      `${reminderLimits.ofAddress} a day for one email address, ${reminderLimits.ofParticipant} a day for one viewer, ${whole(reminderLimits.ofPlayback)} an hour for one webinar`,
    ],
    [
      'tests of a connection (`POST /v1/diagnostics`)',
      `${whole(diagnosticsPerMinute.byAddress)} a minute by address, ${whole(diagnosticsPerMinute.inAll)} a minute in all`,
    ],
    [
      'connections to `/rtc` (signalling)',
      `${whole(usualSignallingLimits.attemptsByAddress)} a minute by address, ${whole(usualSignallingLimits.attempts)} a minute in all`,
    ],
  ],
);

const sizes = table(
  ['what', 'limit', 'beyond it'],
  [
    ['body of a request, except uploads', bytes(largestJsonBody), '413 `body_too_large`'],
    [
      'uploaded video',
      `${settings.LECTERN_UPLOAD_MAX.fallback} (\`LECTERN_UPLOAD_MAX\`)`,
      '413 `upload_too_large`',
    ],
    ['unfinished uploads of a group', whole(mostUnfinishedUploads), '409 `too_many_uploads`'],
    [
      'people who wait to enter a room, except by personal links',
      `${whole(mostWaiting.forDecision)} in the waiting room, ${whole(mostWaiting.forOpening)} for the opening alone`,
      '409 `waiting_room_full`',
    ],
    [
      'questions in a session of an automatic webinar',
      `${mostQuestionsOfViewer} of one viewer, ${mostOpenQuestions} without an answer`,
      '409 `too_many_questions`, `questions_full`',
    ],
    ['webhooks of a group', whole(mostWebhooks), '409 `too_many_webhooks`'],
    [
      'body of a request to the BigBlueButton API',
      `${bytes(largestBodies.other)}, a form ${bytes(largestBodies.form)}`,
      'HTTP 413, `bodyTooLarge`',
    ],
    ['parameters of such a request', whole(mostParameters), '`checksumError`'],
    ['requests in progress on one connection', whole(mostPipelined), '429, and the connection closes'],
    [
      'open connections of one address to a node',
      `${whole(Number(settings.LECTERN_MAX_CONNECTIONS_PER_ADDRESS.fallback))} (\`LECTERN_MAX_CONNECTIONS_PER_ADDRESS\`)`,
      'the connection closes',
    ],
    [
      'signalling connections to a node',
      `${whole(usualSignallingLimits.connectionsByAddress)} of one address, ${whole(usualSignallingLimits.connections)} in all`,
      '503 `too_many_connections`',
    ],
    ['frame that a client sends to the socket', bytes(usualLimits.frameBytes), 'the socket closes'],
    [
      'data that waits for a slow client of the socket',
      bytes(usualLimits.queueBytes),
      'the socket closes; the client reads the rest after it is back',
    ],
    ['channels of one socket', whole(usualLimits.channels), 'the subscription is refused'],
    [
      'commands of one socket',
      `${whole(usualLimits.burst)} at once, then ${whole(usualLimits.burstPerSecond)} a second`,
      'the error `too many requests`',
    ],
    [
      'messages of one person by the socket',
      `${whole(messageBudget.burst)} at once, then ${whole(messageBudget.perSecond)} a second`,
      'the message is dropped, or gets the error `too many requests`',
    ],
  ],
);

const times = table(
  ['what', 'limit'],
  [
    ['until the headers of a request have arrived', seconds(usualTimeouts.headersMs)],
    ['until the whole request has arrived, except uploads', seconds(usualTimeouts.requestMs)],
    ['for which a client may read nothing of a response', seconds(usualTimeouts.unreadMs)],
    ['after which a connection without requests closes', seconds(usualTimeouts.idleMs)],
    ['between two pings of the socket', seconds(usualLimits.pingMs)],
    ['until a client answers a ping', seconds(usualLimits.pongMs)],
  ],
);

const limiting = [
  'LECTERN_RATE_LIMIT_PER_MINUTE',
  'LECTERN_MAX_CONNECTIONS',
  'LECTERN_MAX_CONNECTIONS_PER_ADDRESS',
  'LECTERN_CHAT_MESSAGES_PER_5_SECONDS',
  'LECTERN_SOCKET_TOKEN_SECONDS',
  'LECTERN_UPLOAD_MAX',
  'LECTERN_GROUP_STORAGE_MAX',
  'LECTERN_MIN_FREE_DISK',
  'LECTERN_RECORDER_PLACES',
  'LECTERN_RECORD_MAX_MINUTES',
  'LECTERN_SPEECH_PLACES',
  'LECTERN_WEBHOOK_RETRY_SECONDS',
  'LECTERN_WEBHOOK_LOG_DAYS',
  'LECTERN_BBB_RETRY_SECONDS',
  'LECTERN_CALL_END_GRACE_SECONDS',
  'LECTERN_RETENTION_DAYS',
] as const satisfies (keyof typeof settings)[];

const ofOperator = table(
  ['setting', 'default', 'meaning'],
  limiting.map((name) => {
    const { meaning, ...setting }: { meaning: string; shown?: string; fallback?: string | undefined } =
      settings[name];
    return [`\`${name}\``, setting.shown ?? setting.fallback ?? 'none', meaning];
  }),
);

const readable = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (_, dash, letter) => dash + letter.toUpperCase()).replace('Www', 'WWW');

const ofResponses = table(
  ['header', 'of', 'meaning'],
  Object.entries(responseHeaders).map(([name, { only, description, required }]) => [
    `\`${readable(name).replace('Ratelimit', 'RateLimit')}\``,
    only === undefined ? (required ? 'all' : 'API') : String(only),
    description,
  ]),
);

const ofWebhooks = table(
  ['header', 'meaning'],
  deliveryHeaders.map(({ name, required, description }) => [
    `\`${name}\``,
    required ? description : `${description} Absent otherwise.`,
  ]),
);

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  [keyword: string]: unknown;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { in: string; name: string; schema: Schema }[];
}

const openApi: OpenApi = JSON.parse(readFileSync(join(root, 'contract/openapi.json'), 'utf8'));

const between = (least: unknown, most: unknown): string =>
  typeof least === 'number' && least > 0
    ? `${whole(least)} to ${whole(Number(most))}`
    : `at most ${whole(Number(most))}`;

/** The limit of a value that a person may meet; ids and tokens have only those of their form. */
function limitOf(schema: Schema): string | undefined {
  const { maxLength, maxItems, maxProperties, maximum } = schema;
  if (maxItems !== undefined) return `${between(schema.minItems, maxItems)} entries`;
  if (maxProperties !== undefined) return `at most ${maxProperties} fields`;
  if (maxLength !== undefined && maxLength !== 4096)
    return `${between(schema.minLength, maxLength)} characters`;
  const isSize = typeof maximum === 'number' && maximum < 1_000_000_000;
  return isSize ? `${whole(Number(schema.minimum ?? 0))} to ${whole(maximum)}` : undefined;
}

class FieldLimits {
  /** The operations by `field | limit`. */
  readonly #found = new Map<string, Set<string>>();

  /** Adds the limits of a schema and of all that it contains. */
  add(operation: string, path: string, given: Schema): void {
    const schema = given.$ref ? openApi.components.schemas[given.$ref.split('/').at(-1) ?? ''] : given;
    if (!schema) throw new Error(`${given.$ref} is not in the document`);
    const limit = limitOf(schema);
    if (limit) {
      const row = `\`${path}\` | ${limit}`;
      this.#found.set(row, (this.#found.get(row) ?? new Set()).add(operation));
    }
    for (const [name, value] of Object.entries(schema.properties ?? {}))
      this.add(operation, path ? `${path}.${name}` : name, value);
    if (schema.items) this.add(operation, `${path}[]`, schema.items);
    for (const one of schema.anyOf ?? []) this.add(operation, path, one);
  }

  get rows(): string[][] {
    return [...this.#found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([row, operations]) => [
        row,
        operations.size > 3 ? `${operations.size} operations` : [...operations].join(', '),
      ]);
  }
}

function fieldTable(): string {
  const limits = new FieldLimits();
  for (const operation of Object.values(openApi.paths).flatMap(Object.values<Operation>)) {
    const { operationId, requestBody, parameters = [] } = operation;
    const body = requestBody?.content['application/json']?.schema;
    if (body) limits.add(operationId, '', body);
    for (const { in: place, name, schema } of parameters) {
      if (place === 'query') limits.add(operationId, `?${name}`, schema);
    }
  }
  return table(['field', 'limit', 'operations'], limits.rows);
}

const tables: Record<string, string> = {
  requests,
  pace,
  sizes,
  times,
  settings: ofOperator,
  'response headers': ofResponses,
  'webhook headers': ofWebhooks,
  fields: fieldTable(),
};

const page = join(root, 'docs/integrators/limits.md');
const text = readFileSync(page, 'utf8').replace(
  /(?<=<!-- from code: ([\w ]+) -->\n)[\s\S]*?(?=<!-- end -->)/g,
  (_, name: string) => {
    const made = tables[name];
    if (made === undefined) throw new Error(`${page}: there is no table ${name}`);
    return `${made}\n`;
  },
);

writeOrCheck(page, text);
