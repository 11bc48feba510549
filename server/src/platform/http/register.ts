import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { auditedKindOf } from '../../../../contract/audit/audited.ts';
import { ignoredHeader } from '../../../../contract/ignored-fields.ts';
import { chatRoutes } from '../../../../contract/operations/chat/routes.ts';
import { takesKey } from '../../../../contract/refusals.ts';
import { Empty, type Route, statusOf } from '../../../../contract/route.ts';
import { methodAndPath, routes } from '../../../../contract/routes.ts';
import { actorOf, runAudited } from '../audit/audit.ts';
import { type Db, inTransaction } from '../db/db.ts';
import { Refusal } from '../errors.ts';
import { checkIdempotencyKey, runOnce } from '../idempotency/idempotency.ts';
import { type Pipeline, RequestGate } from './access/admit.ts';
import { callerKeyOf } from './access/caller.ts';
import { neededFor } from './access/permission.ts';
import { dispositionOf, safeFileName } from './disposition.ts';
import { ContentAnswer, type Endpoint, type EndpointRequest, type Origin } from './endpoint.ts';
import { createIgnoredFinder } from './input/ignored.ts';
import { bodyValidator, queryValidator } from './input/validate.ts';

type Loose = EndpointRequest<never, never, unknown> & Record<string, unknown>;

/** The Idempotency-Key, if the operation supports one. */
function keyIn(item: Endpoint, request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (!takesKey(item.operation) || typeof header !== 'string') return undefined;
  checkIdempotencyKey(header);
  return header;
}

function sendContent(reply: FastifyReply, { content, type, fileName }: ContentAnswer) {
  reply.type(type);
  if (fileName !== undefined)
    reply.header('content-disposition', dispositionOf('attachment', safeFileName(fileName)));
  return reply.send(content);
}

function originOf({ ip, headers }: FastifyRequest): Origin {
  // Node joins repeated headers of these names into one text.
  const textIn = (name: string): string => String(headers[name] ?? '');
  return {
    ip,
    userAgent: textIn('user-agent'),
    referer: textIn('referer'),
    acceptLanguage: textIn('accept-language'),
    clientHints: {
      brands: textIn('sec-ch-ua'),
      mobile: textIn('sec-ch-ua-mobile'),
      platform: textIn('sec-ch-ua-platform'),
      platformVersion: textIn('sec-ch-ua-platform-version'),
    },
  };
}

/** Validates the input, runs the handler and sends the response. */
function handlerOf(item: Endpoint, { db, browsers }: Pipeline) {
  const definition: Route = routes[item.operation];
  // Also for an operation without a body: a body that is no JSON object is refused everywhere.
  const checkBody = bodyValidator(definition.body ?? Empty);
  const checkQuery = definition.query && queryValidator(definition.query);
  const ignored = createIgnoredFinder(item.operation);
  const needed = neededFor(item.operation);
  const kind = auditedKindOf(item.operation);

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { lectern, params } = request;
    if (!lectern) throw new Refusal('unauthorized');
    const { caller, access } = lectern;
    const unread = ignored(request);
    if (unread !== undefined) reply.header(ignoredHeader, unread);
    const query = checkQuery?.({ ...(request.query as object) });
    // The JSON text `null` is a body, and no object.
    const body = checkBody(request.body === undefined ? {} : request.body);
    const key = keyIn(item, request);
    lectern.begun = true;
    const origin = originOf(request);
    const handling = { caller, params, body, query, access, origin, idempotencyKey: key, ...needed };
    const cookies = browsers.cookiesOf(request, reply);
    const work = (on: Db): Promise<unknown> => {
      const handled = {
        ...handling,
        ...{ cookies, db: on },
        // Fastify makes the signal when it is read, and most operations do not need it.
        get signal() {
          return request.signal;
        },
      };
      return item.spec.handle(handled as unknown as Loose);
    };
    const keyed = key !== undefined && !item.spec.keepsKey;
    const subject = {
      caller: callerKeyOf(caller, request.ip),
      operation: item.operation,
      body: { path: params, body },
    };
    const run = (on: Db): Promise<unknown> => {
      if (keyed) return runOnce(on, { ...subject, key }, work);
      return item.spec.inTransaction ? inTransaction(on, work) : work(on);
    };
    const actor = kind && actorOf(caller, request.ip);
    const answer = actor
      ? await runAudited(
          db,
          { actor, kind, action: item.operation, params: params as Record<string, string> },
          run,
        )
      : await run(db);
    const isUnfinished = definition.unfinished !== undefined && answer !== undefined;
    reply.status(isUnfinished ? 202 : statusOf(definition));
    if (answer instanceof ContentAnswer) return sendContent(reply, answer);
    if (definition.answerType) reply.type(`${definition.answerType}; charset=utf-8`);
    return answer === undefined ? reply.send() : reply.send(answer);
  };
}

/** Chat operations are also available under `/chat`, for clients of the original (decisions.md, section 12). */
function pathsOf({ operation }: Endpoint): string[] {
  const { path } = methodAndPath(operation);
  return operation in chatRoutes ? [path, path.replace(/^\/v1/, '/chat')] : [path];
}

/** Registers every endpoint with the order of checks in decisions.md, section 1. */
export function registerEndpoints(app: FastifyInstance, endpoints: Endpoint[], pipeline: Pipeline): void {
  const gate = new RequestGate(pipeline);
  // Without its hook: the cookies are parsed where they are needed.
  app.register(fastifyCookie, { hook: false });
  app.decorateRequest('lectern', null);
  for (const item of endpoints) {
    const { method } = methodAndPath(item.operation);
    for (const url of pathsOf(item)) {
      app.route({
        method,
        url,
        ...(item.spec.bodyLimit !== undefined && { bodyLimit: item.spec.bodyLimit }),
        ...(item.spec.otherMethods?.includes('HEAD') && { exposeHeadRoute: false }),
        onRequest: (request, reply) => gate.admit(item, request, reply),
        handler: handlerOf(item, pipeline),
        errorHandler: (error, request) => gate.refuse(item, request, error),
      });
    }
  }
  refuseOtherMethods(app, endpoints, gate);
}

/** Refuses other methods on known paths with 405, after the same credential and path checks. */
function refuseOtherMethods(app: FastifyInstance, endpoints: Endpoint[], gate: RequestGate): void {
  const onPath = new Map<string, Endpoint[]>();
  for (const item of endpoints) {
    for (const path of pathsOf(item)) onPath.set(path, [...(onPath.get(path) ?? []), item]);
  }
  for (const [url, items] of onPath) {
    const known = items.map((item) => methodAndPath(item.operation).method);
    const others = items.flatMap(({ spec }) => spec.otherMethods ?? []);
    const allowed = [...new Set([...known, ...(known.includes('GET') ? ['HEAD'] : []), ...others])].sort();
    const [first] = items;
    if (!first) continue;
    app.route({
      method: app.supportedMethods.filter((method) => !allowed.includes(method)),
      url,
      onRequest: async (request, reply) => {
        await gate.admit(first, request, reply);
        reply.header('allow', allowed.join(', '));
        await gate.refuse(first, request, new Refusal('method_not_allowed'));
      },
      handler: async () => undefined,
    });
  }
}
