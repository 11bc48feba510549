/** A browser that does not find the zone of its machine names this one, or none, and shows all times in UTC. */
const unknownZone = 'Etc/Unknown';

/** The reader's time zone, such as “Europe/Berlin”; “UTC” if the browser does not know it. */
export function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== unknownZone ? timeZone : 'UTC';
}
