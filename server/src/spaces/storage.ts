import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { lockStorage, type StoredBytes, storedBytesOf } from './storage.store.ts';

/** Bytes that the files of a group may take (LECTERN_GROUP_STORAGE_MAX); undefined: as many as they need. */
export type StorageLimit = number | undefined;

export const sumOf = ({ recordings, uploads, preparedVideos }: StoredBytes): number =>
  recordings + uploads + preparedVideos;

/**
 * Whether so many more bytes stay within the limit of a group. The transaction that stores them asks first: the group
 * stays locked until its end, so that two uploads do not see the same space.
 * @throws `not_found` if the group was deleted meanwhile
 */
export async function hasStorageFor(
  trx: Db,
  { spaceId, bytes, limit }: { spaceId: string; bytes: number; limit: StorageLimit },
): Promise<boolean> {
  if (!(await lockStorage(trx, spaceId, limit !== undefined))) refuse('not_found');
  return limit === undefined || sumOf(await storedBytesOf(trx, spaceId)) + bytes <= limit;
}
