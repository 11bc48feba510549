import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../../config.ts';
import { ticks } from '../../clock.ts';
import { Refusal } from '../../errors.ts';
import { CountedWarning } from '../../logging/counted-warning.ts';
import type { Logger } from '../../logging/log.ts';
import { isIn, limitKeyOf } from '../networks.ts';
import { refuseSocket } from './raw-response.ts';
import { SocketCounts } from './socket-counts.ts';

/**
 * Time limits for clients to send a request and to read the response. They do not limit a response that makes
 * progress, nor a connection that became a WebSocket.
 */
export const usualTimeouts = {
  /** From the first byte (on a new connection, from its opening) to the end of the headers. */
  headersMs: 20_000,
  /** To the end of the body. A route for long uploads would need a limit of its own, after admission. */
  requestMs: 60_000,
  /** How long a client may read nothing while a response waits for it. */
  unreadMs: 60_000,
  /** How long a connection may idle between two requests. Proxies close theirs after 60 s, and must do so first. */
  idleMs: 75_000,
  /** The interval of the checks, and so the delay after a timeout. Node's default is 30 s. */
  checkEveryMs: 1_000,
  /** How long a refused client may take to read the response and close. */
  farewellMs: 2_000,
};

export type Timeouts = typeof usualTimeouts;

/** Clients of BigBlueButton send URLs of up to 32 KiB, in bytes. Node's default is 16 KiB for URL and headers. */
const largestHeaders = 48 * 1024;

export const serverOptions = ({ headersMs, requestMs, checkEveryMs }: Timeouts): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkEveryMs,
  maxHeaderSize: largestHeaders,
});

type ConnectionLimits = Pick<
  Config,
  'LECTERN_MAX_CONNECTIONS' | 'LECTERN_MAX_CONNECTIONS_PER_ADDRESS' | 'LECTERN_TRUSTED_PROXIES'
>;

/**
 * Closes connections beyond a limit at once; open ones continue. Those of trusted proxies, which carry the requests of
 * many clients, do not count for their address.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, log: Logger): void {
  const { LECTERN_MAX_CONNECTIONS: total, LECTERN_MAX_CONNECTIONS_PER_ADDRESS: byAddress } = limits;
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
    const isExempt = isIn(limits.LECTERN_TRUSTED_PROXIES, address);
    if (isExempt || open.hold(limitKeyOf(address), socket, byAddress)) return;
    refusedByAddress.note({ address, most: byAddress });
    socket.destroy();
  });
}

interface Sending {
  /** Changes when the client reads something. */
  progress: string;
  since: number;
}

/**
 * Identifies how much was sent. `bytesWritten - writableLength` counts a write as a whole; Node's `writeQueueSize`,
 * which also feeds its own socket timeout, shows the progress within a large write.
 */
function progressOf(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): string {
  return `${socket.bytesWritten - socket.writableLength} ${socket._handle?.writeQueueSize}`;
}

/** Destroys connections whose clients read nothing of a response for `unreadMs`, except WebSockets. */
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

/** How many requests may be in progress on one connection. Browsers have at most one. */
export const mostPipelined = 10;

/** Refuses further pipelined requests before a route spends memory on them: each response is kept until its turn. */
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

/** An error of Node's HTTP parser. `rawPacket` has the bytes read last; Fastify declares it as JSON would show it. */
type ClientError = NodeJS.ErrnoException & { rawPacket?: unknown };

/** Refuses malformed HTTP, oversized headers and requests that take too long, and closes the connection. */
export function refuseClient(error: ClientError, socket: Socket, farewellMs: number): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  // The client would read a body after a response to HEAD as the next response.
  const { rawPacket } = error;
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString() === 'HEAD ';
  const method = isHead ? 'HEAD' : undefined;
  refuseSocket(socket, isLate ? new Refusal('request_timeout') : createNotHttpRefusal(), {
    farewellMs,
    method,
  });
}
