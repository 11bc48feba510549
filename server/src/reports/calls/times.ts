import { intersectIntervals, mergeIntervals, millisecondsOf } from '../people/intervals.ts';
import type { Interval } from '../people/model.ts';
import {
  activities,
  type ByActivity,
  type CallInput,
  type Measure,
  type PersonTimes,
  type VisitInput,
} from './model.ts';

/** The measures of a report, being online first. */
export const measures: readonly Measure[] = ['online', ...activities];

/** Makes a value for each measure. */
const forMeasures = <T>(get: (measure: Measure) => T): Record<Measure, T> =>
  Object.fromEntries(measures.map((measure) => [measure, get(measure)])) as Record<Measure, T>;

/** Cuts a visit to the call. @returns undefined for one that ends before it begins, also after the cut */
function withinCall({ start, until }: CallInput, visit: VisitInput): VisitInput | undefined {
  const online = { start: Math.max(visit.online.start, start), end: Math.min(visit.online.end, until) };
  const isInOrder = visit.online.end >= visit.online.start && online.end >= online.start;
  return isInOrder ? { ...visit, online } : undefined;
}

/** The visits of each person within the call, by their key. Only people who entered the call have any. */
export function visitsByPerson(call: CallInput): Map<string, VisitInput[]> {
  const keys = new Map(call.participants.map(({ id, personKey }) => [id, personKey]));
  const byPerson = new Map<string, VisitInput[]>();
  for (const visit of call.visits) {
    const key = keys.get(visit.participantId);
    const within = key === undefined ? undefined : withinCall(call, visit);
    if (key === undefined || !within) continue;
    const visits = byPerson.get(key);
    if (visits) visits.push(within);
    else byPerson.set(key, [within]);
  }
  return byPerson;
}

/** The activities of a visit, cut to its time. Speech lies within the time of the microphone. */
function activitiesWithin({ online, activities: all }: VisitInput): ByActivity<Interval[]> {
  const within = Object.fromEntries(
    activities.map((activity) => [activity, intersectIntervals(mergeIntervals(all[activity]), [online])]),
  ) as ByActivity<Interval[]>;
  return { ...within, speaking: intersectIntervals(within.speaking, within.microphone) };
}

/** The times of one person, over all of their visits. */
export function timesOfPerson(call: CallInput, personKey: string, visits: VisitInput[]): PersonTimes {
  const online = mergeIntervals(visits.map((visit) => visit.online));
  const ofVisits = visits.map(activitiesWithin);
  const byActivity = Object.fromEntries(
    activities.map((activity) => [activity, mergeIntervals(ofVisits.flatMap((visit) => visit[activity]))]),
  ) as ByActivity<Interval[]>;
  const milliseconds = forMeasures((measure) =>
    millisecondsOf(measure === 'online' ? online : byActivity[measure]),
  );
  return {
    personKey,
    visits: new Set(visits.map(({ entryId }) => entryId)).size,
    firstEntryAt: visits.reduce((first, visit) => Math.min(first, visit.online.start), call.until),
    lastExitAt: visits.reduce((last, visit) => Math.max(last, visit.online.end), call.start),
    online,
    activities: byActivity,
    milliseconds,
    durations: forMeasures((measure) => Math.floor(milliseconds[measure] / 1000)),
  };
}
