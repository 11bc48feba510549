import type { ErrorDetail } from '../../../../contract/errors.ts';
import type { Body } from '../../../../contract/routes.ts';
import type { EventFrequency } from '../../../../contract/webinars.ts';
import { changedMoment, hasFourDigitYear } from '../../platform/clock.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import { faultOfRecurrence, findStarts, type Period } from './recurrence.ts';
import { momentOfWallTime, wallTimeOf } from './wall-clock.ts';

/** When an event takes place (interface 2.13). */
export type Schedule = Pick<RowOf<'playback_events'>, 'startDate' | 'endDate' | 'recurrence' | 'timezone'>;

/** The fields of a request; an absent one keeps its value. A local time is one on the clock of the zone. */
type GivenSchedule = Partial<
  Pick<Body<'updatePlaybackEvent'>, keyof Schedule | 'localStartDate' | 'localEndDate'>
>;

export const emptySchedule: Schedule = { startDate: null, endDate: null, recurrence: null, timezone: 'UTC' };

/**
 * A moment counts before its local time: a client that sends back what it read changes nothing. So does null, which
 * removes a moment; where there is none to remove, a client has only written down the field that it does not use.
 */
export function withGiven(before: Schedule, given: GivenSchedule): Schedule {
  const timezone = given.timezone ?? before.timezone;
  const localMoment = (local: string | null) => (local === null ? null : momentOfWallTime(local, timezone));
  const moment = (at: string | null | undefined, local: string | null | undefined, old: Date | null) => {
    const isUnused = at === undefined || (at === null && old === null);
    return isUnused && local !== undefined ? localMoment(local) : changedMoment(at, old);
  };
  return {
    startDate: moment(given.startDate, given.localStartDate, before.startDate),
    endDate: moment(given.endDate, given.localEndDate, before.endDate),
    recurrence: given.recurrence === undefined ? before.recurrence : given.recurrence,
    timezone,
  };
}

/** The start and the end of an event on the clock of its zone. */
export const localTimesOf = ({ startDate, endDate, timezone }: Omit<Schedule, 'recurrence'>) => ({
  localStartDate: startDate && wallTimeOf(startDate, timezone),
  localEndDate: endDate && wallTimeOf(endDate, timezone),
});

export function frequencyOf({
  startDate,
  recurrence,
}: Pick<Schedule, 'startDate' | 'recurrence'>): EventFrequency {
  if (recurrence !== null) return 'recurring';
  return startDate === null ? 'permanent' : 'oneTime';
}

/** Moments that a timestamp of four digits can state (decisions 1); a session that starts in 9998 ends in time too. */
const earliest = new Date('0000-01-01T00:00:00Z');
const latestStart = new Date('9999-01-01T00:00:00Z');

/** Why the fields do not fit together, each with its reason. */
export function faultsOfSchedule(schedule: Schedule): ErrorDetail[] {
  const { startDate, endDate, recurrence } = schedule;
  const faults: ErrorDetail[] = [];
  const note = (path: string, message: string | undefined | false) => {
    if (message) faults.push({ path, message });
  };
  note(
    'startDate',
    startDate !== null &&
      !(startDate >= earliest && startDate < latestStart) &&
      'must be in the years 0000 to 9998',
  );
  note('endDate', endDate !== null && !hasFourDigitYear(endDate) && 'must be in the years 0000 to 9999');
  if (recurrence === null) {
    const kind = startDate === null ? 'a permanent event' : 'an event that takes place once';
    note('endDate', endDate !== null && `must be null for ${kind}; a recurring event needs recurrence too`);
    return faults;
  }
  note('recurrence', faultOfRecurrence(recurrence));
  note('startDate', startDate === null && 'is required with recurrence');
  note('endDate', endDate === null && 'is required with recurrence');
  note(
    'endDate',
    startDate !== null && endDate !== null && endDate < startDate && 'must not be before startDate',
  );
  return faults;
}

/** The starts of an event within a period; a permanent one has none. */
export function startsOf(
  { startDate, endDate, recurrence, timezone }: Schedule,
  period: Period,
  limit: number,
): Date[] {
  if (startDate === null) return [];
  if (recurrence === null || endDate === null) {
    return startDate >= period.from && startDate <= period.to ? [startDate] : [];
  }
  const from = startDate > period.from ? startDate : period.from;
  const to = endDate < period.to ? endDate : period.to;
  return findStarts({ expression: recurrence, timezone }, { from, to }, limit);
}
