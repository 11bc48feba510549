import { clock, dateFormat } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/languages.ts';

/** A start in the person's time zone: `Tuesday, 24 November 2026, 18:00`. */
export const startText = (at: Date, language: Language): string =>
  dateFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...clock,
  }).format(at);

/** The name of the person's time zone at that time, and its city: `Moscow Standard Time (Europe/Moscow)`. */
export function zoneText(at: Date, language: Language): string {
  const format = dateFormat(language, { timeZoneName: 'long' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  const { timeZone } = format.resolvedOptions();
  return name && name !== timeZone ? `${name} (${timeZone})` : timeZone;
}
