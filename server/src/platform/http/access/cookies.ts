import type { FastifyReply, FastifyRequest } from 'fastify';
import { seconds } from '../../clock.ts';

/** Where this installation's pages are, and which pages elsewhere may use it. */
export interface BrowserPolicy {
  publicUrl: URL;
  /** Origins beside our own. */
  allowedOrigins: string[];
}

/** What one sign-in of a browser is held by. */
export interface SessionTokens {
  accessToken: string;
  /** Milliseconds. */
  accessLives: number;
  refreshToken: string;
  refreshLives: number;
}

/** The cookies of one request and of its answer. */
export interface SessionCookies {
  /** As the browser sent it; nothing is proven by that. */
  refreshToken: string | undefined;
  set(tokens: SessionTokens): void;
  clear(): void;
}

/** The name of each cookie and the paths to which browsers send it. */
const cookies = { accessToken: '/', refreshToken: '/v1/auth' } as const;
type CookieName = keyof typeof cookies;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function readCookie(request: FastifyRequest, name: CookieName): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[name] || undefined;
}

export const accessTokenIn = (request: FastifyRequest): string | undefined =>
  readCookie(request, 'accessToken');

const isOurHost = (origin: URL, host: string): boolean => {
  // Read under the same scheme, so that a port that goes without saying is the same, said or not.
  const own = `${origin.protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === origin.host;
};

/** The rules by which cookies are set and believed. */
export class Browsers {
  readonly #policy: BrowserPolicy;

  constructor(policy: BrowserPolicy) {
    this.#policy = policy;
  }

  /** May the page that sent this request not act with the cookies of its browser? A missing Origin proves nothing. */
  isForeign(request: FastifyRequest): boolean {
    if (safeMethods.has(request.method)) return false;
    const { origin } = request.headers;
    if (origin === undefined || !URL.canParse(origin)) return true;
    const { publicUrl, allowedOrigins } = this.#policy;
    if (origin === publicUrl.origin || allowedOrigins.includes(origin)) return false;
    const page = new URL(origin);
    // On https, a page loaded over http may have been written by anybody on the network.
    if (publicUrl.protocol === 'https:' && page.protocol !== 'https:') return true;
    return !isOurHost(page, request.host);
  }

  cookiesOf(request: FastifyRequest, reply: FastifyReply): SessionCookies {
    const write = (name: CookieName, value: string, lives: number) => {
      const options = {
        ...this.#options(request),
        path: cookies[name],
        maxAge: Math.floor(lives / seconds(1)),
      };
      reply.header('set-cookie', request.server.serializeCookie(name, value, options));
    };
    return {
      refreshToken: readCookie(request, 'refreshToken'),
      set: (tokens) => {
        write('accessToken', tokens.accessToken, tokens.accessLives);
        write('refreshToken', tokens.refreshToken, tokens.refreshLives);
      },
      clear: () => {
        write('accessToken', '', 0);
        write('refreshToken', '', 0);
      },
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
