import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

export type ReceiverHealth = 'well' | 'failing' | 'hanging';

export interface Arrival {
  /** Index of the receiver. */
  receiver: number;
  /** When the whole request had arrived, by `ticks()`. */
  at: number;
  /** Its header `webhook-id`. */
  eventId: string;
}

export type ToReceivers = 'take';
export type FromReceivers = { ports: number[] } | { arrivals: Arrival[] } | { well: number };

/** Webhook receivers in a separate process, which is only asked for what arrived. */
export class Receivers {
  readonly #child: ChildProcess;
  readonly behaviours: ReceiverHealth[];
  readonly urls: string[];
  #well = 0;

  private constructor(child: ChildProcess, behaviours: ReceiverHealth[], ports: number[]) {
    this.#child = child;
    this.behaviours = behaviours;
    this.urls = ports.map((port) => `http://127.0.0.1:${port}`);
    child.on('message', (message: FromReceivers) => {
      if ('well' in message) this.#well = message.well;
    });
  }

  static async start(behaviours: ReceiverHealth[]): Promise<Receivers> {
    const child = fork(join(import.meta.dirname, 'receiving.ts'), [JSON.stringify(behaviours)]);
    const ports = await new Promise<number[]>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the receivers exited with ${code}`)));
      child.once('message', (message: FromReceivers) => {
        if ('ports' in message) resolve(message.ports);
      });
    });
    return new Receivers(child, behaviours, ports);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Requests that arrived at receivers without faults since the start, with a short delay. */
  get well(): number {
    return this.#well;
  }

  /** Arrivals since the last call. */
  take(): Promise<Arrival[]> {
    return new Promise((resolve) => {
      const take = (message: FromReceivers) => {
        if (!('arrivals' in message)) return;
        this.#child.off('message', take);
        resolve(message.arrivals);
      };
      this.#child.on('message', take);
      this.#child.send('take' satisfies ToReceivers);
    });
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }
}
