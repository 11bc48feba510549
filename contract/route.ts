import type { Static, TSchema } from 'typebox';
import type { AuditedKind } from './audit/kinds.ts';
import type { ErrorCode } from './errors.ts';
import { type Fixed, Model } from './model.ts';
import type { Permission } from './permissions/permission.ts';
import type { TokenScope } from './permissions/token-scopes.ts';

export type Path = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /v1/${string}`;

/** The sections of the reference with what they describe, in their order. */
export const tags = {
  Tokens: 'Credentials and how to get them.',
  Users: 'Accounts.',
  Groups: 'Groups (spaces) that hold rooms.',
  Members: 'Members of a group, roles in a room, and invitations.',
  Rooms: 'Where calls take place.',
  'Automatic webinars': 'Webinars that play a video by a schedule.',
  Watching:
    'What the page of an automatic webinar shows, what its viewers watched, and emails before a session.',
  'Timelines of webinars': 'Offers, polls and messages at given seconds, and the chat of the recorded call.',
  'Access links': 'Entry without an account.',
  Participants: 'Entering a call, and permissions in it.',
  People: "People by the integrator's own ids.",
  Calls: 'Running calls.',
  Analytics:
    'Past calls and sessions of webinars, and who attended them. See [the guide](/docs/guides/reports).',
  Recordings: 'Recording a call, and the results. See [the guide](/docs/guides/recordings).',
  Transcripts: 'What was said in a recording, and by whom.',
  'Uploaded videos':
    'Video files that moderators upload into a group, resumably, by tus 1.0. See [the guide](/docs/guides/uploads).',
  Documents: 'Files whose pages are shown to everybody in a call. See [the guide](/docs/guides/documents).',
  Webhooks:
    'Being told when a call begins and ends, and the log of what was sent. See [the guide](/docs/guides/webhooks).',
  BigBlueButton:
    'The API for programs that connect to a BigBlueButton server. See [the guide](/docs/guides/bigbluebutton).',
  Page: 'Error reports and connection tests of our own page.',
  Gestures: 'Raised hands and flying reactions.',
  Boards: 'Boards that people in a call draw on, by the socket. See [the guide](/docs/guides/boards).',
  'Polls of rooms': 'Polls that are prepared before a call, and who answered what. The chat runs them.',
  Chat: 'Channels, messages, polls. Every path stands under /chat too. See [the guide](/docs/guides/chat), also for the socket.',
} as const;
export type Tag = keyof typeof tags;

/** One operation, complete (docs/decisions/0145). */
export interface Route {
  /** The method and the path, with a colon before each parameter. */
  path: Path;
  permission: Permission;
  /**
   * The scopes of which a token needs one, if they are not those of the section (`needed-scopes.ts`). `any`: every token
   * may use it; `person`: only a person's token with all rights.
   */
  scope?: 'any' | 'person' | readonly TokenScope[];
  /** A token of a group may use it, although it is about the caller's account. */
  forGroups?: true;
  /** The subject of its entries in the audit log, if it is not that of its section; false: it adds none. */
  audited?: AuditedKind | false;
  /** The callers in a sentence, where place and least role of the permission do not say it. */
  allowedFor?: string;
  summary: string;
  /** Its section in the specification, if it is not that of the other operations of its section here. */
  source?: string;
  /** Its section in the reference; `section` sets it. */
  tag?: Tag;
  body?: TSchema;
  query?: TSchema;
  /** The body of a success; without it, the status is 204. */
  answer?: TSchema;
  /** The status of a success with a body, if it is not 200. */
  status?: 201 | 202;
  /** The body of a 202, with which an operation of status 204 responds if the work goes on after the response. */
  unfinished?: TSchema;
  /** The record that a client may send back whole as the body, if it is not the response. */
  record?: TSchema;
  /** The content type of the response, if it is not JSON. */
  answerType?: 'text/plain' | 'text/vtt' | 'application/x-subrip';
  /** The name and version under which the schema of the response is also published for itself. */
  jsonSchema?: `${string}/${number}`;
  /** Content types of files that the operation also responds with, each with an example. */
  files?: Readonly<Record<string, string>>;
  /** Errors in addition to those that follow from the operation's kind (refusals.ts). */
  errors?: readonly ErrorCode[];
  /** Values that the OpenAPI document shows instead of those that the schemas have (`sampleOf`). */
  example?: Example;
  /** An Idempotency-Key is ignored: the response contains secrets, or nothing is stored at all. */
  ignoresKey?: true;
}

export const statusOf = ({ answer, status }: Route): number => (answer ? (status ?? 200) : 204);

interface Example<Body = unknown, Answer = unknown, Query = unknown> {
  body?: Body;
  answer?: Answer;
  query?: Query;
  /** Parameters of the path whose usual example does not fit. */
  path?: Readonly<Record<string, string>>;
}
type ExampleOf<R extends Route> = Example<Fixed<BodyOf<R>>, Fixed<AnswerOf<R>>, Partial<Fixed<QueryOf<R>>>>;

/** The path at which the server publishes a JSON Schema, which is also its `$id`. */
export const schemaPath = (name: string): string => `/v1/schemas/${name}.json`;

export const route = <const R extends Route>(definition: R & { example?: ExampleOf<R> }): R => definition;

/** Operations of one section of the reference, which come from one part of the specification. */
export const section = <O extends Record<string, Route>>(tag: Tag, source: string, operations: O): O =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, { tag, source, ...operation }]),
  ) as O;

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;
export type BodyOf<R extends Route> = StaticOf<R['body']>;
export type QueryOf<R extends Route> = StaticOf<R['query']>;
export type AnswerOf<R extends Route> = R['answer'] extends TSchema
  ? Static<R['answer']>
  : StaticOf<R['unfinished']> | undefined;

export const Empty = Model('Empty', {});
