import type { Query } from '../../../../contract/routes.ts';
import { callWithCounts, finishedCallsWithCounts } from '../../calls/calls.ts';
import { after, now, parseMoment, seconds } from '../../platform/clock.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { accountOf } from '../../platform/http/access/caller.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { findRoomFor, roomInPath } from '../../rooms/rooms.ts';
import { callInPath, checkAnalyticsAccess, refusePast, roomsOf } from '../access.ts';
import type { ReportBuilds } from '../builds/build.ts';
import { csvFormOf } from '../formats/csv.ts';
import { ruleOfQuery } from '../people/attendance-rule.ts';
import { isoTimeOf } from '../people/details.ts';
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
function periodOf({ date, dateFrom, dateTo }: Query<'analyticsCalls'>) {
  if (date !== undefined) {
    if (dateFrom !== undefined || dateTo !== undefined)
      refuseField('date', 'cannot be combined with dateFrom or dateTo');
    return dayOf(date);
  }
  if (dateFrom === undefined && dateTo === undefined)
    refuseField('date', 'is required where neither dateFrom nor dateTo is given');
  return { from: parseMoment(dateFrom), until: parseMoment(dateTo) };
}

const lists: Endpoint[] = [
  endpoint('analyticsCalls', {
    access: checkAnalyticsAccess,
    handle: async ({ db, caller, params: { spaceId }, query, least }) => {
      const { roomId, minParticipants = 0, limit = 1000, offset = 0, order = 'desc' } = query;
      const period = periodOf(query);
      const roomIds = await roomsOf(db, caller, { spaceId, roomId, least });
      const page = { limit, offset, order };
      const which = { spaceId, roomIds, ...period, minPeople: minParticipants };
      const { items, total } = await finishedCallsWithCounts(db, { ...which, ...page });
      return { items: items.map(presentAnalyticsCall), total };
    },
  }),
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
      return { items: people.slice(offset, offset + limit).map(presentPerson), total: people.length };
    },
  }),
  endpoint('getAnalyticsCallTimeline', {
    access: callInPath,
    handle: async ({ db, access }) => {
      const { people } = await loadCall(db, refusePast(access), { at: now() });
      const points = curveOf(people.map(({ times }) => times.online));
      return { items: points.map((point) => ({ ...point, at: isoTimeOf(point.at) })) };
    },
  }),
  // In the room, also for moderators without an account.
  endpoint('listActiveCallPeople', {
    access: roomInPath,
    handle: ({ db, params, query }) => listActiveCallPeople(db, params, query),
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
      const reading = { generatedAt: now(), viewerId: userId, rule: ruleOfQuery(query) };
      const order = { reported: refusePast(call), ...reading, format, ...csvFormOf(query) };
      return builds.build(callReportWriter, order, { userId, signal });
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
      const people = await peopleOfCalls(db, { spaceId, callIds, rule: ruleOfQuery(query) });
      return { calls, total, people };
    },
  }),
];

/** Endpoints for lists of calls, for the people of one call, and for its report. */
export const callAnalyticsEndpoints = ({ builds }: { builds: ReportBuilds }): Endpoint[] => [
  ...lists,
  ...reports(builds),
];
