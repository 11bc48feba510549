import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ignoredHeader } from '../../../../contract/ignored-fields.ts';
import { oauthErrorOf } from '../../../../contract/refusals.ts';
import { methodAndPath } from '../../../../contract/routes.ts';
import { type Keyring, sameBytes } from '../../platform/crypto.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Allowance, limitHeaders, type RateLimits } from '../../platform/http/access/rate-limit.ts';
import { acceptJson } from '../../platform/http/input/body.ts';
import { createIgnoredFinder } from '../../platform/http/input/ignored.ts';
import { limitKeyOf } from '../../platform/http/networks.ts';
import { refusalOf } from '../../platform/http/reply-errors.ts';
import { accountOfClient, lockUserForShare, type UserRow } from '../../users/users.ts';
import type { AttemptLimits } from '../attempts/attempts.ts';
import { findUserByPassword } from '../passwords/passwords.ts';
import { type IssuedTokens, issueTokens, renewTokens } from './issue.ts';
import { readTokenRequest, type TokenRequest } from './request.ts';

export interface TokenEndpointParts {
  db: Db;
  keyring: Keyring;
  attempts: AttemptLimits;
  /** One limit for all credentials; 0 for none; undefined for the limits by kind. */
  limitPerMinute: number | undefined;
  limits: RateLimits;
}

export const tokenRequestsPerMinute = 3000;

/** Counts the requests of an address. */
async function countRequest(
  { limits, limitPerMinute = tokenRequestsPerMinute }: TokenEndpointParts,
  { request, reply }: OAuthExchange,
): Promise<void> {
  if (limitPerMinute === 0) return;
  const counted = await limits.take(`token:${limitKeyOf(request.ip)}`, limitPerMinute);
  reply.headers(limitHeaders(counted));
  if (!counted.allowed) throw new Refusal('rate_limited', { retryAfter: counted.reset });
}

interface OAuthExchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Compares the secret again under the lock: a concurrent replacement revokes the tokens of the old one. */
async function lockClient(trx: Db, client: UserRow): Promise<void> {
  const lockedClient = await lockUserForShare(trx, client.id);
  const isSame = lockedClient && sameBytes(secretOf(lockedClient), secretOf(client));
  if (!isSame || lockedClient.disabled_at) throw new Refusal('invalid_client');
}

const secretOf = (user: UserRow): Buffer => user.client_secret_hash ?? Buffer.alloc(0);

async function grantByPassword(
  { db, attempts }: TokenEndpointParts,
  given: { email: string; password: string; client: UserRow },
  { request, reply }: OAuthExchange,
): Promise<IssuedTokens> {
  const { email, client } = given;
  const report = (counted: Allowance) => reply.headers(limitHeaders(counted));
  const attempt = { kind: 'sign-in', account: email, ip: request.ip, report } as const;
  const user = await attempts.guard(db, attempt, () => findUserByPassword(db, given, request.ip));
  return inTransaction(db, async (trx) => {
    await lockClient(trx, client);
    // The password is compared again under the lock: it may have changed since it was checked.
    const lockedUser = user && (await lockUserForShare(trx, user.id));
    if (!lockedUser || lockedUser.password_hash !== user.password_hash || lockedUser.disabled_at) {
      throw new Refusal('invalid_grant');
    }
    return issueTokens(
      trx,
      { kind: 'user', userId: lockedUser.id, clientUserId: client.id },
      deviceOf(request),
    );
  });
}

const deviceOf = (request: FastifyRequest) => ({
  userAgent: request.headers['user-agent'] ?? '',
  ip: request.ip,
});

async function grantTokens(parts: TokenEndpointParts, wanted: TokenRequest, asked: OAuthExchange) {
  const { db } = parts;
  const client = wanted.client && (await accountOfClient(db, wanted.client.id, wanted.client.secret));
  if (!client || client.disabled_at) throw new Refusal('invalid_client');
  switch (wanted.grant) {
    case 'client_credentials':
      return inTransaction(db, async (trx) => {
        await lockClient(trx, client);
        const holder = { kind: 'client', userId: client.id, clientUserId: client.id } as const;
        return issueTokens(trx, holder, deviceOf(asked.request));
      });
    case 'password': {
      const [email, password] = [wanted.need('username'), wanted.need('password')];
      return grantByPassword(parts, { email, password, client }, asked);
    }
    case 'refresh_token': {
      const renewed = await renewTokens(parts, client.id, wanted.need('refresh_token'));
      if (typeof renewed === 'string') throw new Refusal('invalid_grant');
      return renewed.tokens;
    }
  }
}

function sendOAuthError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = refusalOf(error, () => undefined);
  if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'a token request failed');
  else request.log.debug({ code: refusal.code }, 'refused a request');
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  if (refusal.status === 401 && request.headers.authorization !== undefined) {
    reply.header('www-authenticate', 'Basic realm="Lectern"');
  }
  return reply
    .status(refusal.status)
    .type('application/json; charset=utf-8')
    .send({ error: oauthErrorOf(refusal.code), error_description: refusal.message });
}

/**
 * Registers `POST /v1/auth/token`. It is separate from the other endpoints because OAuth defines its format: form
 * bodies, the client in a Basic header, errors as `{error, error_description}`.
 */
export function registerTokenEndpoint(app: FastifyInstance, parts: TokenEndpointParts): void {
  const { method, path } = methodAndPath('issueToken');
  const ignored = createIgnoredFinder('issueToken');

  app.register(async (scope) => {
    acceptJson(scope);
    await scope.register(formbody);
    scope.setErrorHandler((error, request, reply) => sendOAuthError(request, reply, error));
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
      await countRequest(parts, { request, reply });
    });
    scope.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const unread = ignored(request);
        if (unread !== undefined) reply.header(ignoredHeader, unread);
        const wanted = readTokenRequest(request.body, request.headers.authorization);
        const issued = await grantTokens(parts, wanted, { request, reply });
        return reply.send({ token_type: 'Bearer', ...issued });
      },
    });
    scope.route({
      method: scope.supportedMethods.filter((other) => other !== method),
      url: path,
      onRequest: async (_request, reply) => {
        reply.header('allow', method);
        throw new Refusal('method_not_allowed');
      },
      handler: async () => undefined,
    });
  });
}
