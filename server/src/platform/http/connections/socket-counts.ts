import type { Duplex } from 'node:stream';

/** Counts open sockets by key, such as the client's address. */
export class SocketCounts {
  readonly #open = new Map<string, number>();

  /** Counts the socket until it closes. Returns false, and counts nothing, if `most` sockets of this key are open. */
  hold(key: string, socket: Duplex, most: number): boolean {
    const open = this.#open.get(key) ?? 0;
    if (open >= most) return false;
    if (socket.closed) return true;
    this.#open.set(key, open + 1);
    socket.once('close', () => this.#release(key));
    return true;
  }

  #release(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
  }
}
