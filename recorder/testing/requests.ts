import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

interface Sent<Request> {
  id: number;
  request: Request;
}

type Answer = { id: number; value?: unknown; failed?: string };
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/** A program in a process of its own, which answers requests over its IPC channel by `answerRequests`. */
export class RequestedProcess<Request> {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(program: string) {
    this.#child = fork(program, { stdio: 'inherit' });
    this.#child.on('message', ({ id, value, failed }: Answer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failed === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(failed));
    });
    this.#child.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`${program} ended`));
      this.#waiting.clear();
    });
  }

  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error('the process could not be started');
    return pid;
  }

  ask<Value = void>(request: Request): Promise<Value> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#child.send({ id, request } satisfies Sent<Request>, (error) => error && reject(error));
    });
  }

  /** Closes the channel, upon which the program ends. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    if (this.#child.connected) this.#child.disconnect();
    await ended;
  }

  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

/**
 * Answers the requests of the parent process.
 * @param close runs when the parent closes the channel or ends; the process exits after it, at the latest after 5 s
 */
export function answerRequests<Request>(
  answer: (request: Request) => Promise<unknown>,
  close: () => Promise<unknown>,
): void {
  process.on('message', ({ id, request }: Sent<Request>) => {
    answer(request).then(
      (value) => process.send?.({ id, value } satisfies Answer),
      (error: unknown) => process.send?.({ id, failed: String(error) } satisfies Answer),
    );
  });
  process.once('disconnect', async () => {
    // A media server that is gone does not answer.
    setTimeout(() => process.exit(0), 5_000);
    await close();
    process.exit(0);
  });
}
