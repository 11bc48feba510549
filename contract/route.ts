import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { type Fixed, giveExample, Model } from './model.ts';
import type { Permission } from './permissions/permission.ts';

export type Path = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /v1/${string}`;

/** One operation, complete (docs/decisions/0145). `source` names its section in the specification. */
export interface Route {
  /** The method and the path, with a colon before each parameter. */
  path: Path;
  permission: Permission;
  /** The callers in a sentence, where place and least role of the permission do not say it. */
  allowedFor?: string;
  summary: string;
  source: string;
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
  /** Values that the OpenAPI document shows; those of named schemas are theirs (`giveExample`). */
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

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;
export type BodyOf<R extends Route> = StaticOf<R['body']>;
export type QueryOf<R extends Route> = StaticOf<R['query']>;
export type AnswerOf<R extends Route> = R['answer'] extends TSchema
  ? Static<R['answer']>
  : StaticOf<R['unfinished']> | undefined;

export const Empty = Model('Empty', {});
giveExample(Empty, {});
