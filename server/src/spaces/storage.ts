import type { Db } from '../platform/db/db.ts';
import { lockStorage, type StoredBytes, storedBytesOf } from './storage.store.ts';

/** Bytes that the files of a group may take (LECTERN_GROUP_STORAGE_MAX); undefined: as many as they need. */
export type StorageLimit = number | undefined;

export const sumOf = ({ recordings, uploads, preparedVideos }: StoredBytes): number =>
  recordings + uploads + preparedVideos;

/**
 * Whether so many more bytes stay within the limit of a group. The transaction that stores them asks first: the group
 * stays locked until its end, so that two uploads do not see the same space.
 */
export async function hasStorageFor(
  trx: Db,
  { spaceId, bytes, limit }: { spaceId: string; bytes: number; limit: StorageLimit },
): Promise<boolean> {
  if (limit === undefined) return true;
  await lockStorage(trx, spaceId);
  return sumOf(await storedBytesOf(trx, spaceId)) + bytes <= limit;
}
