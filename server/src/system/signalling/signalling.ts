import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { MediaEngine, TokenClaims } from '../../engines/media/media.ts';
import { seconds } from '../../platform/clock.ts';
import { Refusal } from '../../platform/errors.ts';
import type { RateLimits } from '../../platform/http/access/rate-limit.ts';
import { refuseSocket } from '../../platform/http/connections/raw-response.ts';
import { SocketCounts } from '../../platform/http/connections/socket-counts.ts';
import type { Upgrades } from '../../platform/http/connections/upgrades.ts';
import { limitKeyOf } from '../../platform/http/networks.ts';
import { refusalOf } from '../../platform/http/reply-errors.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { SignallingProxy } from './proxy.ts';
import { readSignallingRequest } from './request.ts';

/** A school of 500 learners may share one address, and all of them reconnect several times after an outage. */
export const usualSignallingLimits = {
  /** Attempts in a minute, by one address and by all together; 0: unlimited. */
  attemptsByAddress: 6_000,
  attempts: 30_000,
  /** Open connections, of one address and of all together. */
  connectionsByAddress: 2_000,
  connections: 10_000,
  /** How many bytes a client may send at once, and how many more each second. */
  burstBytes: 16 * 1024 * 1024,
  bytesPerSecond: 64 * 1024,
  /** How long the media server may take to accept a connection. */
  handshakeMs: seconds(20),
  /** How long one direction may stay open after the other has ended. */
  closeMs: seconds(5),
};

export type SignallingLimits = typeof usualSignallingLimits;

export interface SignallingParts {
  engine: Pick<MediaEngine, 'signalUrl' | 'verifyToken'>;
  /** Refuses the holder of a valid token who may not be in its room now. */
  checkMayConnect: (claims: TokenClaims) => Promise<void>;
  /** The client's address, also behind a trusted proxy. */
  addressOf: (request: IncomingMessage) => string;
  rates: Pick<RateLimits, 'takeOrRefuse'>;
  limits: SignallingLimits;
  log: Logger;
}

/** Seconds after which a client that found no free connection may try again. */
const retryAfterSeconds = 10;

/** The paths of LiveKit's clients: `/rtc` and `/rtc/v1` are WebSockets, `validate` explains why one was refused. */
const socketPaths = ['/rtc', '/rtc/v1'];

async function countAttempt({ rates }: SignallingParts, key: string, limit: number): Promise<void> {
  if (limit > 0) await rates.takeOrRefuse(key, limit);
}

/**
 * Refuses an invalid token before the database is asked whether its holder may be in the call. Only valid tokens
 * count towards the total: many addresses with forged ones must not use up everybody else's attempts.
 */
async function admit(parts: SignallingParts, request: IncomingMessage, path: string) {
  const { addressOf, engine, limits, checkMayConnect } = parts;
  await countAttempt(parts, `signalling:${limitKeyOf(addressOf(request))}`, limits.attemptsByAddress);
  const wanted = readSignallingRequest(request, path);
  const claims = await engine.verifyToken(wanted.token);
  if (!claims) throw new Refusal('unauthorized');
  await countAttempt(parts, 'signalling', limits.attempts);
  await checkMayConnect(claims);
  return wanted;
}

/**
 * Proxies LiveKit's signalling at our own URL, so that one https origin is enough (decisions.md, section 5). LiveKit
 * renews its clients' tokens and cannot revoke them, so a removed participant is refused here. Tokens are in queries;
 * no log line contains a query.
 */
export function registerSignalling(app: FastifyInstance, upgrades: Upgrades, parts: SignallingParts): void {
  const { addressOf, limits, log } = parts;
  const sockets = new SocketCounts();
  const proxy = new SignallingProxy({ url: parts.engine.signalUrl, limits, log });

  const hold = (key: string, socket: Duplex, most: number) => {
    if (sockets.hold(key, socket, most)) return;
    throw new Refusal('too_many_connections', { retryAfter: retryAfterSeconds });
  };

  const takeOver = (path: string) => async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const address = addressOf(request);
    try {
      hold(`address ${limitKeyOf(address)}`, socket, limits.connectionsByAddress);
      const wanted = await admit(parts, request, path);
      // After the admission: sockets without a valid token must not use up the total.
      hold('total', socket, limits.connections);
      // The client may have left in the meantime.
      if (socket.destroyed || socket.readableEnded) socket.destroy();
      else await proxy.join({ request, socket, head, address, ...wanted });
    } catch (error) {
      const refusal = refusalOf(error, () => undefined);
      if (refusal.status === 500) log.error({ err: error }, 'signalling connection failed');
      refuseSocket(socket, refusal);
    }
  };

  for (const path of socketPaths) {
    upgrades.add([path], takeOver(path));
    const validatePath = `${path}/validate`;
    app.get(validatePath, async (request, reply) => {
      // As LiveKit responds: pages of other origins may read why they were refused. No cookie counts here.
      reply.header('access-control-allow-origin', '*');
      const { status, text } = await proxy.validate(await admit(parts, request.raw, validatePath));
      return reply.status(status).type('text/plain; charset=utf-8').send(text);
    });
  }
}
