import type { FastifyInstance } from 'fastify';
import { ignoredHeader } from '../../../../../contract/ignored-fields.ts';

/** Response headers that pages may read. */
const exposed = [
  'x-request-id',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'allow',
  'location',
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'upload-expires',
  ignoredHeader,
].join(', ');

/** Request headers that pages may send. */
const accepted = [
  'authorization',
  'content-type',
  'idempotency-key',
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-metadata',
].join(', ');

/** Lets pages of the listed origins read our responses (CORS). The credential alone decides what a request may do. */
export function allowOrigins(app: FastifyInstance, origins: string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': exposed,
    });
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return;
    return reply
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': accepted,
        'access-control-max-age': '600',
      })
      .status(204)
      .send();
  });
}
