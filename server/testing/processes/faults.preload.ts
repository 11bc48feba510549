import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

// Adds errors to a test server: a request to /fault/<source> throws there; an upgrade with the query `fault` throws
// in a listener of the server's `upgrade` event.

const error = (place: string) => new Error(`injected fault in ${place}`);

const faults: Record<string, (reply: { raw: NodeJS.EventEmitter }) => unknown> = {
  handler: () => {
    throw error('handler');
  },
  listener: ({ raw }) =>
    raw.once('finish', () => {
      throw error('listener');
    }),
  rejection: () => void Promise.reject(error('rejection')),
};

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  for (const [place, fault] of Object.entries(faults)) {
    fastify.get(`/fault/${place}`, async (_request, reply) => {
      fault(reply);
      return {};
    });
  }
  const { server } = fastify;
  const emit = server.emit.bind(server);
  server.emit = (event: string, ...given: unknown[]) => {
    const [request] = given as [{ url?: string } | undefined];
    if (event === 'upgrade' && request?.url?.endsWith('?fault')) throw error('upgrade');
    return emit(event, ...given);
  };
});
