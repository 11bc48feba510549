import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { codeOf } from '../../platform/process/reasons.ts';
import { readLimited } from '../service-response.ts';
import { LanguageAway } from './language.ts';

export interface JsonPost {
  url: URL;
  /** Sent as bearer token. */
  key: string | undefined;
  body: unknown;
  signal: AbortSignal;
}

export interface PostAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

export const timings = {
  /** A small machine needs minutes for a summary, and sends nothing before its end. */
  answerMs: 600_000,
};

/** An answer of some hundred lines has some ten kilobytes. */
const mostBytes = 1024 * 1024;

function send({ url, key, body, signal }: JsonPost): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const text = JSON.stringify(body);
  const request = (url.protocol === 'https:' ? requestSecurely : requestPlain)(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      accept: 'application/json',
      // A compressed answer could be a thousand times as large as its bytes.
      'accept-encoding': 'identity',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    agent: false,
    signal,
  });
  request.on('response', resolve);
  request.on('error', reject);
  request.end(text);
  return promise;
}

/**
 * Sends one request and reads at most 1 MiB of the response. `fetch` would give up after 300 s without a response.
 * Redirects are responses like others: the key must not go to another host.
 * @throws LanguageAway if no whole response arrives; the reason of the signal
 */
export async function postJson(post: JsonPost): Promise<PostAnswer> {
  const late = AbortSignal.timeout(timings.answerMs);
  try {
    const answer = await send({ ...post, signal: AbortSignal.any([post.signal, late]) });
    const tooLong = new LanguageAway(`the language model's service sent more than ${mostBytes} bytes`);
    const text = await readLimited(answer, mostBytes, tooLong);
    return { status: answer.statusCode ?? 0, headers: answer.headers, text };
  } catch (error) {
    post.signal.throwIfAborted();
    if (error instanceof LanguageAway) throw error;
    if (late.aborted)
      throw new LanguageAway(
        `the language model's service sent no whole response within ${timings.answerMs} ms`,
      );
    throw new LanguageAway(
      `the language model's service is unreachable: ${codeOf(error) ?? (error as Error).message}`,
    );
  }
}
