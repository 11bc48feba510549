import { serverClock } from '../kit/server-clock.ts';
import { withSameKey } from './same-key.ts';

/** In ms. A server that takes longer for a response counts as unreachable. */
const requestTimeoutMs = 15_000;

/**
 * Aborts a request after `milliseconds`, whether its headers or the rest of its body are missing, so that the caller
 * can retry. An upload has no timeout: its size decides how long it takes, not the server.
 */
export function withTimeout(send: typeof fetch, milliseconds: number): typeof fetch {
  return (input, init) => {
    const isUpload = init?.body != null && typeof init.body !== 'string';
    if (isUpload) return send(input, init);
    const limit = AbortSignal.timeout(milliseconds);
    return send(input, { ...init, signal: init?.signal ? eitherOf(init.signal, limit) : limit });
  };
}

/** Like `AbortSignal.any`, which the oldest supported browsers lack. */
function eitherOf(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason);
    signal.addEventListener('abort', () => either.abort(signal.reason), { once: true });
  }
  return either.signal;
}

/** The `fetch` of all requests of the page to our server. */
export const pageFetch = withSameKey(withTimeout(serverClock.fetch, requestTimeoutMs));
