import type { Packet } from 'node-av';

/**
 * Passes packets on with durations that last until the next one, in decoding order: players of segments stop at a
 * gap between the end of a segment and the next one.
 */
export class Lasting<Note> {
  readonly #pass: (packet: Packet, note: Note) => void;
  #pending: { packet: Packet; note: Note } | undefined;

  constructor(pass: (packet: Packet, note: Note) => void) {
    this.#pass = pass;
  }

  add(packet: Packet, note: Note): void {
    const copy = packet.clone();
    if (!copy) throw new Error('no memory for a packet');
    const before = this.#pending;
    this.#pending = { packet: copy, note };
    if (before) this.#forward(before, packet.dts - before.packet.dts);
  }

  /** @param duration of the last packet, in its time base */
  end(duration: bigint): void {
    if (this.#pending) this.#forward(this.#pending, duration);
    this.#pending = undefined;
  }

  #forward({ packet, note }: { packet: Packet; note: Note }, duration: bigint): void {
    using owned = packet;
    owned.duration = duration > 0n ? duration : 1n;
    this.#pass(owned, note);
  }

  [Symbol.dispose](): void {
    this.#pending?.packet.free();
  }
}
