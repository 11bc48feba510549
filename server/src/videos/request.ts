import { now } from '../platform/clock.ts';
import { randomToken } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';
import { insertVideo, lockVideoOf, type SourceOfVideo } from './store.ts';

/**
 * Requests the video of a recording or an asset. All playbacks of one source share one video; a failed one is
 * prepared anew.
 * @returns the id of the video, whose state says whether it is ready
 */
export async function requestVideo(
  trx: Db,
  { spaceId, ...source }: SourceOfVideo & { spaceId: string },
): Promise<string> {
  const { recordId = null, assetId = null } = source;
  // A concurrent request may insert between the look and the insertion, and its video may be deleted at once.
  for (let attempt = 1; ; attempt += 1) {
    const existing = await lockVideoOf(trx, source);
    if (existing) return existing;
    const id = newId();
    const nameKey = Buffer.from(randomToken(32), 'base64url');
    const video = { id, spaceId, recordId, assetId, nameKey, createdAt: now() };
    if (await insertVideo(trx, video)) return id;
    if (attempt === 5) throw new Error(`the video of ${recordId ?? assetId} could not be requested`);
  }
}
