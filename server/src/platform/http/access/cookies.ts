import type { FastifyReply, FastifyRequest } from 'fastify';
import { seconds } from '../../clock.ts';

/** The origin of our pages, and foreign origins whose pages may use the API. */
export interface BrowserPolicy {
  publicUrl: URL;
  /** Origins besides our own. */
  allowedOrigins: string[];
}

/** The tokens of a browser's sign-in. */
export interface SessionTokens {
  accessToken: string;
  /** Milliseconds. */
  accessLives: number;
  refreshToken: string;
  refreshLives: number;
}

/** Reads the cookies of a request and sets those of its response. */
export type SessionCookies = ReturnType<Browsers['cookiesOf']>;

/** Each cookie with the path for which browsers send it. */
const cookies = { accessToken: '/', refreshToken: '/v1/auth', signInFlow: '/v1/auth/provider' } as const;
type CookieName = keyof typeof cookies;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function readCookie(request: FastifyRequest, name: CookieName): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[name] || undefined;
}

export const accessTokenIn = (request: FastifyRequest): string | undefined =>
  readCookie(request, 'accessToken');

const isOurHost = (origin: URL, host: string): boolean => {
  // Parse both with the same scheme, so that an implied default port equals an explicit one.
  const own = `${origin.protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === origin.host;
};

/** Decides when cookies count, and sets them. */
export class Browsers {
  readonly #policy: BrowserPolicy;

  constructor(policy: BrowserPolicy) {
    this.#policy = policy;
  }

  /** Is the page that sent this request not allowed to use the browser's cookies? Without an Origin header it is not. */
  isForeign(request: FastifyRequest): boolean {
    if (safeMethods.has(request.method)) return false;
    const { origin } = request.headers;
    if (origin === undefined || !URL.canParse(origin)) return true;
    const { publicUrl, allowedOrigins } = this.#policy;
    if (origin === publicUrl.origin || allowedOrigins.includes(origin)) return false;
    const page = new URL(origin);
    // On https, a page loaded over http may have been changed by anybody on the network.
    if (publicUrl.protocol === 'https:' && page.protocol !== 'https:') return true;
    return !isOurHost(page, request.host);
  }

  cookiesOf(request: FastifyRequest, reply: FastifyReply) {
    const write = (name: CookieName, value: string, lives: number) => {
      const options = {
        ...this.#options(request),
        // The visit to the provider happens in a window of ours, never in a frame of another site.
        ...(name === 'signInFlow' && { sameSite: 'lax' as const, partitioned: false }),
        path: cookies[name],
        maxAge: Math.floor(lives / seconds(1)),
      };
      reply.header('set-cookie', request.server.serializeCookie(name, value, options));
    };
    return {
      /** As the browser sent it, unverified. */
      refreshToken: readCookie(request, 'refreshToken'),
      /** The secret that binds a sign-in by the provider to the browser that began it, unverified. */
      signInFlow: readCookie(request, 'signInFlow'),
      set: (tokens: SessionTokens): void => {
        write('accessToken', tokens.accessToken, tokens.accessLives);
        write('refreshToken', tokens.refreshToken, tokens.refreshLives);
      },
      clear: (): void => {
        write('accessToken', '', 0);
        write('refreshToken', '', 0);
      },
      /** @param lives milliseconds; 0 deletes it */
      setSignInFlow: (secret: string, lives: number): void => write('signInFlow', secret, lives),
    };
  }

  #options(request: FastifyRequest) {
    const { publicUrl, allowedOrigins } = this.#policy;
    const isPublicSecure = publicUrl.protocol === 'https:';
    const secure = isPublicSecure || request.protocol === 'https';
    return isPublicSecure && allowedOrigins.length > 0
      ? { httpOnly: true, secure, sameSite: 'none' as const, partitioned: true }
      : { httpOnly: true, secure, sameSite: 'lax' as const };
  }
}
