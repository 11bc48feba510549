import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '../errors.ts';
import { newId } from '../ids.ts';

/** Headers of every response. */
export const headersOf = (requestId: string) => ({
  'x-request-id': requestId,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // Responses hold tokens and personal data; what may be cached (assets) says so itself.
  'cache-control': 'no-store',
});

/** A refusal as the bytes of a whole HTTP response, for sockets that have no response object. */
function rawResponse({ status, message, code, retryAfter }: Refusal): string {
  const body = JSON.stringify({ message, code });
  const headers = {
    ...headersOf(newId()),
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Sends a refusal on a socket that has no response object, and closes it, also when the client neither reads nor closes.
 * Destroyed at once, the connection would be reset before the client has read the response.
 */
export function refuseSocket(socket: Duplex, refusal: Refusal, farewellMs = 2_000): void {
  const timer = setTimeout(() => socket.destroy(), farewellMs).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
  socket.end(rawResponse(refusal));
}
