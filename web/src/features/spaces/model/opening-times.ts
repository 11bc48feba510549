import type { TextFault } from '../../../panel/text-rules.ts';

/** The value of a `datetime-local` field, in the person's own time zone; empty: no time. */
export type LocalTime = string;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The field's value for a time of the API. Seconds are not shown. */
export function localTimeOf(timestamp: string | null): LocalTime {
  if (timestamp === null) return '';
  const at = new Date(timestamp);
  const day = [String(at.getFullYear()).padStart(4, '0'), at.getMonth() + 1, at.getDate()];
  const date = day.map((part) => (typeof part === 'number' ? twoDigits(part) : part)).join('-');
  return `${date}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** The time of the API for a field's value; null for an empty one. */
export const timestampOf = (local: LocalTime): string | null =>
  local === '' || timeFault(local) ? null : new Date(local).toISOString();

export const timeFault = (local: LocalTime): TextFault | undefined =>
  local === '' || (/^\d{4}-/.test(local) && !Number.isNaN(Date.parse(local))) ? undefined : 'bad';

/** The fault of a closing time that is not after the opening. */
export function closingFault({
  opensAt,
  closesAt,
}: {
  opensAt: LocalTime;
  closesAt: LocalTime;
}): TextFault | undefined {
  const fault = timeFault(closesAt);
  if (fault || opensAt === '' || closesAt === '' || timeFault(opensAt)) return fault;
  return Date.parse(closesAt) > Date.parse(opensAt) ? undefined : 'bad';
}
