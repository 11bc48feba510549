import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { CountedWarning } from '../counted-warning.ts';
import { Refusal } from '../errors.ts';
import type { Logger } from '../log.ts';
import { refuseSocket } from './raw-response.ts';

/**
 * How long a client may take to send a request. None of these limits a response, however long it takes, nor a
 * connection that was upgraded to a WebSocket.
 */
export interface Timeouts {
  /** From the first byte (on a new connection: from its opening) to the end of the headers. */
  headersMs: number;
  /** To the end of the body. Uploads are exempt. */
  requestMs: number;
  /** An upload may take any time, and pause this long between two bytes. */
  uploadPauseMs: number;
  /** How long a connection may stay open between two requests. Longer than proxies keep theirs, which is 60 s. */
  idleMs: number;
  /** How late a timeout may be noticed. Node's default is 30 s. */
  checkEveryMs: number;
  /** How long a refused client may take to read the response and close. */
  farewellMs: number;
}

export const usualTimeouts: Timeouts = {
  headersMs: 20_000,
  requestMs: 60_000,
  uploadPauseMs: 60_000,
  idleMs: 75_000,
  checkEveryMs: 1_000,
  farewellMs: 2_000,
};

export const serverOptions = ({ headersMs, requestMs, checkEveryMs }: Timeouts): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkEveryMs,
});

/** Connections beyond the limit are closed at once, those already open continue. */
export function limitConnections(server: Server, most: number, log: Logger): void {
  const refused = new CountedWarning(
    log,
    'refused connections: LECTERN_MAX_CONNECTIONS is reached. Raise it, and the limit of open files with it, if the load is legitimate',
  );
  server.maxConnections = most;
  server.on('drop', () => refused.note({ most }));
}

const uploading = new WeakSet<Socket>();

/** Exempts the request that this socket carries from the time limit for whole requests. */
export function beginUpload(socket: Socket, pauseMs: number): void {
  uploading.add(socket);
  socket.setTimeout(pauseMs);
}

export function endUpload(socket: Socket): void {
  if (uploading.delete(socket)) socket.setTimeout(0);
}

/**
 * Refuses bytes that are no HTTP, headers beyond the size limit and requests that take too long, and closes the
 * connection.
 */
export function refuseClient(error: NodeJS.ErrnoException, socket: Socket, farewellMs: number): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (isLate && uploading.has(socket)) return;
  const unreadable = { message: 'This is not a readable HTTP request.' };
  if (!socket.writable) socket.destroy();
  else if (isLate) refuseSocket(socket, new Refusal('request_timeout'), farewellMs);
  else refuseSocket(socket, new Refusal('body_unreadable', unreadable), farewellMs);
}
