import type { EventFrequency } from '../../../../../../contract/operations/playback-events.ts';
import type { Answer, Body } from '../../../../../../contract/routes.ts';
import { dayOf } from '../../../../panel/period/period.ts';
import { nameFault } from '../../../../panel/text-rules.ts';
import { expressionOf, hasCronForm, type Repeat, repeatOf, usualRepeat } from './repeat.ts';
import { isKnownZone, momentIn, wallTimeIn } from './zone-time.ts';

export type PlaybackEvent = Answer<'getPlaybackEvent'>;
export type PlaybackSession = Answer<'getPlaybackEventSessions'>['items'][number];

/** The fields of the API that decide when an event takes place. */
export type ScheduleFields = Required<Omit<Body<'previewPlaybackEvent'>, 'count'>>;

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

type ReadEvent = ScheduleFields & Pick<PlaybackEvent, 'name' | 'frequency'>;

/** Reads an event as choices of the form; fields that its kind lacks are those of a new event. */
export function draftOf({ startDate, endDate, recurrence, timezone, ...event }: ReadEvent, now: Date) {
  // A zone that only the server knows cannot be shown; UTC is the API's default.
  const zone = isKnownZone(timezone) ? timezone : 'UTC';
  const draft: ScheduleDraft = { ...newDraft(zone, now), ...event, timezone };
  const start = startDate === null ? undefined : wallTimeIn(zone, new Date(startDate));
  if (recurrence === null) return start ? { ...draft, ...start } : draft;
  return {
    ...draft,
    ...repeatOf(recurrence),
    from: start?.date ?? draft.from,
    until: endDate === null ? draft.until : wallTimeIn(zone, new Date(endDate)).date,
  };
}

type WrittenSchedule = { [Field in keyof ScheduleFields]: ScheduleFields[Field] | undefined };

/** The fields of the API as the choices say; undefined where a choice is missing. */
function writtenOf(draft: ScheduleDraft): WrittenSchedule {
  const { frequency, timezone } = draft;
  if (frequency === 'permanent') return { startDate: null, endDate: null, recurrence: null, timezone };
  const zone = isKnownZone(timezone) ? timezone : 'UTC';
  const at = (date: string, time: string) => momentIn(zone, { date, time })?.toISOString();
  if (frequency === 'oneTime') {
    return { startDate: at(draft.date, draft.time), endDate: null, recurrence: null, timezone };
  }
  return {
    startDate: at(draft.from, '00:00'),
    endDate: at(draft.until, '23:59:59'),
    recurrence: expressionOf(draft),
    timezone,
  };
}

/**
 * The fields of the API for the choices; undefined while one is missing. The form shows some fields in less detail
 * than the event has (seconds, another spelling of the expression); such a field stays as it is until it is changed.
 */
export function scheduleOf(draft: ScheduleDraft, event?: ReadEvent): ScheduleFields | undefined {
  const { startDate, endDate, recurrence, timezone } = writtenOf(draft);
  if (startDate === undefined || endDate === undefined || recurrence === undefined || !timezone)
    return undefined;
  const written = { startDate, endDate, recurrence, timezone };
  if (!event || event.timezone !== timezone) return written;
  const before = writtenOf(draftOf(event, new Date(0)));
  return {
    startDate: startDate === before.startDate ? event.startDate : startDate,
    endDate: endDate === before.endDate ? event.endDate : endDate,
    recurrence: recurrence === before.recurrence ? event.recurrence : recurrence,
    timezone,
  };
}

export type ScheduleFault = 'missing' | 'long' | 'bad' | 'reversed';
export type ScheduleFaults = Partial<Record<keyof ScheduleDraft, ScheduleFault>>;

/** The faults of the choices by field, before a request. */
export function faultsOfDraft(draft: ScheduleDraft): ScheduleFaults {
  const { frequency, kind, timezone, from, until } = draft;
  const faults: ScheduleFaults = {};
  if (draft.name.trim() !== '' && nameFault(draft.name) !== undefined) faults.name = 'long';
  if (frequency === 'permanent') return faults;
  if (timezone === '') faults.timezone = 'missing';
  const isDay = (date: string) => momentIn('UTC', { date, time: '00:00' }) !== undefined;
  const usesTime = frequency === 'oneTime' || ['daily', 'weekly', 'monthly'].includes(kind);
  if (usesTime && momentIn('UTC', { date: '2000-01-01', time: draft.time }) === undefined)
    faults.time = 'missing';
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
  if (path === 'startDate') return frequency === 'oneTime' ? 'date' : 'from';
  if (path === 'endDate') return 'until';
  if (path === 'recurrence') return 'expression';
  return path === 'timezone' ? 'timezone' : 'name';
}
