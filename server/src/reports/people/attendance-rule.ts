import type { AttendanceRule } from '../../platform/db/json-columns.ts';

/** `3725` as `1 h 2 min 5 s`, `3600` as `1 h`. */
function inWords(wholeSeconds: number): string {
  const parts = {
    h: Math.floor(wholeSeconds / 3600),
    min: Math.floor(wholeSeconds / 60) % 60,
    s: wholeSeconds % 60,
  };
  const words = Object.entries(parts).flatMap(([unit, count]) => (count > 0 ? [`${count} ${unit}`] : []));
  return words.join(' ') || '0 s';
}

/** A share in per cent, never rounded up: 84.99996 % is not shown as 85 %. */
const inPercent = (share: number): string => `${Number((Math.floor(share * 1e4 + 1e-9) / 100).toFixed(2))} %`;

/** The fields of the rule that a query replaces. */
export const ruleOfQuery = ({ minShare, minSeconds }: Partial<AttendanceRule>): Partial<AttendanceRule> => ({
  ...(minShare !== undefined && { minShare }),
  ...(minSeconds !== undefined && { minSeconds }),
});

const hasShareOf = (online: number, length: number, minShare: number): boolean =>
  // A product of a decimal fraction may be above its true value by much less than a millisecond.
  length > 0 ? online >= minShare * length - 1e-6 : minShare === 0;

/** The time that a person was there, of the time that counts, in milliseconds. */
interface TimeSpent {
  online: number;
  length: number;
}

/** The share of the time, 0 to 1 and not rounded, and whether a person counts as present by the rule. */
export const attendanceBy = ({ online, length }: TimeSpent, { minShare, minSeconds }: AttendanceRule) => ({
  share: length > 0 ? online / length : 0,
  isPresent: hasShareOf(online, length, minShare) && online >= minSeconds * 1000,
});

/** The same with the figures that decided. */
export function presenceBy(
  time: TimeSpent,
  rule: AttendanceRule,
): { share: number; isPresent: boolean; presenceReason: string } {
  const { online, length } = time;
  const { minShare, minSeconds } = rule;
  const { share, isPresent } = attendanceBy(time, rule);
  const seconds = (milliseconds: number) => inWords(Math.floor(milliseconds / 1000));
  const was = `Online for ${seconds(online)} of ${seconds(length)} (${inPercent(share)})`;
  const ofShare = {
    isMet: hasShareOf(online, length, minShare),
    least: `${Number((minShare * 100).toFixed(10))} %`,
  };
  const ofTime = { isMet: online >= minSeconds * 1000, least: inWords(minSeconds) };
  const conditions = minSeconds > 0 ? [ofShare, ofTime] : [ofShare];
  // Only what is missing explains an absence.
  const missing = conditions.filter(({ isMet }) => !isMet).map(({ least }) => least);
  const because = isPresent
    ? `at least ${conditions.map(({ least }) => least).join(' and ')}`
    : `less than the ${missing.join(' and the ')} needed`;
  return { share, isPresent, presenceReason: `${was}: ${because}.` };
}
