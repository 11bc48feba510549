import { serverClock } from '../kit/server-clock.ts';
import { withSameKey } from './same-key.ts';

/** A server that takes longer for one response counts as away. */
const requestTimeoutMs = 15_000;

/**
 * Ends a request after `milliseconds`, whether its headers or the rest of its body are missing, so that whoever waits for
 * it can try again. An upload has no limit: its length, and not the server, decides how long it takes.
 */
export function withTimeout(send: typeof fetch, milliseconds: number): typeof fetch {
  return (input, init) => {
    const isUpload = init?.body != null && typeof init.body !== 'string';
    if (isUpload) return send(input, init);
    const limit = AbortSignal.timeout(milliseconds);
    return send(input, { ...init, signal: init?.signal ? eitherOf(init.signal, limit) : limit });
  };
}

/** As `AbortSignal.any`, which the oldest browsers that we support lack. */
function eitherOf(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason);
    signal.addEventListener('abort', () => either.abort(signal.reason), { once: true });
  }
  return either.signal;
}

/** Every request of the page to our server goes through this. */
export const pageFetch = withSameKey(withTimeout(serverClock.fetch, requestTimeoutMs));
