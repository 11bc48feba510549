import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import { type LeastInRoom, type RoomAccess, roomInPath } from '../rooms/rooms.ts';
import { findRecord, type RecordRow } from './store.ts';

interface OfRecord {
  db: Db;
  caller: Caller;
  params: { spaceId: string; roomId: string; recordId: string };
  least: LeastInRoom;
}

/** Finds the recording in the path and its room, after checking the permission there. */
export async function recordInPath(request: OfRecord): Promise<RoomAccess & { record: RecordRow }> {
  const access = await roomInPath(request);
  const record = (await findRecord(request.db, request.params)) ?? refuse('not_found');
  return { ...access, record };
}
