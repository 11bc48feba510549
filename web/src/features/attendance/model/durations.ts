import { unitText } from '../../../i18n/formats.ts';
import type { Language } from '../../../i18n/languages.ts';

/** A duration in hours and minutes; below a minute in seconds. */
export function durationText(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return unitText(whole, 'second', language);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const parts = [
    ...(hours > 0 ? [unitText(hours, 'hour', language)] : []),
    ...(minutes > 0 ? [unitText(minutes, 'minute', language)] : []),
  ];
  return parts.join(' ');
}

/** The seconds from one timestamp to another. */
export const secondsBetween = (from: string, to: string | number): number =>
  (new Date(to).getTime() - new Date(from).getTime()) / 1000;
