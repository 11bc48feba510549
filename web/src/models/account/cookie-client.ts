import { type Client, createClient } from '../../../../contract/client/index.ts';
import { paths } from '../../../../contract/paths.ts';

export type CookieClientParts = {
  fetch: typeof fetch;
  /** Empty: the page's own origin. */
  baseUrl?: string;
  /** The cookies open nothing any more. Resolves to whether the same person signed in again. */
  onEnded: () => Promise<boolean>;
};

const addressOf = (operation: keyof typeof paths): string => paths[operation].split(' ')[1] ?? '';

/** What is asked without a sign-in, or makes or ends one: a refusal there says nothing about the cookies. */
const aboutSignIn = new Set(
  (['getSignInOptions', 'createSession', 'refreshSession', 'register', 'requestPasswordReset'] as const).map(
    addressOf,
  ),
);

async function isUnauthorized(answer: Response): Promise<boolean> {
  if (answer.status !== 401) return false;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => ({}));
  return (body as { code?: unknown }).code === 'unauthorized';
}

/**
 * The API by the cookies of this browser. Where an access cookie has run out, it is renewed once for all requests
 * that found it so, and each of them is sent again; where that fails too, the sign-in has ended.
 */
export function createCookieClient({ fetch, baseUrl = '', onEnded }: CookieClientParts): Client {
  const withCookies: typeof fetch = (input, init) => fetch(input, { ...init, credentials: 'same-origin' });
  let renewals = 0;
  let renewing: Promise<Response> | undefined;

  function renew(): Promise<Response> {
    renewing ??= withCookies(`${baseUrl}${addressOf('refreshSession')}`, { method: 'POST' })
      .then((answer) => {
        if (answer.ok) renewals += 1;
        return answer;
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  }

  /** The answer that counts after one that found no sign-in. */
  async function onceMore(send: () => Promise<Response>, refused: Response, seen: number): Promise<Response> {
    if (seen === renewals) {
      const renewal = await renew();
      // The server is away or wants a pause: nothing is known about the sign-in.
      if (renewal.status === 429 || renewal.status >= 500) return renewal.clone();
      if (!renewal.ok) return (await onEnded()) ? send() : refused;
    }
    const answer = await send();
    if (await isUnauthorized(answer)) return (await onEnded()) ? send() : answer;
    return answer;
  }

  const careful: typeof fetch = async (input, init) => {
    const send = (): Promise<Response> => withCookies(input, init);
    if (aboutSignIn.has(String(input).slice(baseUrl.length))) return send();
    const seen = renewals;
    const answer = await send();
    return (await isUnauthorized(answer)) ? onceMore(send, answer, seen) : answer;
  };

  return createClient({ baseUrl, fetch: careful });
}
