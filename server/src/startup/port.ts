import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { Refusal, Unstartable } from '../platform/errors.ts';
import { refuseRequest } from '../platform/http/connections/raw-response.ts';

/** The port, held while the node starts. */
export type HeldPort = Awaited<ReturnType<typeof holdPort>>;

/** A Node server listens on the handle of another one if it is passed as `_handle`. */
const bindingOf = (server: Server) => ({ _handle: (server as unknown as { _handle: object })._handle });

/**
 * Holds the port while the node starts. The start fails at once if another program has it, and health checks get
 * responses however long a migration takes.
 */
export async function holdPort({ HOST: host, PORT: port }: Pick<Config, 'HOST' | 'PORT'>) {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    const answer = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
        .end(JSON.stringify(body));
    if (path === '/healthz') answer(200, { status: 'ok' });
    else if (path === '/readyz') answer(503, { status: 'starting' });
    else refuseRequest(response, new Refusal('starting', { retryAfter: 2 }));
  });
  await once(server.listen({ port, host }), 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    const why = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`;
    throw new Unstartable(
      `Port ${port} on ${host} ${why}. Stop that program, or choose another port in PORT.`,
    );
  });
  let isHeld = true;
  const free = async () => {
    if (!isHeld) return;
    isHeld = false;
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  };
  return {
    /** For a start that fails. */
    free,
    /** From then on the app accepts the connections. */
    handOver: async (app: FastifyInstance): Promise<void> => {
      // Fastify listens on every address of `localhost`, of which one is held.
      if (host === 'localhost') {
        await free();
        await app.listen({ port, host });
        return;
      }
      const { address } = server.address() as AddressInfo;
      await app.listen({ port, host: address, ...bindingOf(server) });
      // The app closes the shared handle.
      isHeld = false;
      server.closeAllConnections();
    },
  };
}
