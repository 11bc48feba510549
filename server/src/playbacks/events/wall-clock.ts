/**
 * The moment at which the clock of the zone shows this time: the first of two if the time occurs twice, and the first
 * moment after the gap if the clocks skip it, as for recurring events (docs/decisions/0139).
 */
export function momentOfWallTime(wall: string, timezone: string): Date {
  const asked = Temporal.PlainDateTime.from(wall);
  const found = asked.toZonedDateTime(timezone, { disambiguation: 'earlier' });
  const exists = found.toPlainDateTime().equals(asked);
  const moment = exists ? found : (found.getTimeZoneTransition('next') ?? found);
  return new Date(moment.epochMilliseconds);
}

/** The time that the clock of the zone shows, as `2026-03-29T19:00:00`. */
export const wallTimeOf = (moment: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });
