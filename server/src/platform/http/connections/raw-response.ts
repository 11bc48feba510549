import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '../../errors.ts';
import { newId } from '../../ids.ts';

/** Connections of servers whose public address is https. */
const secure = new WeakSet<Duplex>();

/** Adds Strict-Transport-Security to every response of this server, also to those that have no response object. */
export function requireHttps(server: Server): void {
  server.prependListener('connection', (socket) => secure.add(socket));
}

/** Headers of every response on this socket. */
export const headersOf = (requestId: string, socket: Duplex) => ({
  'x-request-id': requestId,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // Responses hold tokens and personal data; what may be cached (assets) says so itself.
  'cache-control': 'no-store',
  // A year, for this host alone: an installation cannot speak for the hosts below it.
  ...(secure.has(socket) && { 'strict-transport-security': 'max-age=31536000' }),
});

/** The headers and the body of a refusal that closes the connection. */
function closingRefusal({ status, message, code, retryAfter }: Refusal, socket: Duplex) {
  const body = JSON.stringify({ message, code });
  const headers = {
    ...headersOf(newId(), socket),
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  return { headers, body };
}

/** A refusal as the bytes of a whole HTTP response, for sockets that have no response object. */
function rawResponse(refusal: Refusal, socket: Duplex, method: string | undefined): string {
  const { headers, body } = closingRefusal(refusal, socket);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${method === 'HEAD' ? '' : body}`;
}

/** Sends a refusal of a request that no route gets, and closes the connection. */
export function refuseRequest(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = closingRefusal(refusal, response.req.socket);
  response.writeHead(refusal.status, headers).end(body);
}

/**
 * Sends a refusal on a socket that has no response object, and closes it, also when the client neither reads nor closes.
 * Destroyed at once, the connection would be reset before the client has read the response.
 */
export function refuseSocket(
  socket: Duplex,
  refusal: Refusal,
  { farewellMs = 2_000, method }: { farewellMs?: number; method?: string | undefined } = {},
): void {
  const timer = setTimeout(() => socket.destroy(), farewellMs).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
  socket.end(rawResponse(refusal, socket, method));
}
