/** How an event recurs, as the form offers it; `cron` is any other expression. */
export const repeatKinds = ['daily', 'weekly', 'monthly', 'minutes', 'hours', 'cron'] as const;
type RepeatKind = (typeof repeatKinds)[number];

export type Repeat = {
  kind: RepeatKind;
  /** The wall-clock time of daily, weekly and monthly starts: `19:00`. */
  time: string;
  /** Days of the week, Sunday is 0. */
  weekdays: readonly number[];
  monthDay: number;
  everyMinutes: number;
  everyHours: number;
  /** The minute of the hour at which hourly starts begin. */
  atMinute: number;
  /** The five fields of `cron`. */
  expression: string;
};

/** Steps that divide the hour and the day, so that all starts are equally far apart. */
export const minuteSteps: readonly number[] = [5, 10, 15, 20, 30];
export const hourSteps: readonly number[] = [1, 2, 3, 4, 6, 8, 12];

export const usualRepeat: Repeat = {
  kind: 'weekly',
  time: '19:00',
  weekdays: [1],
  monthDay: 1,
  everyMinutes: 15,
  everyHours: 1,
  atMinute: 0,
  expression: '',
};

const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const fieldsOf = (expression: string): string[] => expression.trim().split(/\s+/);

/** The expression of the choices; undefined while one is missing. */
export function expressionOf(repeat: Repeat): string | undefined {
  const { kind, weekdays, monthDay, everyMinutes, everyHours, atMinute, expression } = repeat;
  if (kind === 'cron') return fieldsOf(expression).length === 5 ? expression : undefined;
  if (kind === 'minutes') return `*/${everyMinutes} * * * *`;
  if (kind === 'hours') return `${atMinute} ${everyHours === 1 ? '*' : `*/${everyHours}`} * * *`;
  const clock = /^(\d{2}):(\d{2})/.exec(repeat.time);
  if (!clock) return undefined;
  const at = `${Number(clock[2])} ${Number(clock[1])}`;
  if (kind === 'daily') return `${at} * * *`;
  if (kind === 'monthly') return `${at} ${monthDay} * *`;
  if (weekdays.length === 0) return undefined;
  const names = [...weekdays].sort((one, other) => (one || 7) - (other || 7)).map((day) => weekdayNames[day]);
  return `${at} * * ${names.join(',')}`;
}

const numberIn = (text: string | undefined, least: number, most: number): number | undefined => {
  if (text === undefined || !/^\d{1,2}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
};

/** A day of the week by number or name; Sunday is 0, as the last day of a range it is 7. */
function weekdayIn(text: string): number | undefined {
  const named = weekdayNames.indexOf(text.toUpperCase());
  return named >= 0 ? named : numberIn(text, 0, 7);
}

/** The days that a field of single days and ranges names; undefined for any other field. */
function weekdaysIn(field: string): number[] | undefined {
  const days = new Set<number>();
  for (const item of field.split(',')) {
    const [first, last, ...rest] = item.split('-').map(weekdayIn);
    if (first === undefined || rest.length > 0) return undefined;
    if (item.includes('-') && last === undefined) return undefined;
    const end = last ?? first;
    if (end < first) return undefined;
    for (let day = first; day <= end; day += 1) days.add(day % 7);
  }
  return [...days].sort((one, other) => one - other);
}

/** The step of a field such as every fifteenth minute, if it is one of these. */
const stepIn = (field: string | undefined, steps: readonly number[]): number | undefined =>
  steps.find((step) => field === `*/${step}`);

const pad = (value: number): string => String(value).padStart(2, '0');

/** Reads an expression as choices of the form; one that the form does not offer is `cron`. */
export function repeatOf(expression: string): Repeat {
  const own: Repeat = { ...usualRepeat, kind: 'cron', expression };
  const [minuteField, hourField, monthDayField, month, weekday, ...rest] = fieldsOf(expression);
  if (weekday === undefined || rest.length > 0 || month !== '*') return own;
  const isEveryDay = monthDayField === '*' && weekday === '*';
  const minutes = stepIn(minuteField, minuteSteps);
  if (minutes !== undefined) {
    return isEveryDay && hourField === '*' ? { ...own, kind: 'minutes', everyMinutes: minutes } : own;
  }
  const minute = numberIn(minuteField, 0, 59);
  if (minute === undefined) return own;
  const hours = hourField === '*' ? 1 : stepIn(hourField, hourSteps);
  if (hours !== undefined) {
    return isEveryDay ? { ...own, kind: 'hours', everyHours: hours, atMinute: minute } : own;
  }
  const hour = numberIn(hourField, 0, 23);
  if (hour === undefined) return own;
  const at = { ...own, time: `${pad(hour)}:${pad(minute)}` };
  if (isEveryDay) return { ...at, kind: 'daily' };
  const monthDay = weekday === '*' ? numberIn(monthDayField, 1, 31) : undefined;
  if (monthDay !== undefined) return { ...at, kind: 'monthly', monthDay };
  const weekdays = monthDayField === '*' ? weekdaysIn(weekday) : undefined;
  return weekdays ? { ...at, kind: 'weekly', weekdays } : own;
}

const name = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat';
const value = `(?:\\d{1,2}|${name})`;
const item = `(?:\\*|${value}(?:-${value})?)(?:/\\d{1,2})?`;
const field = new RegExp(`^${item}(?:,${item})*$`, 'i');

/** True for five fields of the form that the server reads; it may still refuse their values. */
export function hasCronForm(expression: string): boolean {
  const fields = fieldsOf(expression);
  return fields.length === 5 && fields.every((text) => field.test(text));
}
