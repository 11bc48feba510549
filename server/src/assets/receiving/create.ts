import { largestDocument } from '../../../../contract/operations/document-limits.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hasStorageFor } from '../../spaces/spaces.ts';
import { assetKeyOf } from '../keys.ts';
import type { AssetParts } from '../parts.ts';
import { countUnfinishedUploads, insertAsset } from '../store.ts';
import type { NewUpload } from './headers.ts';
import { nextExpiry } from './receive.ts';

/** How many uploads of a group may be unfinished at once. */
export const mostUnfinishedUploads = 200;

/** Creates an upload without bytes. @returns its id */
export async function insertUpload(
  { maxBytes, storageLimit, space, isStoredHere }: AssetParts,
  trx: Db,
  { spaceId, createdBy, bytes, name, fileName, purpose }: NewUpload & { spaceId: string; createdBy: string },
): Promise<string> {
  const most = purpose === 'document' ? Math.min(maxBytes, largestDocument) : maxBytes;
  if (bytes > most) throw new Refusal('upload_too_large');
  if ((await countUnfinishedUploads(trx, spaceId)) >= mostUnfinishedUploads)
    throw new Refusal('too_many_uploads');
  // Joining the pieces writes the whole file again. Nothing is reserved: the bytes may come in a day, or never.
  if ((await space.available()) < bytes * (isStoredHere ? 2 : 1)) throw new Refusal('upload_no_space');
  if (!(await hasStorageFor(trx, { spaceId, bytes, limit: storageLimit })))
    throw new Refusal('group_storage_full');
  const id = newId();
  await insertAsset(trx, {
    ...{ id, spaceId, name, fileName, purpose, bytes: String(bytes), key: assetKeyOf(id) },
    ...{ createdBy, createdAt: now(), expiresAt: nextExpiry() },
  });
  return id;
}
