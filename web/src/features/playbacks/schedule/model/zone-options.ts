import { foldForSearch } from '../../../../../../contract/search.ts';
import { offsetIn } from './zone-time.ts';

export type ZoneOption = { value: string; label: string };

/** `GMT+5:45`, the same in every language. */
function offsetText(zone: string, now: Date): string {
  const minutes = Math.round(offsetIn(zone, now) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (minutes === 0) return 'GMT';
  return `GMT${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** All time zones, those first that are probably wanted. */
export function zoneOptions(first: readonly string[], now: Date): ZoneOption[] {
  const zones = new Set([...first, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].filter(Boolean).map((value) => ({ value, label: labelOf(value, now) }));
}

function labelOf(zone: string, now: Date): string {
  try {
    return `${zone.replaceAll('_', ' ')} (${offsetText(zone, now)})`;
  } catch {
    // The server may know a zone that this browser does not.
    return zone;
  }
}

const names = new Map<string, string>();

/** The names of a zone in the language, such as “Central European Time”, by which it is found too. */
function namesOf(zone: string, language: string): string {
  const key = `${language} ${zone}`;
  const known = names.get(key) ?? readNames(zone, language);
  names.set(key, known);
  return known;
}

function readNames(timeZone: string, language: string): string {
  try {
    return (['longGeneric', 'shortGeneric'] as const)
      .map((timeZoneName) => new Intl.DateTimeFormat(language, { timeZone, timeZoneName }))
      .map((format) => format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value)
      .join(' ');
  } catch {
    return '';
  }
}

/** The zones that contain every word of the search. */
export function findZones<T extends ZoneOption>(
  options: readonly T[],
  search: string,
  language: string,
): T[] {
  const words = foldForSearch(search)
    .split(/[\s_/()]+/)
    .filter(Boolean);
  if (words.length === 0) return [...options];
  return options.filter(({ value, label }) => {
    const text = foldForSearch(`${value} ${label} ${namesOf(value, language)}`).replace('−', '-');
    return words.every((word) => text.includes(word));
  });
}
