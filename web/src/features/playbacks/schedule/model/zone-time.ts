/** A moment as a clock on the wall of a time zone shows it, in the form of date and time fields. */
export type WallTime = {
  /** `2026-11-21` */
  date: string;
  /** `19:00` */
  time: string;
};

const minute = 60_000;
const day = 24 * 60 * minute;

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a time zone that the browser does not know */
function wallFormat(timeZone: string): Intl.DateTimeFormat {
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23', era: 'short' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
  formats.set(timeZone, known);
  return known;
}

export function isKnownZone(timeZone: string): boolean {
  try {
    return wallFormat(timeZone) !== undefined;
  } catch {
    return false;
  }
}

/** The wall clock of a zone as if it were UTC, in milliseconds without fractions of a second. */
function wallClockAt(timeZone: string, moment: number): number {
  const parts = new Map(
    wallFormat(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const year = parts.get('era')?.startsWith('B') ? 1 - number('year') : number('year');
  const clock = new Date(0);
  clock.setUTCFullYear(year, number('month') - 1, number('day'));
  return clock.setUTCHours(number('hour'), number('minute'), number('second'));
}

/** How far the zone's clock is ahead of UTC, in milliseconds. */
export function offsetIn(timeZone: string, moment: Date): number {
  const whole = Math.floor(moment.getTime() / 1_000) * 1_000;
  return wallClockAt(timeZone, whole) - whole;
}

export function wallTimeIn(timeZone: string, moment: Date): WallTime {
  const clock = new Date(wallClockAt(timeZone, Math.floor(moment.getTime() / 1_000) * 1_000)).toISOString();
  return { date: clock.slice(0, 10), time: clock.slice(11, 16) };
}

/** Reads fields of a date and a time; undefined unless both are complete and exist in the calendar. */
function readClock({ date, time }: WallTime): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}(:\d{2})?$/.test(time)) return undefined;
  const clock = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(clock)) return undefined;
  return new Date(clock).toISOString().startsWith(date) ? clock : undefined;
}

/**
 * The moment at which the zone's clock shows a time: the first of two if the time occurs twice, and the first moment after
 * the gap if the clocks skip it, as for recurring events. Undefined for an invalid time.
 */
export function momentIn(timeZone: string, wall: WallTime): Date | undefined {
  const clock = readClock(wall);
  if (clock === undefined) return undefined;
  // These two days contain at most one change of the clocks.
  const before = offsetIn(timeZone, new Date(clock - day));
  const after = offsetIn(timeZone, new Date(clock + day));
  for (const offset of before === after ? [before] : [before, after]) {
    const moment = new Date(clock - offset);
    if (offsetIn(timeZone, moment) === offset) return moment;
  }
  return before === after ? new Date(clock - before) : endOfGap(timeZone, clock - after, clock - before);
}

/** The first moment with the later offset, between one before the change of the clocks and one after it. */
function endOfGap(timeZone: string, early: number, late: number): Date {
  const target = offsetIn(timeZone, new Date(late));
  let [before, after] = [early - 1_000, late];
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2_000) * 1_000;
    if (offsetIn(timeZone, new Date(middle)) === target) after = middle;
    else before = middle;
  }
  return new Date(after);
}

/** True if the clocks skip this time on that day. */
export function isSkipped(timeZone: string, wall: WallTime): boolean {
  const moment = momentIn(timeZone, wall);
  return moment !== undefined && wallTimeIn(timeZone, moment).time !== wall.time.slice(0, 5);
}
