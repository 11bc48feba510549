import { type Static, type TSchema, Type } from 'typebox';
import type { ErrorCode } from './errors.ts';

/** What one operation takes and answers. `source` names the section that it keeps. */
export interface Route {
  summary: string;
  source: string;
  body?: TSchema;
  query?: TSchema;
  /** Success: its status and, unless it is 204, its body. */
  status: 200 | 201 | 202 | 204;
  answer?: TSchema;
  /** The record that a client may send back whole as the body, where it is not the answer. */
  record?: TSchema;
  /** Of the answer, where it is no JSON. */
  answerType?: 'text/plain';
  /** Errors beyond those that follow from what the operation is (refusals.ts). */
  errors: ErrorCode[];
}

export const route = <const R extends Route>(definition: R): R => definition;

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;
export type BodyOf<R extends Route> = StaticOf<R['body']>;
export type QueryOf<R extends Route> = StaticOf<R['query']>;
export type AnswerOf<R extends Route> = R['answer'] extends TSchema ? Static<R['answer']> : undefined;

export const Empty = Type.Object({});
