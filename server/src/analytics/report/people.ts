import { intersectIntervals, mergeIntervals, millisecondsOf } from './intervals.ts';
import {
  activities,
  type ByActivity,
  type CallInput,
  type Interval,
  type Measure,
  type PersonTimes,
  type PresenceRule,
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
  const length = call.until - call.start;
  return {
    personKey,
    visits: new Set(visits.map(({ entryId }) => entryId)).size,
    firstEntryAt: visits.reduce((first, visit) => Math.min(first, visit.online.start), call.until),
    lastExitAt: visits.reduce((last, visit) => Math.max(last, visit.online.end), call.start),
    online,
    activities: byActivity,
    milliseconds,
    durations: forMeasures((measure) => Math.floor(milliseconds[measure] / 1000)),
    share: length > 0 ? milliseconds.online / length : 0,
  };
}

/**
 * The times of each person of a call who entered it, over all of their participants and visits: overlapping visits count
 * once, nothing lies outside the call, and no activity lies outside its visit. Exact to the millisecond.
 */
export const timesOfPeople = (call: CallInput): PersonTimes[] =>
  [...visitsByPerson(call)].map(([personKey, visits]) => timesOfPerson(call, personKey, visits));

/** How many people are online from this moment on, until the next point. */
export interface CurvePoint {
  at: number;
  people: number;
}

/** The number of people online over time: one point for each moment at which it changes. */
export function curveOf(people: readonly Pick<PersonTimes, 'online'>[]): CurvePoint[] {
  const steps = new Map<number, number>();
  const add = (at: number, step: number) => steps.set(at, (steps.get(at) ?? 0) + step);
  for (const { online } of people) {
    for (const { start, end } of online) {
      add(start, 1);
      add(end, -1);
    }
  }
  const points: CurvePoint[] = [];
  let count = 0;
  for (const [at, step] of [...steps].sort(([a], [b]) => a - b)) {
    count += step;
    if (step !== 0) points.push({ at, people: count });
  }
  return points;
}

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
export const ruleOfQuery = ({ minShare, minSeconds }: Partial<PresenceRule>): Partial<PresenceRule> => ({
  ...(minShare !== undefined && { minShare }),
  ...(minSeconds !== undefined && { minSeconds }),
});

const hasShareOf = (online: number, length: number, minShare: number): boolean =>
  // A product of a decimal fraction may be above its true value by much less than a millisecond.
  length > 0 ? online >= minShare * length - 1e-6 : minShare === 0;

/** Whether a person counts as present by the rule: `online` of `length` milliseconds. */
export const isPresentBy = (
  online: number,
  length: number,
  { minShare, minSeconds }: PresenceRule,
): boolean => hasShareOf(online, length, minShare) && online >= minSeconds * 1000;

/** Whether a person counts as present by the rule, compared in milliseconds, and the figures that decided. */
export function presenceOf(
  { milliseconds: { online }, share }: Pick<PersonTimes, 'milliseconds' | 'share'>,
  { start, until }: Pick<CallInput, 'start' | 'until'>,
  rule: PresenceRule,
): { isPresent: boolean; presenceReason: string } {
  const { minShare, minSeconds } = rule;
  const length = until - start;
  const isPresent = isPresentBy(online, length, rule);
  const seconds = (milliseconds: number) => inWords(Math.floor(milliseconds / 1000));
  const was = `Online for ${seconds(online)} of ${seconds(length)} (${inPercent(share)})`;
  const byShare = `${hasShareOf(online, length, minShare) ? 'at least' : 'less than'} ${Number((minShare * 100).toFixed(10))} %`;
  const bySeconds = `${online >= minSeconds * 1000 ? 'at least' : 'less than'} ${inWords(minSeconds)}`;
  const decided = minSeconds > 0 ? `${byShare} and ${bySeconds}` : byShare;
  return { isPresent, presenceReason: `${was}: ${decided}.` };
}
