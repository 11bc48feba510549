import { Cron } from 'croner';

// The starts of a recurring event. croner reads the expression and walks the wall clock as if it were UTC; the clock
// changes are applied here, because croner's own rules depend on the minutes and drop lists of times inside a
// gap (docs/decisions/0053).

/** A cron expression and the time zone of its wall clock. */
export interface Recurrence {
  expression: string;
  timezone: string;
}

/** Both ends are inclusive. */
export interface Period {
  from: Date;
  to: Date;
}

/** A stretch of time in which the zone keeps one offset. All fields are milliseconds. */
interface Stretch {
  begins: number;
  ends: number;
  offset: number;
  /** The offset before `begins`; equal to `offset` if there was no change. */
  offsetBefore: number;
}

const names = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)';
const value = `(?:\\d{1,2}|${names})`;
const item = `(?:\\*|${value}(?:-${value})?)(?:/\\d{1,2})?`;
const field = new RegExp(`^${item}(?:,${item})*$`, 'i');

const form =
  'expected five fields (minute, hour, day of month, month, day of week) of numbers, names, * , - and /, such as 0 19 * * MON';

const fieldsOf = (expression: string): string[] => expression.trim().split(/\s+/);

const cronOf = (expression: string): Cron =>
  new Cron(expression, { mode: '5-part', timezone: 'UTC', paused: true });

/** 2000 was a leap year and had every weekday on every date of February within 28 years. */
const beginningOfSearch = new Date('1999-12-31T23:59:59Z');

/** @returns why this is no recurrence, to be continued after the name of the field; undefined if it is one */
export function faultOfRecurrence(expression: string): string | undefined {
  const fields = fieldsOf(expression);
  if (fields.length !== 5 || !fields.every((text) => field.test(text))) return form;
  try {
    if (cronOf(expression).nextRun(beginningOfSearch)) return undefined;
    return 'never occurs: none of its months has such a day';
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : '';
    return `${form} (${reason})`;
  }
}

/** Whether the sessions go by elapsed time (`*` or a step) instead of by fixed hours of the wall clock. */
const isByElapsedTime = (expression: string): boolean => /[*/]/.test(fieldsOf(expression)[1] ?? '');

const offsetAt = (timezone: string, moment: number): number =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6;

/** The stretch that contains the moment. */
function stretchAt(timezone: string, moment: number): Stretch {
  const zoned = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone);
  // A transition at the moment itself begins this stretch; `previous` looks strictly before.
  const begins = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds;
  const ends = zoned.getTimeZoneTransition('next')?.epochMilliseconds;
  const offset = zoned.offsetNanoseconds / 1e6;
  return {
    begins: begins ?? Number.NEGATIVE_INFINITY,
    ends: ends ?? Number.POSITIVE_INFINITY,
    offset,
    offsetBefore: begins === undefined ? offset : offsetAt(timezone, begins - 1),
  };
}

/** The matching times of the wall clock, from `from` until before `until`, as milliseconds of that clock. */
function* wallTimes(cron: Cron, from: number, until: number): Generator<number> {
  let next = cron.nextRun(new Date(from - 1000));
  while (next && next.getTime() < until) {
    if (next.getTime() >= from) yield next.getTime();
    next = cron.nextRun(next);
  }
}

/** The starts whose wall-clock time the change at the beginning of the stretch skipped. */
function startsOfGap(cron: Cron, stretch: Stretch, isElapsed: boolean): number[] {
  const { begins, offset, offsetBefore } = stretch;
  if (offset <= offsetBefore) return [];
  const skipped = wallTimes(cron, begins + offsetBefore, begins + offset);
  if (isElapsed) return Array.from(skipped, (wall) => wall - offsetBefore);
  return skipped.next().done ? [] : [begins];
}

/** The starts at wall-clock times that exist in the stretch, from `from` on. */
function* startsWithin(
  cron: Cron,
  { begins, ends, offset, offsetBefore }: Stretch,
  { from, isElapsed }: { from: number; isElapsed: boolean },
): Generator<number> {
  // The wall-clock times before `repeated` occurred before the change already.
  const repeated = isElapsed ? Number.NEGATIVE_INFINITY : begins + offsetBefore;
  const first = Math.max(from + offset, begins + offset, repeated);
  for (const wall of wallTimes(cron, first, ends + offset)) yield wall - offset;
}

/** Merges two ascending series. */
function* inOrder(few: number[], many: Iterable<number>): Generator<number> {
  const waiting = [...few];
  for (const one of many) {
    for (let next = waiting[0]; next !== undefined && next <= one; next = waiting[0]) {
      waiting.shift();
      yield next;
    }
    yield one;
  }
  yield* waiting;
}

/** The starts of the period, ascending, and maybe some after it; one at a clock change may come twice in a row. */
function* startsFrom(
  { expression, timezone }: Recurrence,
  { from, to }: Record<keyof Period, number>,
): Generator<number> {
  const cron = cronOf(expression);
  const isElapsed = isByElapsedTime(expression);
  let next = from;
  while (next <= to) {
    const stretch = stretchAt(timezone, next);
    const skipped = startsOfGap(cron, stretch, isElapsed).filter((start) => start >= from);
    yield* inOrder(skipped, startsWithin(cron, stretch, { from: next, isElapsed }));
    next = stretch.ends;
  }
}

/**
 * The first starts of a recurrence within a period, ascending. A fixed hour that does not exist becomes the first moment
 * after the gap; of a fixed hour that occurs twice, the first one counts. With an hour field of `*` or a step, starts go
 * by elapsed time: both passes of a repeated hour have theirs, and those inside a gap keep their distance to the last
 * one before it.
 */
export function findStarts(recurrence: Recurrence, { from, to }: Period, limit: number): Date[] {
  const starts: number[] = [];
  if (limit <= 0 || from > to) return [];
  for (const start of startsFrom(recurrence, { from: from.getTime(), to: to.getTime() })) {
    if (start > to.getTime()) break;
    if (start !== starts.at(-1)) starts.push(start);
    if (starts.length === limit) break;
  }
  return starts.map((start) => new Date(start));
}
