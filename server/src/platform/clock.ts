/** The only function that reads the wall clock, so that tests can control it. */
export const now = (): Date => new Date();

/** Milliseconds of a monotonic clock, for measuring durations. */
export const ticks = (): number => performance.now();

/** `YYYY-MM-DDTHH:mm:ss.sssZ`, the form of every timestamp that leaves the server. */
export const timestamp = (date: Date): string => date.toISOString();

export const timestampOrNull = (date: Date | null): string | null => (date ? date.toISOString() : null);

const iso =
  /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(?:(Z)|([+ -])(\d\d)(?::?(\d\d))?)$/i;

/**
 * Parses an ISO 8601 time with an offset or Z; undefined for any other text and without one. An unencoded `+` arrives
 * from a query as a space, so a space before an offset counts as `+`.
 */
export function parseMoment(text: string | undefined): Date | undefined {
  const parts = iso.exec(text ?? '');
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction = '0', z, sign, hours, minutes = '00'] =
    parts;
  // The calendar repeats every 400 years. `Date.UTC` reads years below 100 as 19xx, so use 2000 to 2399.
  const inMonth = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  if (Number(day) > inMonth || Number(hour) > 23) return undefined;
  const zone = z ? 'Z' : `${sign === '-' ? '-' : '+'}${hours}:${minutes}`;
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${zone}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** The beginning of the UTC day that a plain date names, or that contains a moment, whatever its offset. */
export function parseDay(text: string): Date | undefined {
  const day = parseMoment(/^\d{4}-?\d\d-?\d\d$/.test(text) ? `${text}T00:00Z` : text);
  day?.setUTCHours(0, 0, 0, 0);
  return day;
}

/** The moment of a nullable field of a change; an absent field keeps the moment before. The schema has checked its form. */
export function changedMoment(given: string | null | undefined, before: Date | null): Date | null {
  if (given === undefined) return before;
  return given === null ? null : (parseMoment(given) ?? null);
}

/** Whether a `timestamp` can state the moment with a year of four digits (decisions 1). */
export const hasFourDigitYear = (at: Date): boolean =>
  at.getUTCFullYear() >= 0 && at.getUTCFullYear() <= 9999;

/** Whether `zone` names a time zone, such as `Europe/Berlin` or `UTC`. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Is it a date and a time of the calendar, without an offset? */
export const isWallTime = (text: string): boolean => parseMoment(`${text}Z`) !== undefined;

/** The time zone of the machine, such as `Europe/Berlin`; the operator sets it with the variable `TZ`. */
export const serverTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const seconds = (count: number): number => count * 1000;
export const after = (milliseconds: number, from: Date = now()): Date =>
  new Date(from.getTime() + milliseconds);
