import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { providerClient } from './real-provider.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type FakePath = 'metadata' | 'keys' | 'token' | 'person';

/** A provider that answers what a test wants, also what no provider should. */
export class FakeProvider {
  readonly #http = createServer((request, response) => this.#answer(request, response));
  readonly #keys: { privateKey: CryptoKey; publicKey: CryptoKey };
  /** Replaces the answer of a path. */
  readonly answers = new Map<FakePath, Answer>();
  /** Claims of the ID token, besides the valid ones that are added. */
  idToken: Record<string, unknown> = {};
  /** Signs the ID token otherwise than with the provider's key. */
  sign: ((payload: JWTPayload) => Promise<string>) | undefined;
  /** The response of UserInfo. */
  person: Record<string, unknown> = {};
  /** The nonce of the visit under way. */
  nonce = '';
  /** Bodies of the requests to the token endpoint. */
  readonly exchanges: URLSearchParams[] = [];

  private constructor(keys: { privateKey: CryptoKey; publicKey: CryptoKey }) {
    this.#keys = keys;
  }

  static async start(): Promise<FakeProvider> {
    const provider = new FakeProvider(await generateKeyPair('RS256', { extractable: true }));
    provider.#http.listen(0, '127.0.0.1');
    await once(provider.#http, 'listening');
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  get settings(): Record<string, string> {
    return {
      LECTERN_OIDC_ISSUER: this.issuer,
      LECTERN_OIDC_CLIENT_ID: providerClient.id,
      LECTERN_OIDC_CLIENT_SECRET: providerClient.secret,
    };
  }

  /** Forgets what the test before wanted. */
  reset(): void {
    this.answers.clear();
    this.idToken = {};
    this.sign = undefined;
    this.person = {};
  }

  get metadata(): Record<string, unknown> {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/person`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const name = path.startsWith('/.well-known') ? 'metadata' : (path.slice(1) as FakePath);
    const answer = this.answers.get(name);
    if (answer) answer(request, response);
    else void this.#answerWell(name, request, response);
  }

  async #answerWell(name: FakePath, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (name === 'metadata') send(this.metadata);
    else if (name === 'keys') {
      const key = { ...(await exportJWK(this.#keys.publicKey)), alg: 'RS256', use: 'sig', kid: 'fake' };
      send({ keys: [key] });
    } else if (name === 'token') {
      this.exchanges.push(new URLSearchParams(await readAll(request)));
      send({ access_token: 'at', token_type: 'Bearer', id_token: await this.#makeIdToken() });
    } else if (name === 'person') send({ sub: this.idToken.sub ?? 'someone', ...this.person });
    else response.writeHead(404).end();
  }

  async #makeIdToken(): Promise<string> {
    const time = Math.floor(Date.now() / 1000);
    const valid = { iss: this.issuer, aud: providerClient.id, sub: 'someone', nonce: this.nonce };
    const payload: JWTPayload = { ...valid, iat: time, exp: time + 300, ...this.idToken };
    if (this.sign) return this.sign(payload);
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'fake' }).sign(this.#keys.privateKey);
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  let all = '';
  for await (const part of request) all += part;
  return all;
}
