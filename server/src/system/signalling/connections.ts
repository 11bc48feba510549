import type { Duplex } from 'node:stream';
import { Refusal } from '../../platform/errors.ts';

/** How soon a client that found no free connection may try again, in seconds. */
const retryAfter = 10;

/** Counts open sockets, in total and by address. */
export class Connections {
  readonly #limits: { connections: number; connectionsByAddress: number };
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: { connections: number; connectionsByAddress: number }) {
    this.#limits = limits;
  }

  /** Counts the socket until it closes; throws where there are too many. */
  hold(address: string, socket: Duplex): void {
    const held = this.#byAddress.get(address) ?? 0;
    const { connections, connectionsByAddress } = this.#limits;
    if (held >= connectionsByAddress || this.#total >= connections) {
      throw new Refusal('too_many_connections', { retryAfter });
    }
    if (socket.closed) return;
    this.#total += 1;
    this.#byAddress.set(address, held + 1);
    socket.once('close', () => this.#release(address));
  }

  #release(address: string): void {
    this.#total -= 1;
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }
}
