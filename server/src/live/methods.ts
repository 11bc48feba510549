import type { Static, TSchema } from 'typebox';
import { bodyValidator, type Validator } from '../platform/http/input/validate.ts';

/** `send`: without a reply; dropped if it is refused. `rpc`: answered with its result or an error. */
export type LiveKind = 'send' | 'rpc';

/** A kind of message that clients may send, and what the server does with it. */
export interface LiveMethod {
  kind: LiveKind;
  name: string;
  /** Messages of one person per second, if fewer than of all methods together. */
  perSecond?: number | undefined;
  validate: Validator;
  handle(message: { userId: string; data: unknown }): Promise<unknown>;
}

interface LiveSpec<S extends TSchema> {
  /** The form of `data`; undeclared fields are dropped. */
  schema: S;
  perSecond?: number;
  /** Checks the right of the sender itself. @throws Refusal */
  handle(message: { userId: string; data: Static<S> }): Promise<unknown>;
}

/**
 * Declares a method.
 * @example liveMethod('send', 'pointer', { schema: Type.Object({ x: Type.Number() }), handle: async ({ data }) => show(data.x) })
 */
export const liveMethod = <S extends TSchema>(
  kind: LiveKind,
  name: string,
  { schema, perSecond, handle }: LiveSpec<S>,
): LiveMethod => ({
  kind,
  name,
  perSecond,
  validate: bodyValidator(schema),
  // The inbox passes only data that `validate` returned.
  handle: handle as LiveMethod['handle'],
});
