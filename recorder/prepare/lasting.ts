import type { Packet } from 'node-av';

/**
 * Passes packets on with durations that last until the next one, in decoding order: players of segments stop at a
 * gap between the end of a segment and the next one.
 */
export class Lasting<Note> {
  readonly #pass: (packet: Packet, note: Note) => void;
  #held: { packet: Packet; note: Note } | undefined;

  constructor(pass: (packet: Packet, note: Note) => void) {
    this.#pass = pass;
  }

  add(packet: Packet, note: Note): void {
    const copy = packet.clone();
    if (!copy) throw new Error('no memory for a packet');
    const before = this.#held;
    this.#held = { packet: copy, note };
    if (before) this.#forward(before, packet.dts - before.packet.dts);
  }

  /** @param duration of the last packet, in its time base */
  end(duration: bigint): void {
    if (this.#held) this.#forward(this.#held, duration);
    this.#held = undefined;
  }

  #forward({ packet, note }: { packet: Packet; note: Note }, duration: bigint): void {
    using held = packet;
    held.duration = duration > 0n ? duration : 1n;
    this.#pass(held, note);
  }

  [Symbol.dispose](): void {
    this.#held?.packet.free();
  }
}
