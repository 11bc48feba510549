import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { accountOf, type Caller } from '../platform/http/access/caller.ts';
import type { Asking } from '../platform/http/endpoint.ts';
import { findRoomFor, type LeastInRoom, ledRoomsIn } from '../rooms/rooms.ts';
import { isAtLeast, spaceFor, spaceWithRole } from '../spaces/spaces.ts';
import { type ReportedCall, reportedCall } from './calls/store.ts';

/** Checks that the caller may see the analytics of at least one room of the group. */
export async function checkAnalyticsAccess(request: Asking<{ spaceId: string }>): Promise<void> {
  const { db, caller, params } = request;
  // A private group may grant an account a role in one room only; that account sees this room's figures.
  const userId = accountOf(caller);
  if (userId !== undefined && (await ledRoomsIn(db, { ...params, userId, limit: 1 })).length > 0) return;
  await spaceFor(db, caller, { spaceId: params.spaceId, least: 'moderator' });
}

/** The room of the query, or else the rooms of the group that the caller leads; undefined: all of them. */
export async function roomsOf(
  db: Db,
  caller: Caller,
  { spaceId, roomId, least }: { spaceId: string; roomId: string | undefined; least: LeastInRoom },
): Promise<string[] | undefined> {
  if (roomId !== undefined) {
    const { room } = await findRoomFor(db, caller, { spaceId, roomId, least });
    return [room.id];
  }
  const userId = accountOf(caller);
  const role = (await spaceWithRole(db, spaceId, userId))?.role ?? null;
  if (isAtLeast(role, 'moderator') || userId === undefined) return undefined;
  return ledRoomsIn(db, { spaceId, userId });
}

/** Finds the call in the path. @throws Refusal 404 if it is none of a room that the caller may see, 403 as for a room */
export async function callInPath(
  request: Asking<{ spaceId: string; callId: string }> & { least: LeastInRoom },
): Promise<ReportedCall> {
  const { db, caller, params, least } = request;
  await checkAnalyticsAccess(request);
  const call = (await reportedCall(db, params)) ?? refuse('not_found');
  await findRoomFor(db, caller, { spaceId: params.spaceId, roomId: call.roomId, least });
  return call;
}

/** Refuses calls whose visits the retention deletes or has deleted. */
export function refusePast(call: ReportedCall): ReportedCall {
  return call.isPast ? refuse('report_expired') : call;
}
