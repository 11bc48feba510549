import { METHODS } from 'node:http';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../../config.ts';
import { ticks } from '../clock.ts';
import { Refusal } from '../errors.ts';
import { idsIn, newId } from '../ids.ts';
import type { Logger } from '../logging/log.ts';
import { allowOrigins } from './access/cross-origin.ts';
import {
  createNotHttpRefusal,
  endUnreadResponses,
  limitConnections,
  limitPipelining,
  refuseClient,
  serverOptions,
  type Timeouts,
  usualTimeouts,
} from './connections/connections.ts';
import { headersOf, refuseSocket, requireHttps } from './connections/raw-response.ts';
import { Upgrades } from './connections/upgrades.ts';
import { acceptJson } from './input/body.ts';
import { isIn } from './networks.ts';
import { refusalOf, sendRefusal, type Translate } from './reply-errors.ts';

/** The largest body of a request, except for uploads, in bytes. */
export const largestJsonBody = 1024 * 1024;

/** Every method that Node parses gets through to a route, so that a known path answers 405, not 404. */
function acceptMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  // CONNECT names a host and no path. Node would close the connection without a response.
  app.server.on('connect', (_request, socket) => refuseSocket(socket, createNotHttpRefusal()));
}

export interface RequestFigures {
  method: string;
  /** The route's pattern, not the path: a path may contain tokens, which metrics must not show. */
  route: string;
  status: number;
  seconds: number;
}

export interface ServerParts {
  config: Config;
  log: Logger;
  onRequestDone: (figures: RequestFigures) => void;
  /** Translates errors of other parts. */
  translate: Translate;
  timeouts?: Timeouts;
  /** Routes of WebSockets; a server without them leaves it out. */
  upgrades?: Upgrades;
}

/** An HTTP server without routes: body parsing, refusals, request ids, limits and logs. */
export function createHttpServer(parts: ServerParts): FastifyInstance {
  const { config, log, onRequestDone, translate } = parts;
  const { timeouts = usualTimeouts, upgrades = new Upgrades(log) } = parts;
  const { LECTERN_TRUSTED_PROXIES: proxies } = config;
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestJsonBody,
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: proxies.length > 0 && ((address: string) => isIn(proxies, address)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 600 },
    forceCloseConnections: true,
    exposeHeadRoutes: true,
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => {
      // Not its message, which contains the whole URL.
      request.log.debug({ reason: error.code }, 'could not parse a request');
      // Hooks do not run for these errors.
      reply.headers(headersOf(request.id, request.raw.socket));
      sendRefusal(reply, refusalOf(error, translate));
    },
    http: { ...serverOptions(timeouts), shouldUpgradeCallback: upgrades.accepts },
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    clientErrorHandler: (error, socket) => refuseClient(error, socket, timeouts.farewellMs),
  }) as unknown as FastifyInstance;
  if (config.LECTERN_URL.protocol === 'https:') requireHttps(app.server);
  limitConnections(app.server, config, log);
  endUnreadResponses(app.server, timeouts, log);
  limitPipelining(app);
  upgrades.attach(app.server);
  app.addHook('preClose', async () => upgrades.close());
  acceptJson(app);
  acceptMethods(app);

  const began = new WeakMap<object, number>();
  app.addHook('onRequest', async (request, reply) => {
    began.set(request, ticks());
    reply.headers(headersOf(request.id, request.raw.socket));
  });
  allowOrigins(app, config.LECTERN_ALLOWED_ORIGINS);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const seconds = (ticks() - (began.get(request) ?? ticks())) / 1000;
    onRequestDone({ method: request.method, route, status: reply.statusCode, seconds });
    const { method } = request;
    const about = { method, route, status: reply.statusCode, ms: Math.round(seconds * 1000) };
    request.log.debug({ ...about, ...idsIn(request.params) }, 'answered');
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, translate);
    // Work that stopped because its client disconnected is no failure, and nobody reads the response.
    const isClientGone = error === request.signal.reason;
    if (refusal.status >= 500 && !isClientGone)
      request.log.error({ err: error, code: refusal.code, ...idsIn(request.params) }, 'a request failed');
    else request.log.debug({ code: refusal.code }, 'refused a request');
    return sendRefusal(reply, refusal);
  });
  // Refuse an unknown path before its body can cause 413 or 415.
  app.addHook('preParsing', async (request) => {
    if (request.is404) throw new Refusal('not_found');
  });
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refusal('not_found')));
  return app;
}
