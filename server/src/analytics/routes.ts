import { finishedCallsWithCounts, presentCall } from '../calls/calls.ts';
import { after, parseMoment, seconds } from '../platform/clock.ts';
import { refuseField } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { findRoomFor } from '../rooms/rooms.ts';
import { checkAnalyticsAccess } from './access.ts';

const daySeconds = 24 * 3600;

/** The UTC day that contains a moment, whatever offset the moment is written with. */
function dayOf(moment: string): { from: Date; until: Date } {
  const from = parseMoment(moment) ?? refuseField('date', 'must be an ISO 8601 time with an offset or Z');
  from.setUTCHours(0, 0, 0, 0);
  return { from, until: after(seconds(daySeconds), from) };
}

export const analyticsEndpoints = (): Endpoint[] => [
  endpoint('analyticsCalls', {
    access: checkAnalyticsAccess,
    handle: async ({ db, caller, params, query, least }) => {
      const { roomId, date, minParticipants = 0, limit = 1000, offset = 0, order = 'desc' } = query;
      const { room } = await findRoomFor(db, caller, { spaceId: params.spaceId, roomId, least });
      const page = { limit, offset, order };
      const { items, total } = await finishedCallsWithCounts(db, {
        roomId: room.id,
        ...dayOf(date),
        minPeople: minParticipants,
        ...page,
      });
      return { items: items.map(({ call, counts }) => presentCall(call, counts)), total };
    },
  }),
];
