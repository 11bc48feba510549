import { connect, type Socket } from 'node:net';
import { patient } from '../patience.ts';

/** Resolves at the socket's next event of this name, or when it closes. */
export const next = (socket: Socket, event: string): Promise<unknown> =>
  socket.closed
    ? Promise.resolve()
    : new Promise((done) => {
        const finish = () => {
          socket.off(event, finish);
          socket.off('close', finish);
          done(undefined);
        };
        socket.on(event, finish);
        socket.on('close', finish);
      });

/** Opens a TCP connection to the server at this http URL. Its errors are expected in every attack. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await next(socket, 'connect');
  return socket;
}

/** Reads what the server sends until it closes the connection or `timeoutMs` have passed. */
export async function readAll(socket: Socket, timeoutMs = 10_000): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const timer = setTimeout(() => socket.destroy(), patient(timeoutMs));
  if (!socket.closed) await new Promise((done) => socket.once('close', done));
  clearTimeout(timer);
  return Buffer.concat(chunks).toString('latin1');
}

/** The head of a WebSocket upgrade request. `headers` are whole lines. */
export const upgradeHead = (target: string, headers: string[] = []): string =>
  [
    `GET ${target} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
    '\r\n',
  ].join('\r\n');

/** The statuses of the responses in what the server sent. */
export const statusesIn = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
