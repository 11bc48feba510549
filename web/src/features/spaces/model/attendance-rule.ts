import type { TextFault } from '../../../panel/text-rules.ts';
import type { Room } from './types.ts';

type AttendanceRule = Room['attendanceRule'];

/** The least time in a call, as it is typed. */
export type MinTime = { minutes: string; seconds: string };

/** The API's limit, in whole minutes. */
const mostMinutes = 16_666;
const percentPattern = /^(\d{1,3}(?:[.,]\d{1,10})?)\s*%?$/;

/** Without the rounding error of a product: 0.29 × 100 is 28.999999999999996. */
export const percentOf = ({ minShare }: AttendanceRule): string =>
  String(Number((minShare * 100).toFixed(10)));

export const minTimeOf = ({ minSeconds }: AttendanceRule): MinTime => ({
  minutes: String(Math.floor(minSeconds / 60)),
  seconds: String(minSeconds % 60),
});

/** The share that a text in per cent states; undefined if it states none. */
export function shareOf(percent: string): number | undefined {
  const [, digits] = percentPattern.exec(percent.trim()) ?? [];
  const value = digits === undefined ? Number.NaN : Number(digits.replace(',', '.'));
  return value <= 100 ? Number((value / 100).toFixed(12)) : undefined;
}

/** A whole number; an empty field counts as 0. */
function wholeNumber(text: string, most: number): number | undefined {
  const written = text.trim();
  const value = /^\d{0,7}$/.test(written) ? Number(written) : Number.NaN;
  return value <= most ? value : undefined;
}

export function secondsOf({ minutes, seconds }: MinTime): number | undefined {
  const [whole, rest] = [wholeNumber(minutes, mostMinutes), wholeNumber(seconds, 59)];
  return whole === undefined || rest === undefined ? undefined : whole * 60 + rest;
}

export function percentFault(percent: string): TextFault | undefined {
  if (percent.trim() === '') return 'missing';
  return shareOf(percent) === undefined ? 'bad' : undefined;
}

export const minutesFault = ({ minutes }: MinTime): TextFault | undefined =>
  wholeNumber(minutes, mostMinutes) === undefined ? 'bad' : undefined;

export const secondsFault = ({ seconds }: MinTime): TextFault | undefined =>
  wholeNumber(seconds, 59) === undefined ? 'bad' : undefined;

/** For how many seconds a person has to be in a call of this length; undefined if the rule is not valid. */
export function neededSeconds(percent: string, minTime: MinTime, length: number): number | undefined {
  const [share, least] = [shareOf(percent), secondsOf(minTime)];
  if (share === undefined || least === undefined) return undefined;
  return Math.max(Math.ceil(Number((share * length).toFixed(6))), least);
}
