import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';

export interface Received {
  at: number;
  path: string;
  headers: IncomingHttpHeaders;
  /** The body exactly as it arrived. */
  body: string;
}

export type Behaviour = (response: ServerResponse, request: Received, count: number) => void;

/** A webhook receiver: an HTTP server that stores the requests. */
export interface Receiver {
  url: string;
  received: Received[];
  /** The highest number of concurrently open requests. */
  mostAtOnce: () => number;
  /** How many connections were opened. */
  connections: () => number;
  /** Changes how it responds from now on. */
  behave: (behaviour: Behaviour) => void;
  close: () => Promise<void>;
}

export const answer =
  (status: number, body = ''): Behaviour =>
  (response) =>
    response.writeHead(status).end(body);

export const hang: Behaviour = () => undefined;

export const reset: Behaviour = (response) => response.socket?.resetAndDestroy();

export async function startReceiver(
  behaviour: Behaviour = answer(200),
  secure?: ServerOptions,
): Promise<Receiver> {
  const received: Received[] = [];
  let [current, open, most, connections] = [behaviour, 0, 0, 0];
  const handle: Parameters<typeof createServer>[1] = (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    const at = performance.now();
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const one = { at, path: request.url ?? '', headers: request.headers, body };
      received.push(one);
      current(response, one, received.length);
    });
  };
  const server = secure ? createSecureServer(secure, handle) : createServer(handle);
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    mostAtOnce: () => most,
    connections: () => connections,
    behave: (next) => {
      current = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
