import { createServer } from 'node:http';
import type { Config } from '../config.ts';
import { Refusal, Unstartable } from '../platform/errors.ts';
import { refuseRequest } from '../platform/http/raw-response.ts';

/**
 * Holds the port while the node starts: the start is refused at once where another program has it, and health checks are
 * answered, however long a migration takes.
 * @returns frees the port
 */
export async function holdPort({ HOST: host, PORT: port }: Config): Promise<() => Promise<void>> {
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.code})`;
      reject(
        new Unstartable(`Port ${port} on ${host} ${why}. Stop that program, or choose another port in PORT.`),
      );
    });
    server.listen({ port, host }, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
