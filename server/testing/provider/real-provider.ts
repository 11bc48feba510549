import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

/** A person with an account at the provider: the claims of ID token and UserInfo. */
export interface ProviderPerson {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  groups?: string[];
  [claim: string]: unknown;
}

export const providerClient = { id: 'lectern', secret: 'a-secret-between-lectern-and-the-provider' };

/** A real OpenID Connect provider, whose sign-in page asks for the name of a person only. */
export interface RealProvider {
  issuer: string;
  /** For a server whose people sign in by it. */
  settings: Record<string, string>;
  /** By subject. */
  people: Map<string, ProviderPerson>;
  /** Registers the server at this address as the provider's client. */
  admit(url: string): void;
  close(): Promise<void>;
}

const page = (content: string): string =>
  `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1>${content}</html>`;

const signInForm = page(
  `<form method="post"><label>Name <input name="login" autofocus></label>
  <button>Continue</button><button name="error" value="access_denied">Cancel</button></form>`,
);

async function createProvider(issuer: string, url: string, people: RealProvider['people']) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return new Provider(issuer, {
    clients: [
      {
        client_id: providerClient.id,
        client_secret: providerClient.secret,
        redirect_uris: [`${url}/sign-in/return`],
        post_logout_redirect_uris: [`${url}/sign-in`],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' }] },
    cookies: { keys: ['the cookies of the test provider'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'realm_access'],
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
    // Nobody is asked for a consent.
    loadExistingGrant: async ({ oidc }) => {
      const { clientId } = oidc.client;
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

async function answerInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html').end(signInForm);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const error = form.get('error');
  const result = error ? { error } : { login: { accountId: form.get('login') ?? '' } };
  await provider.interactionFinished(request, response, result);
}

/** Starts the provider. Call `admit` when the server that uses it has an address. */
export async function startRealProvider(): Promise<RealProvider> {
  const people: RealProvider['people'] = new Map();
  let provider: Promise<Provider> | undefined;
  const http = createServer(async (request, response) => {
    const at = await provider;
    if (!at) response.writeHead(503).end();
    else if (request.url?.startsWith('/interaction/')) await answerInteraction(at, request, response);
    else at.callback()(request, response);
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    issuer,
    settings: {
      LECTERN_OIDC_ISSUER: issuer,
      LECTERN_OIDC_CLIENT_ID: providerClient.id,
      LECTERN_OIDC_CLIENT_SECRET: providerClient.secret,
      LECTERN_OIDC_LABEL: 'Greenfield School',
    },
    people,
    admit: (url) => {
      provider = createProvider(issuer, url, people);
    },
    close: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

/** The parameters of the redirect with which the provider sends the person back. */
export interface Returned {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

/** Visits the provider as a browser does, and signs in there. */
export class ProviderVisitor {
  readonly #cookies = new Map<string, string>();

  async #fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const [name = '', value = ''] = pair.split('=', 2);
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /**
   * @param login the subject, for the sign-in page; a browser whose session at the provider lasts is not asked
   * @returns where the provider sends the browser, or the page that it shows
   */
  async visit(url: string, login?: Record<string, string>): Promise<{ url: URL; isAsked: boolean }> {
    const { origin } = new URL(url);
    let at = new URL(url);
    let response = await this.#fetch(at.href);
    let isAsked = false;
    for (let steps = 0; steps < 10; steps += 1) {
      const location = response.headers.get('location');
      if (location) {
        at = new URL(location, at);
        if (at.origin !== origin) return { url: at, isAsked };
        response = await this.#fetch(at.href);
        continue;
      }
      if (!at.pathname.startsWith('/interaction/') || !login || isAsked) break;
      isAsked = true;
      response = await this.#fetch(at.href, { method: 'POST', body: new URLSearchParams(login) });
    }
    return { url: at, isAsked };
  }

  /** Signs in, and returns what our page gets. */
  async signIn(url: string, login: Record<string, string>): Promise<Returned> {
    const { url: back } = await this.visit(url, login);
    return Object.fromEntries(back.searchParams) as unknown as Returned;
  }
}

/** The parameters that our page sends on. */
export const returnedBody = ({ state, code, iss, error }: Returned): Returned => ({
  state,
  ...(code !== undefined && { code }),
  ...(iss !== undefined && { iss }),
  ...(error !== undefined && { error }),
});
