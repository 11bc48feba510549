import type { Query } from '../../../../contract/routes.ts';
import { callWithCounts, finishedCallsWithCounts } from '../../calls/calls.ts';
import { after, now, parseMoment, seconds, timestamp } from '../../platform/clock.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { accountOf } from '../../platform/http/access/caller.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { findRoomFor, roomInPath } from '../../rooms/rooms.ts';
import { callInPath, checkAnalyticsAccess, refusePast, roomsOf } from '../access.ts';
import type { ReportBuilds } from '../builds/build.ts';
import { csvFormOf } from '../formats/csv.ts';
import { ruleOfQuery } from '../people/attendance-rule.ts';
import { curveOf } from '../people/intervals.ts';
import { listActiveCallPeople } from './active-call.ts';
import { callReportWriter } from './file.ts';
import { loadCall } from './load.ts';
import { presentAnalyticsCall, presentPerson } from './present.ts';
import { reportedCall } from './store.ts';
import { peopleOfCalls } from './summary.ts';

const daySeconds = 24 * 3600;

/** The UTC day that contains a moment, whatever offset the moment is written with. */
function dayOf(moment: string): { from: Date; until: Date } {
  const from = parseMoment(moment) ?? refuseField('date', 'must be an ISO 8601 time with an offset or Z');
  from.setUTCHours(0, 0, 0, 0);
  return { from, until: after(seconds(daySeconds), from) };
}

/** The period of the query: the day of `date`, or else from `dateFrom` until `dateTo`, of which one may be absent. */
function periodOf({ date, dateFrom, dateTo }: Query<'analyticsCalls'>): {
  from: Date | undefined;
  until: Date | undefined;
} {
  if (date !== undefined) {
    if (dateFrom !== undefined || dateTo !== undefined)
      refuseField('date', 'cannot be combined with dateFrom or dateTo');
    return dayOf(date);
  }
  if (dateFrom === undefined && dateTo === undefined)
    refuseField('date', 'is required where neither dateFrom nor dateTo is given');
  return {
    from: dateFrom === undefined ? undefined : parseMoment(dateFrom),
    until: dateTo === undefined ? undefined : parseMoment(dateTo),
  };
}

const lists = (): Endpoint[] => [
  endpoint('analyticsCalls', {
    access: checkAnalyticsAccess,
    handle: async ({ db, caller, params: { spaceId }, query, least }) => {
      const { roomId, minParticipants = 0, limit = 1000, offset = 0, order = 'desc' } = query;
      const period = periodOf(query);
      const roomIds = await roomsOf(db, caller, { spaceId, roomId, least });
      const { items, total } = await finishedCallsWithCounts(db, {
        spaceId,
        roomIds,
        ...period,
        minPeople: minParticipants,
        ...{ limit, offset, order },
      });
      return { items: items.map(presentAnalyticsCall), total };
    },
  }),
];

const oneCall = (): Endpoint[] => [
  endpoint('getAnalyticsCall', {
    access: callInPath,
    handle: async ({ db, params }) => {
      const found = (await callWithCounts(db, params.callId)) ?? refuse('not_found');
      return presentAnalyticsCall(found);
    },
  }),
  endpoint('listAnalyticsCallParticipants', {
    access: callInPath,
    handle: async ({ db, access, query: { limit = 1000, offset = 0, order = 'desc' } }) => {
      const { people } = await loadCall(db, refusePast(access), { at: now() });
      if (order === 'desc') people.reverse();
      return {
        items: people.slice(offset, offset + limit).map(presentPerson),
        total: people.length,
      };
    },
  }),
  endpoint('getAnalyticsCallTimeline', {
    access: callInPath,
    handle: async ({ db, access }) => {
      const { people } = await loadCall(db, refusePast(access), { at: now() });
      const points = curveOf(people.map(({ times }) => times.online));
      return {
        items: points.map(({ at, people: count }) => ({ at: timestamp(new Date(at)), people: count })),
      };
    },
  }),
];

/** In the room, also for moderators without an account. */
const inTheRoom = (): Endpoint[] => [
  endpoint('listActiveCallPeople', {
    access: roomInPath,
    handle: ({ db, params, query: { limit = 1000, offset = 0, order = 'desc' } }) =>
      listActiveCallPeople(db, params, { limit, offset, order }),
  }),
];

const reports = (builds: ReportBuilds): Endpoint[] => [
  endpoint('getRoomAnalyticsReport', {
    access: checkAnalyticsAccess,
    handle: async ({ db, caller, params: { spaceId }, query, least, signal }) => {
      const { roomId, callId, provisional = false, format = 'json' } = query;
      await findRoomFor(db, caller, { spaceId, roomId, least });
      const call = await reportedCall(db, { spaceId, callId });
      if (call?.roomId !== roomId) return refuse('not_found');
      if (!call.finishedAt && !provisional) refuse('report_not_ready');
      const userId = accountOf(caller) ?? refuse('forbidden');
      const order = {
        reported: refusePast(call),
        generatedAt: now(),
        viewerId: userId,
        rule: ruleOfQuery(query),
      };
      return builds.build(callReportWriter, { ...order, format, ...csvFormOf(query) }, { userId, signal });
    },
  }),
  endpoint('getAnalyticsSummary', {
    access: checkAnalyticsAccess,
    handle: async ({ db, caller, params: { spaceId }, query, least }) => {
      const { roomId, dateFrom, dateTo, limit = 100, offset = 0, order = 'desc' } = query;
      const { items, total } = await finishedCallsWithCounts(db, {
        spaceId,
        roomIds: await roomsOf(db, caller, { spaceId, roomId, least }),
        from: parseMoment(dateFrom),
        until: parseMoment(dateTo),
        minPeople: 0,
        ...{ limit, offset, order },
      });
      const calls = items.map(presentAnalyticsCall);
      const callIds = calls.map(({ id }) => id);
      return {
        calls,
        total,
        people: await peopleOfCalls(db, { spaceId, callIds, rule: ruleOfQuery(query) }),
      };
    },
  }),
];

/** Endpoints for lists of calls, for the people of one call, and for its report. */
export const callAnalyticsEndpoints = ({ builds }: { builds: ReportBuilds }): Endpoint[] => [
  ...lists(),
  ...oneCall(),
  ...inTheRoom(),
  ...reports(builds),
];
