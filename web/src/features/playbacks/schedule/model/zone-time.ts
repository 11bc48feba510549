/**
 * The name of a zone at a moment, such as `GMT+05:45` or “Central European Time”.
 *
 * @throws RangeError for a time zone that the browser does not know
 */
export function zoneName(
  timeZone: string,
  timeZoneName: NonNullable<Intl.DateTimeFormatOptions['timeZoneName']>,
  { at, language = 'en' }: { at: Date; language?: string },
): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** How far the zone's clock is ahead of UTC, in milliseconds. */
export function offsetIn(timeZone: string, at: Date): number {
  const offset = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(zoneName(timeZone, 'longOffset', { at }));
  const [hours = 0, minutes = 0, seconds = 0] = offset?.slice(2).map((part) => Number(part ?? 0)) ?? [];
  return (offset?.[1] === '-' ? -1_000 : 1_000) * ((hours * 60 + minutes) * 60 + seconds);
}
