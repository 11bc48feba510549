import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../../errors.ts';
import type { Logger } from '../../logging/log.ts';
import { refuseRequest, refuseSocket } from './raw-response.ts';

/** Takes over the socket of an upgrade request; the socket already has an error listener. */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => unknown;

const asksForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** The path as sent. A request target may not have a fragment, so one with a fragment matches no route. */
function pathOf({ url = '' }: IncomingMessage): string | undefined {
  return url.includes('#') ? undefined : url.split('?', 1)[0];
}

/**
 * The only listener for an HTTP server's `upgrade` event. A route takes over a socket if the path matches exactly;
 * every other upgrade request is served as an ordinary request, without the upgrade (RFC 9110, section 7.8;
 * docs/decisions/0015).
 *
 * @example
 *   const upgrades = new Upgrades(log);
 *   const http = createServer({ shouldUpgradeCallback: upgrades.accepts }, onRequest);
 *   upgrades.attach(http);
 *   upgrades.add(['/connection/websocket'], (request, socket, head) => { … });
 */
export class Upgrades {
  readonly #log: Logger;
  readonly #routes = new Map<string, TakeUpgrade>();
  readonly #sockets = new Set<Duplex>();
  /** Sockets with an earlier, pipelined response in progress. Weak: a response without a turn emits no 'close'. */
  readonly #responding = new WeakMap<Duplex, number>();
  #isClosed = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(paths: string[], take: TakeUpgrade): void {
    for (const path of paths) this.#routes.set(path, take);
  }

  /** For the server's `shouldUpgradeCallback`: does a route take this request? */
  readonly accepts = (request: IncomingMessage): boolean =>
    asksForWebSocket(request) &&
    !hasBody(request) &&
    !this.#responding.has(request.socket) &&
    this.#routes.has(pathOf(request) ?? '');

  attach(http: Server): void {
    http.prependListener('request', (request, response) => this.#countResponse(request, response));
    // Without this listener Node responds by itself. `checkContinue` needs none: it ends in a `request` event.
    http.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      this.#countResponse(request, response);
      refuseRequest(response, new Refusal('expectation_unknown'));
    });
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Listen first: a reset may arrive at any moment, and an error without a listener ends the process.
      socket.on('error', () => socket.destroy());
      this.#dispatch(request, socket, head);
    });
  }

  /** Refuses new upgrades and destroys the sockets that routes still hold. */
  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #countResponse(request: IncomingMessage, response: ServerResponse): void {
    // Node drops the bytes after an ignored upgrade, and the client may send frames next.
    if (asksForWebSocket(request)) response.setHeader('connection', 'close');
    const { socket } = request;
    this.#responding.set(socket, (this.#responding.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (this.#responding.get(socket) ?? 1) - 1;
      if (left > 0) this.#responding.set(socket, left);
      else this.#responding.delete(socket);
    });
  }

  async #dispatch(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (this.#isClosed || this.#responding.has(socket)) {
      socket.destroy();
      return;
    }
    const take = this.accepts(request) ? this.#routes.get(pathOf(request) ?? '') : undefined;
    if (!take) return refuseSocket(socket, new Refusal('not_found'), { method: request.method });
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    try {
      await take(request, socket, head);
    } catch (error) {
      this.#log.error({ err: error, path: pathOf(request) }, 'upgrade failed: closed the socket');
      socket.destroy();
    }
  }
}
