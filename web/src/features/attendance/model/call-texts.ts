import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import { clock, dateFormat, numberFormat, unitText } from '../../../i18n/formats.ts';
import type { Language } from '../../../i18n/languages.ts';
import { nameOfSavedFile } from '../../../kit/file-name.ts';

/** A duration in at most two units, cut off and not rounded: `1 hr 5 min`, `45 min 53 sec`, `7 sec`. */
export function exactDurationText(seconds: number, language: Language): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts: [number, 'hour' | 'minute' | 'second'][] =
    hours > 0
      ? [
          [hours, 'hour'],
          [minutes, 'minute'],
        ]
      : [
          [minutes, 'minute'],
          [Math.floor(seconds) % 60, 'second'],
        ];
  const shown = parts.filter(([value]) => value > 0);
  if (shown.length === 0) return unitText(0, 'second', language);
  return shown.map(([value, unit]) => unitText(value, unit, language)).join(' ');
}

/** A share with one decimal, cut off: 84.99 % must not look like the 85 % that the rule requires. */
export function shareText(share: number, language: Language): string {
  const format = numberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return format.format(Math.floor(share * 1000 + 1e-9) / 1000);
}

const exactClock: Intl.DateTimeFormatOptions = { ...clock, second: '2-digit' };
const withDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

/** True if the range is on more than one day of the reader, so that times need their day. */
export function isOverMidnight(start: number, end: number): boolean {
  return new Date(start).toDateString() !== new Date(end).toDateString();
}

type ClockOptions = { isExact?: boolean; hasDay?: boolean };

/** A time of day in the reader's zone. */
export function timeText(at: number, language: Language, { isExact, hasDay }: ClockOptions = {}): string {
  return dateFormat(language, { ...(isExact ? exactClock : clock), ...(hasDay && withDay) }).format(at);
}

export const fileNameOf = ({ roomName, startedAt }: AttendanceReport['call'], extension: string): string =>
  nameOfSavedFile({ name: roomName, at: startedAt }, extension);
