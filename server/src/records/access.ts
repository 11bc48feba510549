import { refuse } from '../platform/errors.ts';
import { type RoomAccess, roomInPath } from '../rooms/rooms.ts';
import { findRecord, type RecordRow } from './store.ts';

type OfRecord = Parameters<typeof roomInPath>[0] & { params: { recordId: string } };

export type RecordAccess = RoomAccess & { record: RecordRow };

/** Finds the recording in the path and its room, after checking the permission there. */
export async function recordInPath(request: OfRecord): Promise<RecordAccess> {
  const access = await roomInPath(request);
  const record = (await findRecord(request.db, request.params)) ?? refuse('not_found');
  return { ...access, record };
}
