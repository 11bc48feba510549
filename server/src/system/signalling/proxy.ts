import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createProxyServer, type ProxyServer } from 'httpxy';
import { ticks } from '../../platform/clock.ts';
import { Refusal } from '../../platform/errors.ts';
import { destroyAfter, refuseSocket } from '../../platform/http/connections/raw-response.ts';
import { CountedWarning } from '../../platform/logging/counted-warning.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { Outage } from '../../platform/logging/outage.ts';
import type { SignallingRequest } from './request.ts';

const validateMs = 5_000;

/**
 * Headers that LiveKit and the WebSocket handshake need. Cookies and all others are dropped; without extensions nothing is
 * compressed: a compressed message of 16 MiB would take gigabytes in the media server.
 */
const forwarded = [
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'user-agent',
] as const;

interface ProxyLimits {
  burstBytes: number;
  bytesPerSecond: number;
  handshakeMs: number;
  closeMs: number;
}

export interface ProxyParts {
  /** http or https URL of the media server. */
  url: string;
  limits: ProxyLimits;
  log: Logger;
}

/** A client that may connect. */
export interface Joining extends SignallingRequest {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  address: string;
}

function headersFor({ request, token, address }: Joining): IncomingHttpHeaders {
  const kept = forwarded.map((name) => [name, request.headers[name]] as const);
  return {
    ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)),
    connection: 'Upgrade',
    upgrade: 'websocket',
    authorization: `Bearer ${token}`,
    'x-forwarded-for': address,
  };
}

/** Closes both sockets when one closes, or soon after one side has ended its direction. */
function closeTogether(sides: [Duplex, Duplex], closeMs: number): void {
  for (const side of sides) {
    side.once('close', () => {
      for (const other of sides) other.destroy();
    });
    side.once('end', () => destroyAfter(side, closeMs));
  }
}

/** Destroys a socket that sends more than signalling needs: LiveKit keeps a whole message in memory, of any size. */
function limitBytes(socket: Duplex, { burstBytes, bytesPerSecond }: ProxyLimits, onExceeded: () => void) {
  let left = burstBytes;
  let at = ticks();
  socket.on('data', ({ length }: Buffer) => {
    const now = ticks();
    left = Math.min(burstBytes, left + ((now - at) / 1000) * bytesPerSecond) - length;
    at = now;
    if (left >= 0) return;
    onExceeded();
    socket.destroy();
  });
}

/** Connects clients' sockets to the media server's, without reading the content. */
export class SignallingProxy {
  readonly #parts: ProxyParts;
  readonly #proxy: ProxyServer;
  readonly #joined = new WeakSet<Duplex>();
  readonly #outage: Outage;
  readonly #exceeded: CountedWarning;

  constructor(parts: ProxyParts) {
    this.#parts = parts;
    this.#exceeded = new CountedWarning(
      parts.log,
      'closed signalling connections: their clients sent more bytes than signalling needs',
    );
    this.#outage = new Outage(parts.log, {
      away: 'the media server accepts no signalling connections',
      back: 'the media server accepts signalling connections again',
    });
    const { protocol, hostname, port, pathname } = new URL(parts.url);
    this.#proxy = createProxyServer({
      // Host and port separately: IPv6 has brackets in a URL, which the resolver does not understand.
      target: { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, pathname },
      changeOrigin: true,
      xfwd: false,
      upgradeTimeout: parts.limits.handshakeMs,
    });
    this.#proxy.on('proxyReqWs', (upstreamRequest, _request, client) => {
      upstreamRequest.once('upgrade', (_response, upstream) => this.#onJoined(client, upstream));
      // Passes on the media server's own refusal, which must not keep the socket open.
      upstreamRequest.once('response', () => destroyAfter(client, parts.limits.closeMs));
    });
    this.#proxy.on('error', (error, _request, client) => this.#onError(error, client as Duplex | undefined));
  }

  #onJoined(client: Duplex, upstream: Duplex): void {
    this.#joined.add(client);
    this.#outage.back();
    closeTogether([client, upstream], this.#parts.limits.closeMs);
    limitBytes(client, this.#parts.limits, () => this.#exceeded.note({}));
  }

  #onError(error: Error, client: Duplex | undefined): void {
    if (!client || client.destroyed) return;
    if (this.#joined.has(client)) {
      client.destroy();
      return;
    }
    this.#outage.away(error);
    refuseSocket(client, new Refusal('engine_away', { retryAfter: 2 }));
  }

  /** Resolves when the client's socket has closed. */
  async join(joining: Joining): Promise<void> {
    const { request, socket, head, target } = joining;
    request.url = target;
    request.headers = headersFor(joining);
    await this.#proxy.ws(request, socket as never, {}, head);
  }

  /** LiveKit's explanation of why it would refuse or accept a token. */
  async validate({ target, token }: SignallingRequest): Promise<{ status: number; text: string }> {
    try {
      const response = await fetch(`${this.#parts.url}${target}`, {
        headers: { authorization: `Bearer ${token}` },
        redirect: 'error',
        signal: AbortSignal.timeout(validateMs),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      throw new Refusal('engine_away', { retryAfter: 2 });
    }
  }
}
