import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Ends the service of an HTTP server without breaking off a request: `begin` asks clients to close their connections,
 * `close` accepts no more of them, `waitForResponses` waits for the responses in progress. WebSockets are not counted.
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
    // A response that never got its turn among pipelined ones does not close by itself.
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

  /** From now on every response closes its connection; requests are answered as before. */
  begin(): void {
    this.#hasBegun = true;
    for (const response of this.#inProgress) {
      if (!response.headersSent) response.setHeader('connection', 'close');
    }
  }

  /** Accepts no more connections, and closes those without a request. */
  close(): void {
    this.#app.server.close();
  }

  /** @returns when no response is in progress, or nobody should wait any more */
  async waitForResponses(cut: AbortSignal): Promise<void> {
    if (this.#inProgress.size === 0 || cut.aborted) return;
    await new Promise<void>((resolve) => {
      this.#onSettled = resolve;
      cut.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
