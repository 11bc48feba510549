import type { Answer, Body } from '../../../../../../contract/routes.ts';
import type { EventFrequency } from '../../../../../../contract/webinars.ts';
import { dayOf } from '../../../../panel/period/period.ts';
import { nameFault } from '../../../../panel/text-rules.ts';
import { expressionOf, hasCronForm, type Repeat, repeatOf, usualRepeat } from './repeat.ts';

export type PlaybackEvent = Answer<'getPlaybackEvent'>;
export type PlaybackSession = Answer<'getPlaybackEventSessions'>['items'][number];

/**
 * The fields of the API that decide when an event takes place. The server computes moments of local times: the rules of
 * time zones in a browser may be years old.
 */
export type ScheduleFields = Omit<Body<'previewPlaybackEvent'>, 'count'>;

/** An event while it is being edited. `time` is the time of a single start too. */
export type ScheduleDraft = Repeat & {
  name: string;
  frequency: EventFrequency;
  timezone: string;
  /** The day of a single start. */
  date: string;
  /** The first and the last day of a recurring event. */
  from: string;
  until: string;
};

const usualDays = 90;

/** A new event starts tomorrow evening, or recurs weekly from today on. */
export function newDraft(timezone: string, now: Date): ScheduleDraft {
  const laterBy = (days: number): string =>
    dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
  return {
    ...usualRepeat,
    ...{ name: '', frequency: 'oneTime', timezone, weekdays: [now.getDay()] },
    ...{ date: laterBy(1), from: laterBy(0), until: laterBy(usualDays) },
  };
}

type ReadEvent = Pick<
  PlaybackEvent,
  | 'name'
  | 'frequency'
  | 'startDate'
  | 'endDate'
  | 'localStartDate'
  | 'localEndDate'
  | 'recurrence'
  | 'timezone'
>;

const dayIn = (wallTime: string): string => wallTime.slice(0, 10);
export const clockIn = (wallTime: string): string => wallTime.slice(11, 16);

/** Reads an event as choices of the form; fields that its kind lacks are those of a new event. */
export function draftOf(event: ReadEvent, now: Date): ScheduleDraft {
  const { name, frequency, timezone, recurrence, localStartDate: start, localEndDate: end } = event;
  const draft: ScheduleDraft = { ...newDraft(timezone, now), name, frequency };
  if (recurrence === null) return start ? { ...draft, date: dayIn(start), time: clockIn(start) } : draft;
  return {
    ...draft,
    ...repeatOf(recurrence),
    from: start ? dayIn(start) : draft.from,
    until: end ? dayIn(end) : draft.until,
  };
}

/** Local times of the start and the end, null for none; undefined where a choice is missing. */
type WrittenSchedule = {
  start: string | null | undefined;
  end: string | null | undefined;
  recurrence: string | null | undefined;
};

function writtenOf(draft: ScheduleDraft): WrittenSchedule {
  const { frequency } = draft;
  if (frequency === 'permanent') return { start: null, end: null, recurrence: null };
  const at = (date: string, time: string) => (isDay(date) && isClock(time) ? `${date}T${time}` : undefined);
  if (frequency === 'oneTime') return { start: at(draft.date, draft.time), end: null, recurrence: null };
  return {
    start: at(draft.from, '00:00'),
    end: at(draft.until, '23:59:59'),
    recurrence: expressionOf(draft),
  };
}

/** Is the value of a date field a day of the calendar? */
const isDay = (date: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) &&
  !Number.isNaN(Date.parse(date)) &&
  new Date(date).toISOString().startsWith(date);
const isClock = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time);

/**
 * The fields of the API for the choices; undefined while one is missing. The form shows some fields in less detail
 * than the event has (seconds, another spelling of the expression); such a field stays as it is until it is changed.
 */
export function scheduleOf(draft: ScheduleDraft, event?: ReadEvent): ScheduleFields | undefined {
  const { timezone } = draft;
  const { start, end, recurrence } = writtenOf(draft);
  if (start === undefined || end === undefined || recurrence === undefined || !timezone) return undefined;
  const before = event?.timezone === timezone ? writtenOf(draftOf(event, new Date(0))) : undefined;
  const isKept = (part: keyof WrittenSchedule) =>
    before !== undefined && writtenOf(draft)[part] === before[part];
  return {
    ...(event && isKept('start') ? { startDate: event.startDate } : startOf(start)),
    ...(event && isKept('end') ? { endDate: event.endDate } : endOf(end)),
    recurrence: event && isKept('recurrence') ? event.recurrence : recurrence,
    timezone,
  };
}

const startOf = (start: string | null) => (start === null ? { startDate: null } : { localStartDate: start });
const endOf = (end: string | null) => (end === null ? { endDate: null } : { localEndDate: end });

type ScheduleFault = 'missing' | 'long' | 'bad' | 'reversed';
export type ScheduleFaults = Partial<Record<keyof ScheduleDraft, ScheduleFault>>;

/** The faults of the choices by field, before a request. */
export function faultsOfDraft(draft: ScheduleDraft): ScheduleFaults {
  const { frequency, kind, timezone, from, until } = draft;
  const faults: ScheduleFaults = {};
  if (draft.name.trim() !== '' && nameFault(draft.name) !== undefined) faults.name = 'long';
  if (frequency === 'permanent') return faults;
  if (timezone === '') faults.timezone = 'missing';
  const usesTime = frequency === 'oneTime' || ['daily', 'weekly', 'monthly'].includes(kind);
  if (usesTime && !isClock(draft.time)) faults.time = 'missing';
  if (frequency === 'oneTime') {
    if (!isDay(draft.date)) faults.date = 'missing';
    return faults;
  }
  if (kind === 'weekly' && draft.weekdays.length === 0) faults.weekdays = 'missing';
  if (kind === 'cron' && !hasCronForm(draft.expression)) faults.expression = 'bad';
  if (!isDay(from)) faults.from = 'missing';
  if (!isDay(until)) faults.until = 'missing';
  else if (isDay(from) && until < from) faults.until = 'reversed';
  return faults;
}

/** The field of the form that shows a refused field of the API. */
export function draftFieldOf(
  path: string,
  { frequency }: Pick<ScheduleDraft, 'frequency'>,
): keyof ScheduleDraft {
  if (path === 'startDate' || path === 'localStartDate') return frequency === 'oneTime' ? 'date' : 'from';
  if (path === 'endDate' || path === 'localEndDate') return 'until';
  if (path === 'recurrence') return 'expression';
  return path === 'timezone' ? 'timezone' : 'name';
}
