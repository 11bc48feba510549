import { clock, dateFormat, numberFormat, relativeFormat, unitText } from '../i18n/formats.ts';
import type { Language } from '../i18n/languages.ts';
import { textsIn } from '../i18n/texts.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const units = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const;

/** Up to a month, a time is shown as a distance; beyond that as a date. */
const farthest = 30 * day;

export function relativeTime(at: Date, now: Date, language: Language): string {
  const distance = at.getTime() - now.getTime();
  if (Math.abs(distance) >= farthest) return dateFormat(language, { dateStyle: 'medium' }).format(at);
  const unit = units.find(([, length]) => Math.abs(distance) >= length);
  const format = relativeFormat(language, { numeric: 'auto' });
  if (!unit) return distance > 0 ? format.format(0, 'second') : textsIn(language, 'ui').justNow;
  return format.format(Math.round(distance / unit[1]), unit[0]);
}

const toTheMinute: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  ...clock,
  timeZoneName: 'short',
};

/** Without seconds, with the time zone. */
export const minuteTime = (at: Date, language: Language): string =>
  dateFormat(language, toTheMinute).format(at);

/** With seconds and the time zone. */
export const exactTime = (at: Date, language: Language): string =>
  dateFormat(language, { ...toTheMinute, second: '2-digit' }).format(at);

/** A duration in the largest unit that leaves no remainder. */
export function lifetimeText(seconds: number, language: Language): string {
  const days = seconds / 86_400;
  const [value, unit] = Number.isInteger(days) ? [days, 'day'] : [seconds / 3_600, 'hour'];
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/** A duration with every unit that it has: `38 min 15 sec`. */
export function fullDurationText(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const;
  const shown = parts.filter(([value]) => value > 0);
  return (shown.length > 0 ? shown : parts.slice(-1))
    .map(([value, unit]) => unitText(value, unit, language))
    .join(' ');
}

/** A duration as a clock shows it: `0:07`, `12:34`, `1:02:03`. */
export function clockText(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const pad = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** The length of a video. It is rounded: the file and the streams that are made of it differ by parts of a second. */
export const lengthText = (seconds: number): string => clockText(Math.round(seconds));

/** A position in a video and its length, which are equal at the end. */
export const placeTexts = (at: number, length: number): { at: string; length: string } => ({
  at: at >= length && length > 0 ? lengthText(length) : clockText(at),
  length: lengthText(length),
});

/** A duration for `<time datetime>`. */
export const clockValue = (seconds: number): string => `PT${Math.max(0, Math.floor(seconds))}S`;
