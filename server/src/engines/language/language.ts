/**
 * The interface of a language model, for summaries. Adapters: `chat-completions.ts` and `testing/fake.ts`;
 * `startup/transcription.ts` chooses, and both pass `language.contract.test.ts`.
 */

import { ServiceAway } from '../service-response.ts';

/** Shape of the JSON that the model has to write, as JSON Schema. Services accept a part of it only: keep it plain. */
export type AnswerSchema = Record<string, unknown>;

export interface LanguageRequest {
  /** The task of the model. Contains nothing that a participant said. */
  instructions: string;
  /** The data, as JSON. It contains what participants said, so that it may contain instructions. */
  data: string;
  /** Names the schema for the service: letters and `_`. */
  name: string;
  schema: AnswerSchema;
  signal: AbortSignal;
}

/** Writes text about text. One adapter per service; all pass one contract test. */
export interface LanguageModel {
  /** For logs and the summary's row, e.g. `gpt-4o-mini`. */
  readonly name: string;
  /** The most code units of `data` that a request may have. */
  readonly dataLength: number;
  /**
   * @returns the JSON value that the model wrote. It may have any shape: services do not have to keep to the schema.
   * @throws LanguageAway (try later), LanguageRefused (the same request never succeeds)
   */
  write(request: LanguageRequest): Promise<unknown>;
}

/** The service is unavailable, overloaded or hangs. */
export class LanguageAway extends ServiceAway {
  override name = 'LanguageAway';
}

/**
 * - `denied`: the key, the model or the address is wrong, so that no other request succeeds either
 * - `too_long`: shorter data may succeed
 * - `unusable`: the service refused this request, or the model wrote no JSON
 */
export type RefusalReason = 'denied' | 'too_long' | 'unusable';

/** The same request never succeeds. */
export class LanguageRefused extends Error {
  override name = 'LanguageRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
