import { type Client, createClient } from '../../../../contract/client/index.ts';
import { paths } from '../../../../contract/paths.ts';

type CookieClientParts = {
  fetch: typeof fetch;
  /** Empty: the page's own origin. */
  baseUrl?: string;
  /** Called when the cookies are no longer valid. Resolves to whether the same person signed in again. */
  onEnded: () => Promise<boolean>;
};

const addressOf = (operation: keyof typeof paths): string => paths[operation].split(' ')[1] ?? '';

/** Operations that need no sign-in, or begin or end one: a refusal there says nothing about the cookies. */
const aboutSignIn = new Set(
  (
    [
      'getSignInOptions',
      'createSession',
      'refreshSession',
      'register',
      'requestPasswordReset',
      'beginProviderSignIn',
      'finishProviderSignIn',
      'signOut',
    ] as const
  ).map(addressOf),
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
 * The API with this browser's cookies. An expired access cookie is renewed once for all requests that met it, and
 * each of them is sent again. If the renewal fails, the sign-in has ended.
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

  /** Renews the cookie, sends a refused request again, and returns the final response. */
  async function onceMore(send: () => Promise<Response>, refused: Response, seen: number): Promise<Response> {
    if (seen === renewals) {
      const renewal = await renew();
      // The server is down or asks for a pause: the sign-in may still be valid.
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
