import type { Language } from '../../../../i18n/languages.ts';
import { textsIn } from '../../../../i18n/texts.ts';
import { dateFormat } from '../../../../ui/date-format.ts';

/** To the second in the reader's zone; a log is compared with other logs, where distances say nothing. */
export function momentText(at: Date, now: Date, language: Language): string {
  return dateFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  }).format(at);
}

/** What the reader's zone is called: `GMT+3`. */
export function zoneText(language: Language): string {
  const parts = dateFormat(language, { timeZoneName: 'short' }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** How long an attempt took. */
export function durationText(milliseconds: number, language: Language): string {
  const text = textsIn(language, 'deliveries');
  if (milliseconds < 1000) return text.milliseconds(String(milliseconds));
  return text.seconds(
    new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(milliseconds / 1000),
  );
}

/** How long something is away, in its largest unit. */
export function waitText(milliseconds: number, language: Language): string {
  const text = textsIn(language, 'deliveries');
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds < 120) return text.seconds(String(seconds));
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? text.minutes(String(minutes)) : text.hours(String(Math.round(minutes / 60)));
}
