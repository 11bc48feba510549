import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Stops an HTTP server without aborting requests: `begin` asks clients to close their connections, `close` accepts no
 * new ones, and `waitForResponses` waits for those in progress. WebSockets are not counted.
 */
export class Draining {
  readonly #app: FastifyInstance;
  readonly #inProgress = new Set<ServerResponse>();
  #hasBegun = false;
  #onSettled: (() => void) | undefined;

  constructor(app: FastifyInstance) {
    this.#app = app;
    app.addHook('onRequest', async (_request, { raw: response }) => {
      this.#inProgress.add(response);
      response.once('close', () => this.#forget(response));
      if (this.#hasBegun) response.setHeader('connection', 'close');
    });
    // A pipelined response that never had its turn emits no 'close' of its own.
    app.server.on('connection', (socket) => {
      socket.once('close', () => {
        for (const response of this.#inProgress) if (response.req.socket === socket) this.#forget(response);
      });
    });
  }

  #forget(response: ServerResponse): void {
    this.#inProgress.delete(response);
    if (this.#inProgress.size === 0) this.#onSettled?.();
  }

  /** Every response closes its connection from now on; requests are served as before. */
  begin(): void {
    this.#hasBegun = true;
    for (const response of this.#inProgress) {
      if (!response.headersSent) response.setHeader('connection', 'close');
    }
  }

  /** Accepts no more connections, and closes idle ones. */
  close(): void {
    this.#app.server.close();
  }

  /** Resolves when no response is in progress, or on `cut`. */
  async waitForResponses(cut: AbortSignal): Promise<void> {
    if (this.#inProgress.size === 0 || cut.aborted) return;
    await new Promise<void>((resolve) => {
      this.#onSettled = resolve;
      cut.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
