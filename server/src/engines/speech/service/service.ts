import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { speechBytesPerSecond, wavHeaderBytes } from '../../../../../recorder/folder/wav-header.ts';
import { parsedJson, readLimited, retryAfterOf } from '../../service-response.ts';
import {
  type ChunkSpeech,
  SpeechAway,
  type SpeechEngine,
  SpeechRefused,
  type TranscribeOptions,
} from '../speech.ts';
import { messageIn, readResponse, UnknownResponse } from './response.ts';

export interface ServiceSettings {
  /** The base URL with its `/v1`. */
  url: URL;
  key: string | undefined;
  model: string;
}

export const timings = {
  /** The request with the whole response. */
  answerMs: 300_000,
  probeMs: 10_000,
};

/** OpenAI takes no larger file. */
const mostBytes = 25 * 1024 * 1024;
/** The words of a chunk take a tenth of it. More would only keep the server busy. */
const mostResponseBytes = 1_000_000;

/** Statuses after which a later attempt may succeed: also wrong keys, which the operator can replace. */
const isAway = (status: number): boolean =>
  status >= 500 ||
  [401, 402, 403, 404, 405, 408, 409, 425, 429].includes(status) ||
  (status >= 300 && status < 400);

/** A message of the service, without line breaks and cut to a log line's length. */
const shown = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 300);

/**
 * A service with the interface of OpenAI's `/audio/transcriptions`.
 *
 * @example new SpeechService({ url: new URL('https://speech.example.org/v1'), key, model: 'whisper-1' })
 */
export class SpeechService implements SpeechEngine {
  readonly name: string;
  /** Fetch waits five minutes for the head of a response, and a service on a small machine needs longer than the speech. */
  readonly chunkSeconds = 120;
  readonly #settings: ServiceSettings;

  constructor(settings: ServiceSettings) {
    this.#settings = settings;
    this.name = `service ${settings.model}`;
  }

  /** Every service lists its models or does not know the address; both prove that it answers. */
  async probe(signal: AbortSignal): Promise<string | undefined> {
    const { url } = this.#settings;
    try {
      const response = await fetch(this.#address('models'), {
        ...{ headers: this.#headers(), redirect: 'manual' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timings.probeMs)]),
      });
      await response.body?.cancel();
      if (response.status === 401 || response.status === 403) {
        return `The speech service at ${url.host} refuses LECTERN_SPEECH_KEY (status ${response.status}).`;
      }
      if (response.status < 500) return undefined;
      return `The speech service at ${url.host} has a fault (status ${response.status}); see its log.`;
    } catch (error) {
      signal.throwIfAborted();
      return `The speech service at ${url.host} does not answer (${reasonOf(error)}); check LECTERN_SPEECH_URL and that it runs.`;
    }
  }

  async transcribe(path: string, { language, signal }: TranscribeOptions): Promise<ChunkSpeech> {
    signal.throwIfAborted();
    const { size } = await stat(path);
    if (size > mostBytes) {
      throw new SpeechRefused('too_long', `the chunk has ${size} bytes, and the service takes ${mostBytes}`);
    }
    const text = await this.#ask(await this.#form(path, language), signal);
    const value = parsedJson(text);
    if (value === undefined) throw new SpeechAway(`the speech service sent no JSON: ${shown(text)}`);
    try {
      const speech = readResponse(value, Math.max(0, size - wavHeaderBytes) / speechBytesPerSecond);
      return { ...speech, language: speech.language ?? language };
    } catch (error) {
      if (!(error instanceof UnknownResponse)) throw error;
      throw new SpeechAway(`the speech service sent an unknown response: ${error.message}`);
    }
  }

  async #ask(body: FormData, signal: AbortSignal): Promise<string> {
    const limit = AbortSignal.timeout(timings.answerMs);
    try {
      const response = await fetch(this.#address('audio/transcriptions'), {
        ...{ method: 'POST', headers: this.#headers(), body, redirect: 'manual' },
        signal: AbortSignal.any([signal, limit]),
      });
      const tooLong = new SpeechAway('the speech service sent more than a transcript');
      const text = await readLimited(response.body ?? new Blob().stream(), mostResponseBytes, tooLong);
      if (response.status === 200) return text;
      throw refusalOf(response, text);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SpeechAway || error instanceof SpeechRefused) throw error;
      throw new SpeechAway(`the speech service does not answer (${reasonOf(error)})`, { cause: error });
    }
  }

  async #form(path: string, language: string | undefined): Promise<FormData> {
    const form = new FormData();
    form.set('file', await openAsBlob(path, { type: 'audio/wav' }), 'chunk.wav');
    form.set('model', this.#settings.model);
    if (language !== undefined) form.set('language', language);
    form.set('response_format', 'verbose_json');
    form.append('timestamp_granularities[]', 'segment');
    form.append('timestamp_granularities[]', 'word');
    return form;
  }

  #address(path: string): URL {
    const { url } = this.#settings;
    return new URL(path, url.href.endsWith('/') ? url : `${url.href}/`);
  }

  #headers(): Record<string, string> {
    const { key } = this.#settings;
    return key === undefined ? {} : { authorization: `Bearer ${key}` };
  }
}

/** `fetch failed` has its reason inside. */
function reasonOf(error: unknown): string {
  const inner = (error as { cause?: { code?: unknown } })?.cause?.code;
  return typeof inner === 'string' ? inner : shown(error instanceof Error ? error.message : String(error));
}

function refusalOf(response: Response, text: string): SpeechAway | SpeechRefused {
  const { status } = response;
  const message = `the speech service responded ${status}: ${shown(messageIn(parsedJson(text)) || text)}`;
  if (isAway(status)) {
    return new SpeechAway(message, { retryAfterMs: retryAfterOf(response.headers.get('retry-after')) });
  }
  if (status === 413) return new SpeechRefused('too_long', message);
  return new SpeechRefused(/language/i.test(message) ? 'language_unsupported' : 'corrupted', message);
}
