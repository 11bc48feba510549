import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ticks } from '../../clock.ts';
import { CountedWarning } from '../../counted-warning.ts';
import { Refusal } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { limitKeyOf } from '../networks.ts';
import { refuseSocket } from './raw-response.ts';
import { SocketCounts } from './socket-counts.ts';

/**
 * How long a client may take to send a request, and to read the response. None of these limits a response that progresses,
 * however long it takes, nor a connection that was upgraded to a WebSocket.
 */
export interface Timeouts {
  /** From the first byte (on a new connection: from its opening) to the end of the headers. */
  headersMs: number;
  /** To the end of the body. A route for long uploads needs a rule of its own that begins after the admission. */
  requestMs: number;
  /** How long the client may read nothing of a response that waits for it. */
  unreadMs: number;
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
  unreadMs: 60_000,
  idleMs: 75_000,
  checkEveryMs: 1_000,
  farewellMs: 2_000,
};

export const serverOptions = ({ headersMs, requestMs, checkEveryMs }: Timeouts): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkEveryMs,
});

export interface ConnectionLimits {
  total: number;
  /** Open connections of one address; 0: any number. */
  byAddress: number;
  /** Trusted proxies, whose connections carry the requests of many clients. */
  exempt: (address: string) => boolean;
}

/** Connections beyond a limit are closed at once, those already open continue. */
export function limitConnections(
  server: Server,
  { total, byAddress, exempt }: ConnectionLimits,
  log: Logger,
): void {
  const refused = new CountedWarning(
    log,
    'refused connections: LECTERN_MAX_CONNECTIONS is reached. Raise it, and the limit of open files with it, if the load is legitimate',
  );
  server.maxConnections = total;
  server.on('drop', () => refused.note({ most: total }));
  if (byAddress === 0) return;
  const refusedByAddress = new CountedWarning(
    log,
    'refused connections: one address reached LECTERN_MAX_CONNECTIONS_PER_ADDRESS. If it is a proxy, name it in LECTERN_TRUSTED_PROXIES; if the load is legitimate, raise the limit',
  );
  const open = new SocketCounts();
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    if (exempt(address) || open.hold(limitKeyOf(address), socket, byAddress)) return;
    refusedByAddress.note({ address, most: byAddress });
    socket.destroy();
  });
}

interface Sending {
  /** Changes as soon as the client reads something. */
  progress: string;
  since: number;
}

/**
 * How much was sent. Node counts a write as sent when it begins, and as completed at its end; `writeQueueSize`, by which
 * Node's own socket timeout sees the progress of a large write, is what remains of the writes in progress.
 */
function progressOf(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): string {
  return `${socket.bytesWritten - socket.writableLength} ${socket._handle?.writeQueueSize}`;
}

/** Destroys connections whose clients read nothing of a response for `unreadMs`. WebSockets have rules of their own. */
export function endUnreadResponses(
  server: Server,
  { unreadMs, checkEveryMs }: Pick<Timeouts, 'unreadMs' | 'checkEveryMs'>,
  log: Logger,
): void {
  const ended = new CountedWarning(log, 'closed connections: their clients did not read the responses');
  const sockets = new Map<Socket, Sending>();
  const check = (socket: Socket, sending: Sending, now: number) => {
    const progress = progressOf(socket);
    if (socket.writableLength === 0 || progress !== sending.progress) {
      Object.assign(sending, { progress, since: now });
    } else if (now - sending.since > unreadMs) {
      ended.note({ address: socket.remoteAddress });
      socket.destroy();
    }
  };
  const timer = setInterval(() => {
    const now = ticks();
    for (const [socket, sending] of sockets) check(socket, sending, now);
  }, checkEveryMs).unref();
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, { progress: '', since: 0 });
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', ({ socket }) => sockets.delete(socket));
  server.once('close', () => clearInterval(timer));
}

/** How many requests of one connection may be in progress. Browsers never have more than one. */
const mostPipelined = 10;

/** Refuses further requests before a route spends memory on them: each would keep its response until its turn. */
export function limitPipelining(app: FastifyInstance): void {
  const inProgress = new WeakMap<Socket, number>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const others = inProgress.get(socket) ?? 0;
    inProgress.set(socket, others + 1);
    reply.raw.once('close', () => inProgress.set(socket, (inProgress.get(socket) ?? 1) - 1));
    if (others < mostPipelined) return;
    reply.header('connection', 'close');
    throw new Refusal('rate_limited', { retryAfter: 1 });
  });
}

export const createNotHttpRefusal = (): Refusal =>
  new Refusal('body_unreadable', { message: 'This is not a readable HTTP request.' });

/** Of Node's HTTP parser. `rawPacket`: the bytes that were read last; Fastify declares them as what JSON makes of them. */
type ClientError = NodeJS.ErrnoException & { rawPacket?: unknown };

/**
 * Refuses bytes that are no HTTP, headers beyond the size limit and requests that take too long, and closes the
 * connection.
 */
export function refuseClient(error: ClientError, socket: Socket, farewellMs: number): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  // A body after the response to HEAD would be read as the next response.
  const { rawPacket } = error;
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString() === 'HEAD ';
  const method = isHead ? 'HEAD' : undefined;
  refuseSocket(socket, isLate ? new Refusal('request_timeout') : createNotHttpRefusal(), {
    farewellMs,
    method,
  });
}
