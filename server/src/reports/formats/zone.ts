const MINUTE_MS = 60_000;

/** Local times of one zone. */
export class LocalClock {
  readonly #zone: string;
  /** Offsets by minute: a call has thousands of times in few minutes, and Temporal takes microseconds for each. */
  readonly #offsets = new Map<number, number>();

  /** @throws RangeError if the zone is unknown */
  constructor(zone: string) {
    this.#zone = zone;
    this.offsetAt(0);
  }

  /** The difference to UTC at this moment, in milliseconds. Clocks change on full minutes only. */
  offsetAt(at: number): number {
    const minute = Math.floor(at / MINUTE_MS);
    const known = this.#offsets.get(minute);
    if (known !== undefined) return known;
    const moment = Temporal.Instant.fromEpochMilliseconds(minute * MINUTE_MS);
    const offset = moment.toZonedDateTimeISO(this.#zone).offsetNanoseconds / 1e6;
    this.#offsets.set(minute, offset);
    return offset;
  }

  /** To the second, such as `2026-10-25 02:30:00`, as spreadsheets read it. */
  plainAt(at: number): string {
    return new Date(at + this.offsetAt(at)).toISOString().slice(0, 19).replace('T', ' ');
  }

  /** ISO 8601 with the offset, such as `2026-10-25T02:30:00.000+02:00`: unambiguous when clocks go back. */
  isoAt(at: number): string {
    const offset = this.offsetAt(at);
    const minutes = Math.abs(Math.trunc(offset / MINUTE_MS));
    const two = (value: number) => String(value).padStart(2, '0');
    const shown = `${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
    return `${new Date(at + offset).toISOString().slice(0, -1)}${shown}`;
  }
}
