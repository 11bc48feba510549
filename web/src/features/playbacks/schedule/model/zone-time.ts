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
