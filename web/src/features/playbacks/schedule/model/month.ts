import { dayOf } from '../../../../panel/period/period.ts';

/** A month of the reader's calendar, `2026-11`; days are `2026-11-21`. */
export const monthOf = (date: Date): string => dayOf(date).slice(0, 7);

/** The reader's midnight of a day. */
export function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** A day of the years that a calendar of sessions may need, if the text is one. */
export const parseDay = (text: string): string | undefined =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) && dayOf(dateOf(text)) === text ? text : undefined;

/** Moves by days; the middle of the day avoids the hours at which clocks change. */
export function addDays(day: string, count: number): string {
  const date = dateOf(day);
  return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() + count, 12));
}

/** The same day of another month, or the last day of a shorter one. */
export function addMonths(day: string, count: number): string {
  const date = dateOf(day);
  const last = new Date(date.getFullYear(), date.getMonth() + count + 1, 0);
  return dayOf(new Date(last.getFullYear(), last.getMonth(), Math.min(date.getDate(), last.getDate())));
}

/** How many days a day comes after the first day of its week; `firstDay` is 1 for Monday to 7 for Sunday. */
const daysIntoWeek = (day: string, firstDay: number): number => (dateOf(day).getDay() - firstDay + 7) % 7;

/** The weeks that contain days of the month, each with seven days. */
export function weeksOf(month: string, firstDay: number): string[][] {
  const weeks: string[][] = [];
  let day = addDays(`${month}-01`, -daysIntoWeek(`${month}-01`, firstDay));
  while (day.slice(0, 7) <= month) {
    const first = day;
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(first, index)));
    day = addDays(day, 7);
  }
  return weeks;
}

/** The day to which a key of the grid moves the focus, as the ARIA Authoring Practices define; undefined for other keys. */
export function dayAfterKey(day: string, key: string, firstDay: number): string | undefined {
  const into = daysIntoWeek(day, firstDay);
  const moves: Record<string, () => string> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -into),
    End: () => addDays(day, 6 - into),
    PageUp: () => addMonths(day, -1),
    PageDown: () => addMonths(day, 1),
  };
  return moves[key]?.();
}

/** Groups by the reader's day of the start, in the given order. */
export function byDay<T extends { startDate: string }>(sessions: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const session of sessions) {
    const day = dayOf(new Date(session.startDate));
    const group = groups.get(day);
    if (group) group.push(session);
    else groups.set(day, [session]);
  }
  return groups;
}
