/** Into how many parts the connections are divided. */
const parts = 10;

interface Swept {
  /** See `Connection.sweep`. */
  sweep(moment: number, heldUp: number): void;
}

/**
 * Checks every connection once in a period, a tenth of them at a time: pings to all of them in one tick would hold up
 * the event loop (docs/decisions/0226).
 */
export class Sweeper {
  /** How often `sweep` has to be called. */
  readonly everyMs: number;
  readonly #periodMs: number;
  readonly #parts: { connections: Set<Swept>; sweptAt: number }[];
  #added = 0;
  #next = 0;

  constructor(periodMs: number, moment: number) {
    this.#periodMs = periodMs;
    this.everyMs = periodMs / parts;
    this.#parts = Array.from({ length: parts }, () => ({ connections: new Set(), sweptAt: moment }));
  }

  add(connection: Swept): void {
    this.#parts[this.#added % parts]?.connections.add(connection);
    this.#added += 1;
  }

  delete(connection: Swept): void {
    for (const { connections } of this.#parts) if (connections.delete(connection)) return;
  }

  /** Checks the next part. */
  sweep(moment: number): void {
    const part = this.#parts[this.#next % parts];
    this.#next += 1;
    if (!part) return;
    const late = moment - part.sweptAt - this.#periodMs;
    part.sweptAt = moment;
    for (const connection of part.connections) connection.sweep(moment, late > this.#periodMs ? late : 0);
  }
}
