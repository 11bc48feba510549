import type { Packet } from 'node-av';
import { copyOfPacket } from '../av.ts';

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
    const before = this.#pending;
    this.#pending = { packet: copyOfPacket(packet), note };
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
