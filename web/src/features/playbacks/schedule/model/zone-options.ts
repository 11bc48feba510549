import { foldForSearch } from '../../../../../../contract/search.ts';
import { zoneName } from './zone-time.ts';

type ZoneOption = { value: string; label: string };

/** All time zones, those first that are probably wanted. */
export function zoneOptions(first: readonly string[], now: Date): ZoneOption[] {
  const zones = new Set([...first, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].filter(Boolean).map((value) => ({ value, label: labelOf(value, now) }));
}

function labelOf(zone: string, now: Date): string {
  try {
    const offset = zoneName(zone, 'shortOffset', { at: now }).replace('-', '−').replace(/\+0$/, '');
    return `${zone.replaceAll('_', ' ')} (${offset})`;
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

function readNames(zone: string, language: string): string {
  const at = new Date(0);
  try {
    return `${zoneName(zone, 'longGeneric', { at, language })} ${zoneName(zone, 'shortGeneric', { at, language })}`;
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
