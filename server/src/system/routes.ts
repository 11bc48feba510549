/**
 * The installation as a whole: health and metrics (this file), the pages of the web client (`pages.ts`), the
 * documentation site (`docs/`), the proxy for signalling (`signalling/`), cleanup. Owns no table.
 * Listens to nothing: `app.ts` registers the routes, and `startup/jobs.ts` starts the jobs.
 * Look first: `installation-metrics.ts`, with its one statement in `figures.store.ts`; `housekeeping.ts` for
 * hourly cleanups; `retention.ts` for the erasure of old data, whose steps are in `startup/retention-steps.ts`.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { hashOf, sameBytes } from '../platform/crypto.ts';
import { Refusal } from '../platform/errors.ts';
import { isLoopback } from '../platform/http/networks.ts';
import type { Readiness } from './readiness.ts';

export interface HealthParts {
  registry: Registry;
  readiness: Readiness;
  /** The bearer token for `/metrics`; without one only this machine may read it. */
  metricsToken: string | undefined;
}

/** A request with proxy headers comes from elsewhere, even if the proxy runs on this machine. */
const isForwarded = ({ headers }: FastifyRequest): boolean =>
  ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => headers[name] !== undefined,
  );

/** Admits the operator's token, and without a token only programs on this machine. */
function admitToMetrics(request: FastifyRequest, token: string | undefined): void {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    const peer = request.socket.remoteAddress ?? '';
    if (isLoopback(peer) && !isForwarded(request)) return;
    throw new Refusal(token === undefined ? 'forbidden' : 'unauthorized');
  }
  const given = /^Bearer +(.+?) *$/i.exec(authorization)?.[1] ?? '';
  if (token === undefined || !sameBytes(hashOf(given), hashOf(token))) throw new Refusal('unauthorized');
}

/** Registers health checks and metrics, which every node has whatever its roles. */
export function registerHealth(app: FastifyInstance, parts: HealthParts): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const { readiness } = parts;
    const dependencies = await readiness.dependencies();
    if (!readiness.isStopping) return { status: 'ready', dependencies };
    return reply.status(503).header('retry-after', '2').send({ status: 'stopping', dependencies });
  });

  app.get('/metrics', async (request, reply) => {
    admitToMetrics(request, parts.metricsToken);
    reply.type(parts.registry.contentType);
    return parts.registry.metrics();
  });
}
