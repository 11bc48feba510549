import type { Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import { spaceFor } from '../spaces/spaces.ts';
import { findRoomFor } from './access.ts';

async function isSeen(looking: Promise<unknown>): Promise<boolean> {
  try {
    await looking;
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return false;
    throw error;
  }
}

/** Returns which of the two ids the caller may not see or does not exist: that of the group or of its room. */
export async function findInvisibleId(
  db: Db,
  caller: Caller,
  { spaceId, roomId }: { spaceId: string | null; roomId: string | null },
): Promise<'spaceId' | 'roomId' | undefined> {
  if (spaceId === null) return roomId === null ? undefined : 'roomId';
  if (!(await isSeen(spaceFor(db, caller, { spaceId, least: 'see' })))) return 'spaceId';
  if (roomId === null) return undefined;
  return (await isSeen(findRoomFor(db, caller, { spaceId, roomId, least: 'see' }))) ? undefined : 'roomId';
}
