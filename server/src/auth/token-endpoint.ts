import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodAndPath } from '../../../contract/routes.ts';
import { hashOf, type Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import { acceptJson } from '../platform/http/body.ts';
import { RateLimiter } from '../platform/http/rate-limit.ts';
import { refusalOf } from '../platform/http/reply-errors.ts';
import { accountOfClient, signIn } from '../users/users.ts';
import { type Issued, issue, renew } from './issue.ts';
import { readTokenRequest, type TokenRequest } from './token-request.ts';

export interface TokenEndpointParts {
  db: Db;
  keyring: Keyring;
  /** One figure for all credentials; 0 for no limit at all; undefined for the figures by kind. */
  limitPerMinute: number | undefined;
}

const signInsPerMinute = 10;
const requestsOfAnAddressPerMinute = 3000;

class Limits {
  readonly #limiter = new RateLimiter();
  readonly #figure: number | undefined;

  constructor(figure: number | undefined) {
    this.#figure = figure;
  }

  request(request: FastifyRequest, reply: FastifyReply): void {
    this.#take(`address:${request.ip}`, this.#figure ?? requestsOfAnAddressPerMinute, reply);
  }

  signIn(email: string, request: FastifyRequest, reply: FastifyReply): void {
    // Hashed, so that long made-up addresses fill no memory.
    const account = hashOf(email.toLowerCase()).toString('base64');
    this.#take(`account:${request.ip} ${account}`, signInsPerMinute, reply);
  }

  #take(key: string, most: number, reply: FastifyReply): void {
    if (this.#figure === 0) return;
    const { allowed, limit, remaining, reset } = this.#limiter.take(key, most);
    reply.headers({
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(reset),
    });
    if (!allowed) throw new Refusal('rate_limited', { retryAfter: reset });
  }
}

interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  limits: Limits;
}

async function give(parts: TokenEndpointParts, wanted: TokenRequest, asked: Asked): Promise<Issued> {
  const { db } = parts;
  const client = wanted.client && (await accountOfClient(db, wanted.client.id, wanted.client.secret));
  if (!client) throw new Refusal('invalid_client');
  switch (wanted.grant) {
    case 'client_credentials':
      return issue(db, { kind: 'client', userId: client.id, clientUserId: client.id });
    case 'password': {
      const [email, password] = [wanted.need('username'), wanted.need('password')];
      asked.limits.signIn(email, asked.request, asked.reply);
      const user = await signIn(db, email, password);
      if (!user) throw new Refusal('invalid_grant');
      return issue(db, { kind: 'user', userId: user.id, clientUserId: client.id });
    }
    case 'refresh_token': {
      const issued = await renew(parts, client.id, wanted.need('refresh_token'));
      if (!issued) throw new Refusal('invalid_grant');
      return issued;
    }
  }
}

/** The words that OAuth has; what it has none for keeps our code. */
const wordOf = ({ code, status }: Refusal): string =>
  status < 429 && !['invalid_client', 'invalid_grant', 'unsupported_grant_type'].includes(code)
    ? 'invalid_request'
    : code;

function sendOAuthError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = refusalOf(error, () => undefined);
  if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'a token request failed');
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  if (refusal.status === 401 && request.headers.authorization !== undefined) {
    reply.header('www-authenticate', 'Basic realm="Lectern"');
  }
  return reply
    .status(refusal.status)
    .type('application/json; charset=utf-8')
    .send({ error: wordOf(refusal), error_description: refusal.message });
}

/**
 * `POST /v1/auth/token`. It stands apart from the other endpoints because OAuth has a form of its own for it:
 * forms as bodies, the client in a Basic header, errors as `{error, error_description}`.
 */
export function registerTokenEndpoint(app: FastifyInstance, parts: TokenEndpointParts): void {
  const { method, path } = methodAndPath('issueToken');
  const limits = new Limits(parts.limitPerMinute);

  app.register(async (scope) => {
    acceptJson(scope);
    await scope.register(formbody);
    scope.setErrorHandler((error, request, reply) => sendOAuthError(request, reply, error));
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
      limits.request(request, reply);
    });
    scope.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const wanted = readTokenRequest(request.body, request.headers.authorization);
        const issued = await give(parts, wanted, { request, reply, limits });
        return reply.send({ token_type: 'Bearer', ...issued });
      },
    });
    scope.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: path,
      onRequest: async (_request, reply) => {
        reply.header('allow', method);
        throw new Refusal('method_not_allowed');
      },
      handler: async () => undefined,
    });
  });
}
