import type { Query } from '../../../../contract/routes.ts';
import { callWithCounts, finishedCallsWithCounts } from '../../calls/calls.ts';
import { after, now, parseDay, parseMoment, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { accountOf, callerKeyOf } from '../../platform/http/access/caller.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { findRoomFor, roomInPath } from '../../rooms/rooms.ts';
import { callInPath, checkAnalyticsAccess, refusePast, roomsOf } from '../access.ts';
import type { ReportBuilds } from '../builds/build.ts';
import type { ReportOrder } from '../builds/kind.ts';
import { csvFormOf } from '../formats/csv.ts';
import { ruleOfQuery } from '../people/attendance-rule.ts';
import { isoTimeOf } from '../people/details.ts';
import { curveOf } from '../people/intervals.ts';
import { listActiveCallPeople } from './active-call.ts';
import { callReportWriter } from './file.ts';
import { loadCall } from './load.ts';
import { callsModeratedBy, hasModerated } from './moderated.store.ts';
import { presentAnalyticsCall, presentPerson } from './present.ts';
import { type ReportedCall, reportedCall } from './store.ts';
import { peopleOfCalls } from './summary.ts';

const daySeconds = 24 * 3600;

/** The UTC day of `date`. The schema has checked its form. */
function dayOf(date: string): { from: Date; until: Date } {
  const from = parseDay(date) ?? refuseField('date', 'must be a date');
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

type CallInRoom = { spaceId: string; roomId: string; callId: string };

/** The order for the report of a call. @throws Refusal if the call is none of the room, or has no report */
async function orderOf(
  db: Db,
  { spaceId, roomId, callId }: CallInRoom,
  query: Query<'getModeratedCallReport'>,
): Promise<ReportOrder<ReportedCall>> {
  const { provisional = false, format = 'json' } = query;
  const call = await reportedCall(db, { spaceId, callId });
  if (call?.roomId !== roomId) return refuse('not_found');
  if (!call.finishedAt && !provisional) refuse('report_not_ready');
  const reading = { generatedAt: now(), viewerId: undefined, rule: ruleOfQuery(query) };
  return { reported: refusePast(call), ...reading, format, ...csvFormOf(query) };
}

const reports = (builds: ReportBuilds): Endpoint[] => [
  endpoint('getRoomAnalyticsReport', {
    access: checkAnalyticsAccess,
    handle: async ({ db, caller, params: { spaceId }, query, least, signal }) => {
      const { roomId, callId } = query;
      await findRoomFor(db, caller, { spaceId, roomId, least });
      const viewerId = accountOf(caller) ?? refuse('forbidden');
      const order = await orderOf(db, { spaceId, roomId, callId }, query);
      return builds.build(callReportWriter, { ...order, viewerId }, { reader: viewerId, signal });
    },
  }),
  endpoint('listModeratedCalls', {
    access: roomInPath,
    handle: async ({ db, caller, params: { spaceId, roomId }, query }) => {
      const { limit = 1000, offset = 0, order = 'desc' } = query;
      const { items, total } = await finishedCallsWithCounts(db, {
        ...{ spaceId, roomIds: [roomId], from: undefined, until: undefined, minPeople: 0 },
        withoutSamples: true,
        ...{ limit, offset, order },
        among: callsModeratedBy(caller),
      });
      return { items: items.map(presentAnalyticsCall), total };
    },
  }),
  endpoint('getModeratedCallReport', {
    access: roomInPath,
    handle: async ({ db, caller, params, query, signal }) => {
      if (!(await hasModerated(db, caller, params.callId))) return refuse('not_found');
      const order = await orderOf(db, params, query);
      return builds.build(callReportWriter, order, { reader: callerKeyOf(caller, ''), signal });
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
        withoutSamples: true,
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
