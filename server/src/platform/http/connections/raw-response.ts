import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '../../errors.ts';
import { newId } from '../../ids.ts';

/** Connections to servers with a public https URL. */
const secure = new WeakSet<Duplex>();

/** Adds Strict-Transport-Security to every response of this server, including those without a response object. */
export function requireHttps(server: Server): void {
  server.prependListener('connection', (socket) => secure.add(socket));
}

/** Headers of every response on this socket. */
export const headersOf = (requestId: string, socket: Duplex) => ({
  'x-request-id': requestId,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // Responses contain tokens and personal data; assets override this.
  'cache-control': 'no-store',
  // One year, for this host only: subdomains may belong to others.
  ...(secure.has(socket) && { 'strict-transport-security': 'max-age=31536000' }),
});

/** The headers and the body of a refusal that closes the connection. */
function closingRefusal(refusal: Refusal, socket: Duplex) {
  const body = JSON.stringify(refusal.body);
  const headers = {
    ...headersOf(newId(), socket),
    connection: 'close',
    ...refusal.headers,
    'content-length': String(Buffer.byteLength(body)),
  };
  return { headers, body };
}

/** A refusal as the text of a whole HTTP response, for sockets without a response object. */
function rawResponse(refusal: Refusal, socket: Duplex, method: string | undefined): string {
  const { headers, body } = closingRefusal(refusal, socket);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${method === 'HEAD' ? '' : body}`;
}

/** Refuses a request that no route gets, and closes the connection. */
export function refuseRequest(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = closingRefusal(refusal, response.req.socket);
  response.writeHead(refusal.status, headers).end(body);
}

/** Destroys the socket if it is not closed by then. */
export function destroyAfter(socket: Duplex, ms: number): void {
  const timer = setTimeout(() => socket.destroy(), ms).unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Refuses on a socket without a response object, and closes it even if the client neither reads nor closes. It is not
 * destroyed at once, because a reset could reach the client before the response.
 */
export function refuseSocket(
  socket: Duplex,
  refusal: Refusal,
  { farewellMs = 2_000, method }: { farewellMs?: number; method?: string | undefined } = {},
): void {
  destroyAfter(socket, farewellMs);
  socket.resume();
  socket.end(rawResponse(refusal, socket, method));
}
