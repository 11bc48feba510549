import type { Query } from '../../../contract/routes.ts';
import { callWithCounts, finishedCallsWithCounts, presentCall } from '../calls/calls.ts';
import { after, now, parseMoment, seconds, timestamp } from '../platform/clock.ts';
import { refuse, refuseField } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { findRoomFor } from '../rooms/rooms.ts';
import { accountOf } from '../users/users.ts';
import { callInPath, checkAnalyticsAccess, roomsOf } from './access.ts';
import { sendReport } from './report/file.ts';
import { loadCall, loadReport } from './report/load.ts';
import type { PresenceRule } from './report/model.ts';
import { curveOf } from './report/people.ts';
import { presentPerson } from './report/present.ts';
import { peopleOfCall } from './report/report.ts';
import { type ReportedCall, reportedCall } from './report/store.ts';
import { peopleOfCalls } from './report/summary.ts';

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

/** Refuses calls whose visits the retention deletes or has deleted. */
function refusePast(call: ReportedCall): ReportedCall {
  return call.isPast ? refuse('report_expired') : call;
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
      return { items: items.map(({ call, counts }) => presentCall(call, counts)), total };
    },
  }),
];

const oneCall = (): Endpoint[] => [
  endpoint('getAnalyticsCall', {
    access: callInPath,
    handle: async ({ db, params }) => {
      const found = (await callWithCounts(db, params.callId)) ?? refuse('not_found');
      return presentCall(found.call, found.counts);
    },
  }),
  endpoint('listAnalyticsCallParticipants', {
    access: callInPath,
    handle: async ({ db, access, query: { limit = 1000, offset = 0, order = 'desc' } }) => {
      const people = await peopleOfCall(await loadCall(db, refusePast(access), { at: now() }));
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
      const people = await peopleOfCall(await loadCall(db, refusePast(access), { at: now() }));
      const points = curveOf(people.map(({ times }) => times));
      return {
        items: points.map(({ at, people: count }) => ({ at: timestamp(new Date(at)), people: count })),
      };
    },
  }),
];

/** The fields of the rule that the query replaces. */
const ruleOf = ({ minShare, minSeconds }: Partial<PresenceRule>): Partial<PresenceRule> => ({
  ...(minShare !== undefined && { minShare }),
  ...(minSeconds !== undefined && { minSeconds }),
});

const reports = (): Endpoint[] => [
  endpoint('getRoomAnalyticsReport', {
    access: checkAnalyticsAccess,
    handle: async ({ db, caller, params: { spaceId }, query, least }) => {
      const { roomId, callId, provisional = false, format = 'json', timezone: zone = 'UTC' } = query;
      await findRoomFor(db, caller, { spaceId, roomId, least });
      const call = await reportedCall(db, { spaceId, callId });
      if (call?.roomId !== roomId) return refuse('not_found');
      if (!call.finishedAt && !provisional) refuse('report_not_ready');
      const input = await loadReport(db, refusePast(call), {
        generatedAt: now(),
        viewerId: accountOf(caller),
        rule: ruleOf(query),
      });
      return sendReport(db, input, { format, zone });
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
      const calls = items.map(({ call, counts }) => presentCall(call, counts));
      const callIds = calls.map(({ id }) => id);
      return { calls, total, people: await peopleOfCalls(db, { spaceId, callIds, rule: ruleOf(query) }) };
    },
  }),
];

export const analyticsEndpoints = (): Endpoint[] => [...lists(), ...oneCall(), ...reports()];
