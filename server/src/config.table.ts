import { isAbsolute } from 'node:path';
import { providerSettings } from './config.provider.ts';
import { turnSettings } from './config.turn.ts';
import { type Cidr, parseCidrs } from './platform/http/networks.ts';
import { logAreas, parseLogLevels } from './platform/logging/levels.ts';
import {
  parseBytes,
  parseIntegerIn,
  parseList,
  parseOneOf,
  parseSome,
  parseUrl,
  type readSettings,
  type Setting,
} from './platform/settings.ts';

export const plans = ['free', 'team', 'business', 'enterprise'] as const;

/** The roles of a node; all of them by default. */
export const roles = ['api', 'jobs', 'recorder'] as const;
export type Role = (typeof roles)[number];

const port = (fallback: number | null) => ({
  fallback: fallback === null ? undefined : String(fallback),
  parse: parseIntegerIn(1, 65535),
});
const text = { parse: (value: string) => value };
const url = (...protocols: string[]) => ({ parse: parseUrl(...protocols) });

function parseMailServer(value: string): URL {
  const server = parseUrl('smtp:', 'smtps:')(value);
  if (server.hostname === '') throw new Error('must name the host of a mail server');
  try {
    decodeURIComponent(server.username + server.password);
  } catch {
    throw new Error('must have its name and password encoded: % as %25, @ as %40');
  }
  return server;
}

/** A name becomes part of a path, and a path is absolute: nobody knows which folder a server starts in. */
function parseSpeechModel(value: string): string {
  if (!isAbsolute(value) && !/^[a-z0-9][\w.-]*$/i.test(value)) {
    throw new Error("must be a model's name, such as base, or the absolute path of a ggml file");
  }
  return value;
}

/** Libraries of JSON web tokens refuse shorter keys. */
function parseBbbSecret(value: string): string {
  if (value.length < 32) throw new Error('must have 64 characters, and at least 32');
  return value;
}

function parseId(value: string): string {
  if (!/^[0-9a-f]{24}$/.test(value)) throw new Error('must be an id of 24 lower-case hex characters');
  return value;
}

/** `address` or `name <address>`, in one line. */
const isSender = (value: string): boolean =>
  /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value);

/**
 * Every setting that the server reads from its environment (decisions.md, section 13). `docs/configuration.md` is
 * generated from this table. All faults are reported together, before anything starts.
 */
export const settings = {
  PORT: { ...port(8080), meaning: 'The port on which HTTP listens.' },
  HOST: { ...text, fallback: '127.0.0.1', meaning: 'The address on which HTTP listens.' },
  LECTERN_URL: {
    ...url('http:', 'https:'),
    shown: 'http://localhost:$PORT',
    meaning: 'The address at which people and integrators reach this installation; https behind a proxy.',
  },
  LECTERN_DATA_DIR: {
    ...text,
    fallback: 'data',
    meaning: 'The folder of the embedded database, the files and the keys.',
  },
  DATABASE_URL: { ...url('postgres:', 'postgresql:'), meaning: 'An external PostgreSQL.' },
  LIVEKIT_URL: {
    ...url('ws:', 'wss:', 'http:', 'https:'),
    meaning: 'An external LiveKit server; [its configuration](operators/nodes.md#the-livekit).',
  },
  LIVEKIT_API_KEY: { ...text, meaning: 'Its API key; required with LIVEKIT_URL.' },
  LIVEKIT_API_SECRET: { ...text, secret: true, meaning: 'Its API secret; required with LIVEKIT_URL.' },
  LECTERN_MEDIA_URL: {
    ...url('ws:', 'wss:'),
    shown: 'none: through LECTERN_URL',
    meaning:
      "Where clients reach the media server's signalling directly, such as wss://media.example.org; a call then does not notice a restart of this server.",
  },
  LECTERN_MEDIA_PORT: { ...port(7880), meaning: "The embedded LiveKit's signalling port, on loopback." },
  LECTERN_MEDIA_TCP_PORT: { ...port(7881), meaning: "The embedded LiveKit's media port over TCP." },
  LECTERN_MEDIA_UDP_PORT: { ...port(7882), meaning: "The embedded LiveKit's media port over UDP." },
  LECTERN_MEDIA_ADDRESS: {
    ...text,
    fallback: '127.0.0.1',
    meaning:
      'The IP address at which browsers reach the media ports. Set it to a public address for anybody beyond this machine.',
  },
  ...turnSettings,
  REDIS_URL: {
    ...url('redis:', 'rediss:'),
    secret: true,
    meaning: 'A Redis that joins several nodes; without one a database serves a single node.',
  },
  CENTRIFUGO_URL: {
    ...url('http:', 'https:'),
    meaning: 'An external Centrifugo, instead of our own socket; browsers reach it at this address, too.',
  },
  CENTRIFUGO_API_KEY: {
    ...text,
    secret: true,
    meaning: 'The key of its HTTP API; required with CENTRIFUGO_URL.',
  },
  CENTRIFUGO_TOKEN_SECRET: {
    ...text,
    secret: true,
    meaning: 'The HMAC secret with which it checks the tokens of clients; required with CENTRIFUGO_URL.',
  },
  S3_ENDPOINT: {
    ...url('http:', 'https:'),
    meaning:
      'An object storage instead of the data folder, such as https://s3.example.org; browsers play files from there.',
  },
  S3_REGION: { ...text, meaning: 'Its region (us-east-1 if it has none); required with S3_ENDPOINT.' },
  S3_BUCKET: {
    parse: (value: string) => {
      if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value)) {
        throw new Error('must be the name of a bucket: 3 to 63 of a-z, 0-9, - and .');
      }
      return value;
    },
    meaning: 'The bucket, which must exist; required with S3_ENDPOINT.',
  },
  S3_ACCESS_KEY_ID: { ...text, meaning: 'The id of its access key; required with S3_ENDPOINT.' },
  S3_SECRET_ACCESS_KEY: {
    ...text,
    secret: true,
    meaning: 'The secret of its access key; required with S3_ENDPOINT.',
  },
  LECTERN_ROLES: {
    fallback: roles.join(','),
    parse: parseSome(roles),
    meaning:
      'The roles of this node: api (HTTP and the socket), jobs (webhooks and other work in the background), recorder.',
  },
  LECTERN_RECORDER_PLACES: {
    parse: parseIntegerIn(0, 1000),
    shown: 'its cores less one, 1 at least',
    meaning: 'The number of recordings that this node makes at once.',
  },
  LECTERN_MIN_FREE_DISK: {
    fallback: '2GB',
    parse: parseBytes,
    meaning:
      'How much of the disk of the data folder stays free: no recording begins and no upload continues below it. Such as 2GB, 500MB or bytes.',
  },
  LECTERN_UPLOAD_MAX: {
    fallback: '10GB',
    parse: parseBytes,
    meaning: 'The size of the largest video that may be uploaded. Such as 10GB, 500MB or bytes.',
  },
  LECTERN_GROUP_STORAGE_MAX: {
    parse: parseBytes,
    shown: 'no limit',
    meaning:
      'How much the recordings and videos of one group may take: at it no upload and no recording begins in the group. Such as 50GB, 500MB or bytes.',
  },
  LECTERN_RECORD_MAX_MINUTES: {
    parse: parseIntegerIn(1, 1440),
    shown: 'as the plan allows',
    meaning:
      'How long one recording lasts at most, in minutes; never longer than the plan allows (free 1 h, team 4 h, business 8 h, enterprise 24 h).',
  },
  LECTERN_SPEECH_MODEL: {
    parse: parseSpeechModel,
    meaning:
      'The whisper model that transcribes recordings on this machine: a name installed by `npm run lectern -- speech install NAME`, such as base, or the path of a ggml file.',
  },
  LECTERN_SPEECH_URL: {
    ...url('http:', 'https:'),
    meaning:
      'A service that transcribes recordings instead, compatible with OpenAI: its base URL with its /v1.',
  },
  LECTERN_SPEECH_KEY: { ...text, secret: true, meaning: 'Its API key, if it needs one.' },
  LECTERN_SPEECH_MODEL_NAME: {
    ...text,
    meaning: 'Its model, such as whisper-1; required with LECTERN_SPEECH_URL.',
  },
  LECTERN_SPEECH_MODELS_URL: {
    ...url('http:', 'https:'),
    fallback: 'https://huggingface.co/ggerganov/whisper.cpp/resolve/main',
    meaning:
      'The folder from which `npm run lectern -- speech install NAME` downloads ggml-NAME.bin; each file is checked.',
  },
  LECTERN_SPEECH_PLACES: {
    parse: parseIntegerIn(0, 1000),
    shown: 'a quarter of its cores, 1 at least',
    meaning: 'The number of recordings that this node transcribes at once; 0: none.',
  },
  LECTERN_LLM_URL: {
    ...url('http:', 'https:'),
    meaning:
      'A language model that writes summaries, compatible with OpenAI: its base URL with its /v1. Without one, summaries are sentences of the recording.',
  },
  LECTERN_LLM_KEY: { ...text, secret: true, meaning: 'Its API key, if it needs one.' },
  LECTERN_LLM_MODEL: { ...text, meaning: 'The name of its model; required with LECTERN_LLM_URL.' },
  LECTERN_CONVERTER_URL: {
    ...url('http:', 'https:'),
    meaning:
      'A service that converts PPTX, ODP and DOCX files to PDF, with the interface of Gotenberg, such as http://gotenberg:3000; without one LibreOffice does it, where it is installed.',
  },
  LECTERN_SOCKET_TOKEN_SECONDS: {
    fallback: '600',
    parse: parseIntegerIn(5, 86_400),
    meaning: 'The lifetime of a socket token in seconds; pages renew theirs automatically.',
  },
  LECTERN_CHAT_MESSAGES_PER_5_SECONDS: {
    fallback: '3',
    parse: parseIntegerIn(0, 1000),
    meaning: 'How many chat messages a participant may send in 5 seconds (a moderator 5); 0: any number.',
  },
  LECTERN_OWNER_EMAIL: {
    ...text,
    shown: 'owner@localhost.localdomain',
    meaning: 'Email of the first account.',
  },
  LECTERN_OWNER_PASSWORD: { ...text, secret: true, shown: 'random, shown once', meaning: 'Its password.' },
  LECTERN_CLIENT_ID: { ...text, shown: 'random, shown once', meaning: 'Client id of the first account.' },
  LECTERN_CLIENT_SECRET: {
    parse: (value: string) => {
      if (value.length < 32)
        throw new Error('must have 32 characters or more; `openssl rand -hex 32` prints one');
      return value;
    },
    secret: true,
    shown: 'random, shown once',
    meaning: 'Its client secret, 32 characters or more.',
  },
  LECTERN_DEFAULT_PLAN: {
    fallback: 'business',
    parse: (value: string): (typeof plans)[number] => {
      const plan = plans.find((name) => name === value);
      if (!plan) throw new Error(`must be one of ${plans.join(', ')}`);
      return plan;
    },
    meaning: 'The plan of new accounts: free, team, business or enterprise.',
  },
  LECTERN_SECRET_KEY: {
    parse: (value: string) => {
      const keys = parseList(value);
      if (keys.length === 0 || keys.some((key) => key.length < 32)) {
        throw new Error('must have 32 characters or more; a comma separates several keys');
      }
      return keys;
    },
    secret: true,
    shown: 'generated into the data folder',
    meaning: 'Signs and encrypts; required with DATABASE_URL. A comma list rotates it: the first signs.',
  },
  LECTERN_TRUSTED_PROXIES: {
    fallback: '',
    parse: parseCidrs as (value: string) => Cidr[],
    meaning: 'CIDR list of proxies whose X-Forwarded-For is trusted.',
  },
  LECTERN_ALLOWED_ORIGINS: {
    fallback: '',
    parse: (value: string) => parseList(value).map((origin) => parseUrl('http:', 'https:')(origin).origin),
    meaning:
      'Pages elsewhere that may call the API and frame our pages; empty: anybody may frame a room page.',
  },
  LECTERN_REGISTRATION: {
    fallback: 'invited',
    parse: parseOneOf('invited', 'open'),
    meaning:
      'People who may create an account on the web: invited (by an invitation only) or open (anybody).',
  },
  ...providerSettings,
  SMTP_URL: {
    parse: parseMailServer,
    secret: true,
    meaning:
      'The mail server, such as smtps://name:password@mail.example.org; without one a forgotten password is replaced by the operator.',
  },
  LECTERN_MAIL_FROM: {
    parse: (value: string) => {
      if (!isSender(value))
        throw new Error('must be an email address, such as Lectern <lectern@example.org>');
      return value;
    },
    meaning: 'The sender of our emails; required with SMTP_URL.',
  },
  LECTERN_SUPPORT_ADDRESS: { ...text, meaning: 'The address that people may ask for help.' },
  LECTERN_WEBHOOK_RETRY_SECONDS: {
    fallback: '10,60',
    parse: (value: string): [number, number] => {
      const [second, third, ...rest] = value.split(',').map((part) => parseIntegerIn(0, 86400)(part.trim()));
      if (second === undefined || third === undefined || rest.length > 0) {
        throw new Error('must be two numbers of seconds, such as 10,60');
      }
      return [second, third];
    },
    meaning: 'Pauses before the second and the third attempt, in seconds.',
  },
  LECTERN_WEBHOOK_ALLOWED_NETWORKS: {
    fallback: '',
    parse: parseCidrs as (value: string) => Cidr[],
    meaning: 'CIDR list of private networks that webhooks may reach.',
  },
  LECTERN_BBB_RETRY_SECONDS: {
    fallback: '10,30,60,300,900,3600',
    parse: (value: string): number[] => {
      const pauses = value.split(',').map((part) => parseIntegerIn(0, 86400)(part.trim()));
      if (pauses.length > 20) throw new Error('must be at most 20 numbers of seconds, such as 10,60,3600');
      return pauses;
    },
    meaning:
      'Pauses between the attempts to send a callback of the BigBlueButton API, in seconds; the last one repeats for 24 hours.',
  },
  LECTERN_WEBHOOK_LOG_DAYS: {
    fallback: '30',
    parse: parseIntegerIn(1, 3650),
    meaning:
      'How long deliveries of webhooks stay in their log, in days from the event; one that is still to be sent stays.',
  },
  LECTERN_MAX_CONNECTIONS: {
    fallback: '20000',
    parse: parseIntegerIn(100, 1_000_000),
    meaning:
      'How many TCP connections this node holds at once, WebSockets included; further ones are closed. Each needs one open file.',
  },
  LECTERN_MAX_CONNECTIONS_PER_ADDRESS: {
    fallback: '4000',
    parse: parseIntegerIn(0, 1_000_000),
    meaning:
      'How many TCP connections one address (an IPv6 /64 counts as one) holds at once on this node; further ones are closed. Those of LECTERN_TRUSTED_PROXIES are not counted; 0 turns the limit off.',
  },
  LECTERN_DRAIN_SECONDS: {
    fallback: '5',
    parse: parseIntegerIn(0, 60),
    meaning:
      'How long a node that stops still takes requests where other nodes run, in seconds: until load balancers have noticed that its /readyz returns 503.',
  },
  LECTERN_BBB_SECRET: {
    parse: parseBbbSecret,
    secret: true,
    shown: 'none: groups alone',
    meaning:
      'The shared secret of the API for BigBlueButton of the whole installation, 64 letters and digits; without one each group has its own.',
  },
  LECTERN_BBB_SPACE: {
    parse: parseId,
    shown: 'a group of its own',
    meaning: 'The id of the group that this API acts on.',
  },
  LECTERN_METRICS_TOKEN: {
    ...text,
    secret: true,
    meaning:
      'The bearer token with which /metrics is read from other machines; without one only this machine may read it.',
  },
  LECTERN_RETENTION_DAYS: {
    shown: 'none: kept forever',
    parse: parseIntegerIn(1, 36_500),
    meaning:
      'Recordings, links, visits, participants, the chat and deliveries that are older, in days, are erased; counts are kept.',
  },
  LECTERN_CALL_END_GRACE_SECONDS: {
    fallback: '15',
    parse: parseIntegerIn(0, 3600),
    meaning: 'How long an empty room waits for a return before its call ends, in seconds.',
  },
  LECTERN_RATE_LIMIT_PER_MINUTE: {
    parse: parseIntegerIn(0, 10_000_000),
    shown: 'by kind of credential',
    meaning:
      'One figure for all credentials; 0 turns every request limit off, except those of invitations and links by email.',
  },
  XDG_RUNTIME_DIR: {
    ...text,
    meaning:
      "The user's folder for sockets, as the system sets it; the embedded database's socket goes there.",
  },
  LECTERN_LOG_LEVEL: {
    fallback: 'info',
    parse: parseLogLevels,
    meaning: `How much is logged: debug, info, warn, error or silent; after it other levels for areas (${logAreas.join(', ')}), such as info,webhooks=debug.`,
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Parses each setting of an environment by itself. */
export type Raw = ReturnType<typeof readSettings<typeof settings>>['values'];
