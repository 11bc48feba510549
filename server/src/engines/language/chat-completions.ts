import { retryAfterOf } from '../service-response.ts';
import { LanguageAway, type LanguageModel, LanguageRefused, type LanguageRequest } from './language.ts';
import { type PostAnswer, postJson } from './post-json.ts';
import { writtenJson } from './written-json.ts';

export interface ChatCompletionsSettings {
  /** With its `/v1`. */
  url: URL;
  key: string | undefined;
  model: string;
}

/** The ways of asking for JSON, the strictest first. llama-cpp-python and others take the schema beside `json_object`. */
const formats = ['json_schema', 'json_object_with_schema', 'json_object', 'plain'] as const;
type Format = (typeof formats)[number];

/** About 4000 tokens of Russian, so that a context of 8192 also has room for the answer. */
const dataLength = 10_000;
const mostTokens = 2500;
const longestExcerpt = 300;

const tooLong = /context|too (long|large|many tokens)|maximum.{0,20}(length|tokens)|exceed/i;
const formatNamed = /response_format|json_schema|json_object|grammar/i;
const isTokenLimitRefused = (text: string): boolean => /max_tokens|max_completion_tokens/i.test(text);

function formatOf(format: Format, { name, schema }: LanguageRequest): object {
  if (format === 'plain') return {};
  if (format === 'json_object') return { response_format: { type: 'json_object' } };
  if (format === 'json_object_with_schema') return { response_format: { type: 'json_object', schema } };
  return { response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } } };
}

/** Without a format only the instructions say what to write. */
const instructionsOf = ({ instructions, schema }: LanguageRequest): string =>
  `${instructions}\n\nAnswer with one JSON object and nothing else. Its JSON Schema: ${JSON.stringify(schema)}`;

/** A service compatible with OpenAI: llama.cpp, Ollama, vLLM, LM Studio, OpenAI and others. */
export class ChatCompletions implements LanguageModel {
  readonly name: string;
  readonly dataLength = dataLength;
  readonly #url: URL;
  readonly #key: string | undefined;
  /** The service refused the others before: they are not tried again. */
  #format: Format = 'json_schema';
  #limitsTokens = true;

  constructor({ url, key, model }: ChatCompletionsSettings) {
    this.name = model;
    this.#url = new URL(`${url.href.replace(/\/+$/, '')}/chat/completions`);
    this.#key = key;
  }

  async write(request: LanguageRequest): Promise<unknown> {
    let refused: LanguageRefused | undefined;
    for (const format of formats.slice(formats.indexOf(this.#format))) {
      const answer = await this.#send(request, format);
      if (answer.status === 200) {
        this.#format = format;
        return writtenJson(answer.text);
      }
      refused = this.#refusalOf(answer);
      // Services say in different ways that they do not know a format: 400 and 422 with any text.
      if (refused.reason !== 'unusable') break;
    }
    throw refused ?? new LanguageRefused('unusable', 'the service refused the request');
  }

  /** @throws LanguageAway */
  async #send(request: LanguageRequest, format: Format): Promise<PostAnswer> {
    const answer = await this.#post(request, format);
    const { status, text } = answer;
    if (status === 400 && this.#limitsTokens && isTokenLimitRefused(text)) {
      this.#limitsTokens = false;
      return this.#send(request, format);
    }
    // llama-cpp-python responds 500 to a format that it does not know.
    const isFormatRefused = format !== 'plain' && formatNamed.test(text);
    if ([408, 409, 425, 429].includes(status) || (status >= 500 && !isFormatRefused)) {
      const message = `the service responded ${status}: ${this.#excerptOf(text)}`;
      throw new LanguageAway(message, { retryAfterMs: retryAfterOf(answer.headers['retry-after']) });
    }
    return answer;
  }

  #post(request: LanguageRequest, format: Format): Promise<PostAnswer> {
    const body = {
      model: this.name,
      messages: [
        { role: 'system', content: instructionsOf(request) },
        { role: 'user', content: request.data },
      ],
      ...(this.#limitsTokens ? { max_tokens: mostTokens } : {}),
      ...formatOf(format, request),
    };
    return postJson({ url: this.#url, key: this.#key, body, signal: request.signal });
  }

  #refusalOf({ status, text }: PostAnswer): LanguageRefused {
    const message = `the service responded ${status}: ${this.#excerptOf(text)}`;
    if (status === 413 || (status === 400 && tooLong.test(text)))
      return new LanguageRefused('too_long', message);
    return new LanguageRefused(
      status === 400 || status === 422 || status >= 500 ? 'unusable' : 'denied',
      message,
    );
  }

  /** For the log. Some services repeat the key. */
  #excerptOf(text: string): string {
    const shown = this.#key ? text.replaceAll(this.#key, '***') : text;
    return shown.replace(/[\p{C}\s]+/gu, ' ').slice(0, longestExcerpt);
  }
}
