import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../../../contract/route.ts';
import { methodAndPath, routes } from '../../../../contract/routes.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../errors.ts';
import { checkKey, once } from '../idempotency/idempotency.ts';
import { isId } from '../ids.ts';
import { type Caller, keyOf } from './caller.ts';
import type { Endpoint, Handling } from './endpoint.ts';
import { RateLimiter } from './rate-limit.ts';
import { bodyValidator, queryValidator, type Validator } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks and what `access` found, set before the body is read; `begun` once the body was accepted for work. */
    lectern: { caller: Caller; access: unknown; begun: boolean } | null;
  }
}

export interface Pipeline {
  db: Db;
  /** The caller that a bearer token proves, or null when it proves nobody. */
  authenticate: (token: string) => Promise<Caller | null>;
  /** One figure for all credentials; 0 for none; undefined for the figures by kind. */
  limitPerMinute: number | undefined;
}

type Loose = Handling<never, never, unknown> & Record<string, unknown>;

const limitsByKind: Record<Caller['kind'], number> = {
  nobody: 3000,
  client: 600,
  user: 600,
  personal: 6000,
  link: 600,
  participant: 600,
};

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const match = /^Bearer +([^\s]+) *$/i.exec(header);
  if (!match) throw new Refusal('unauthorized');
  return match[1];
}

/** Registers every endpoint in the order of checks that decisions.md, section 1 fixes. */
export function registerEndpoints(app: FastifyInstance, endpoints: Endpoint[], pipeline: Pipeline): void {
  const limiter = new RateLimiter();
  const methodsOf = new Map<string, Set<string>>();
  app.decorateRequest('lectern', null);

  function limit(caller: Caller, request: FastifyRequest, reply: FastifyReply): void {
    const figure = pipeline.limitPerMinute ?? limitsByKind[caller.kind];
    if (figure === 0) return;
    const { allowed, limit, remaining, reset } = limiter.take(keyOf(caller, request.ip), figure);
    reply.headers({
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(reset),
    });
    if (!allowed) throw new Refusal('rate_limited', { retryAfter: reset });
  }

  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const token = bearerOf(request);
    const caller = token === undefined ? { kind: 'nobody' as const } : await pipeline.authenticate(token);
    limit(caller ?? { kind: 'nobody' }, request, reply);
    if (!caller) throw new Refusal('unauthorized');
    return caller;
  }

  /** 401, then the path's 404, then 403. */
  async function admit(item: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await identify(request, reply);
    const { callers } = item.spec;
    if (caller.kind === 'nobody' && !callers.includes('nobody')) throw new Refusal('unauthorized');
    const params = request.params as Record<string, string>;
    for (const [name, value] of Object.entries(params)) {
      if (name.endsWith('Id') && !isId(value)) throw new Refusal('not_found');
    }
    if (!callers.includes(caller.kind)) throw new Refusal('forbidden');
    const access = item.spec.permissionInStatement ? undefined : await checkAccess(item, caller, request);
    request.lectern = { caller, access, begun: false };
  }

  const checkAccess = (item: Endpoint, caller: Caller, request: FastifyRequest): Promise<unknown> =>
    item.spec.access({ caller: caller as never, params: request.params as never, db: pipeline.db });

  /** A body that is wrong is told only to who may do the thing at all. */
  async function refuseAfterAccess(item: Endpoint, request: FastifyRequest, error: unknown): Promise<never> {
    const before = request.lectern && !request.lectern.begun && item.spec.permissionInStatement;
    if (before) await checkAccess(item, request.lectern?.caller as Caller, request);
    throw error;
  }

  function handlerOf(item: Endpoint) {
    const definition: Route = routes[item.operation];
    const checkBody: Validator | undefined = definition.body && bodyValidator(definition.body);
    const checkQuery: Validator | undefined = definition.query && queryValidator(definition.query);
    const isPost = methodAndPath(item.operation).method === 'POST';

    return async (request: FastifyRequest, reply: FastifyReply) => {
      const { lectern } = request;
      if (!lectern) throw new Refusal('unauthorized');
      const { caller, access } = lectern;
      const header = request.headers['idempotency-key'];
      const key =
        isPost && typeof header === 'string' && item.spec.idempotency !== 'none' ? header : undefined;
      const query = checkQuery?.({ ...(request.query as object) });
      const body = checkBody?.(request.body ?? {});
      if (key !== undefined) checkKey(key);
      lectern.begun = true;
      const origin = {
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        referer: request.headers.referer ?? '',
      };
      const handling = { caller, params: request.params, body, query, access, origin, idempotencyKey: key };
      const work = (db: Db) => item.spec.handle({ ...handling, db } as unknown as Loose);
      const kept = { caller: keyOf(caller, request.ip), operation: item.operation, key: key ?? '' };
      const subject = { path: request.params, body };
      const answer =
        key !== undefined && item.spec.idempotency !== 'own'
          ? await once(pipeline.db, kept, subject, work)
          : await work(pipeline.db);
      reply.status(definition.status);
      return definition.status === 204 ? reply.send() : reply.send(answer);
    };
  }

  for (const item of endpoints) {
    const { method, path } = methodAndPath(item.operation);
    methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method));
    app.route({
      method,
      url: path,
      onRequest: (request, reply) => admit(item, request, reply),
      handler: handlerOf(item),
      errorHandler: (error, request) => refuseAfterAccess(item, request, error),
    });
  }
  refuseOtherMethods(app, endpoints, methodsOf, admit);
}

type Admit = (item: Endpoint, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** A known path with another method: 405, after the same credential and path checks. */
function refuseOtherMethods(
  app: FastifyInstance,
  endpoints: Endpoint[],
  methodsOf: Map<string, Set<string>>,
  admit: Admit,
): void {
  for (const [path, known] of methodsOf) {
    const first = endpoints.find((item) => methodAndPath(item.operation).path === path);
    if (!first) continue;
    const allow = [...known].sort().join(', ');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (known.has(method)) continue;
      app.route({
        method,
        url: path,
        onRequest: async (request, reply) => {
          await admit(first, request, reply);
          reply.header('allow', allow);
          throw new Refusal('method_not_allowed');
        },
        handler: async () => undefined,
      });
    }
  }
}
