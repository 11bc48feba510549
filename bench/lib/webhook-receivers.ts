import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

export type Behaviour = 'well' | 'failing' | 'hanging';

export interface Arrival {
  /** Which receiver, counted from 0. */
  receiver: number;
  /** By `ticks()`, when the whole request had come. */
  at: number;
  /** Its header `webhook-id`. */
  eventId: string;
}

export type ToReceivers = 'take';
export type FromReceivers = { ports: number[] } | { arrivals: Arrival[] } | { well: number };

/** Receivers of webhooks in one process of their own; it sees no more of this one than to be asked what came. */
export class Receivers {
  readonly #child: ChildProcess;
  readonly behaviours: Behaviour[];
  readonly urls: string[];
  #well = 0;

  private constructor(child: ChildProcess, behaviours: Behaviour[], ports: number[]) {
    this.#child = child;
    this.behaviours = behaviours;
    this.urls = ports.map((port) => `http://127.0.0.1:${port}`);
    child.on('message', (message: FromReceivers) => {
      if ('well' in message) this.#well = message.well;
    });
  }

  static async start(behaviours: Behaviour[]): Promise<Receivers> {
    const child = fork(join(import.meta.dirname, 'webhook-receiving.ts'), [JSON.stringify(behaviours)]);
    const ports = await new Promise<number[]>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the receivers ended with ${code}`)));
      child.once('message', (message: FromReceivers) => {
        if ('ports' in message) resolve(message.ports);
      });
    });
    return new Receivers(child, behaviours, ports);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** How many requests came to those that are well, since the start; a moment old. */
  get well(): number {
    return this.#well;
  }

  /** All that came since it was last asked. */
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
