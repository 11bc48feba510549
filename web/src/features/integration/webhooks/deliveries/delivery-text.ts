import { clock, dateFormat, numberFormat } from '../../../../i18n/formats.ts';
import type { Language } from '../../../../i18n/languages.ts';
import { textsIn } from '../../../../i18n/texts.ts';

/** An exact time in the reader's time zone, because deliveries are compared with logs. */
export function momentText(at: Date, now: Date, language: Language): string {
  return dateFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    ...clock,
    second: '2-digit',
  }).format(at);
}

/** The name of the reader's time zone: `GMT+3`. */
export function zoneText(language: Language): string {
  const parts = dateFormat(language, { timeZoneName: 'short' }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The duration of an attempt. */
export function durationText(milliseconds: number, language: Language): string {
  const text = textsIn(language, 'deliveries');
  if (milliseconds < 1000) return text.milliseconds(String(milliseconds));
  return text.seconds(numberFormat(language, { maximumFractionDigits: 1 }).format(milliseconds / 1000));
}

/** The time until something, in its largest unit. */
export function waitText(milliseconds: number, language: Language): string {
  const text = textsIn(language, 'deliveries');
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds < 120) return text.seconds(String(seconds));
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? text.minutes(String(minutes)) : text.hours(String(Math.round(minutes / 60)));
}
