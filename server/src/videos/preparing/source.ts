import type { Reservation } from '../../platform/disk/space.ts';
import type { SourceOfVideo, VideoRow } from '../store.ts';
import { AttemptFailed, mostAttempts, mostCrashes } from './failures.ts';
import type { PreparingParts } from './parts.ts';

const sourceOf = ({ recordId, assetId }: VideoRow): SourceOfVideo =>
  recordId === null ? { assetId: assetId ?? '' } : { recordId };

interface Fetching {
  /** The name of the attempt, and its number. */
  name: string;
  attempts: number;
  signal: AbortSignal;
}

/**
 * Makes the folder of an attempt and stores the source of the video there.
 * @returns the space of the attempt, which ends with its folder
 */
export async function fetchSource(
  { db, files, keyOfSource, preparer, space }: PreparingParts,
  video: VideoRow,
  { name, attempts, signal }: Fetching,
): Promise<Reservation> {
  const key = await keyOfSource(db, sourceOf(video));
  const found = key === undefined ? undefined : await files.stat(key);
  if (key === undefined) throw new AttemptFailed('not_found', 'its source was deleted', true);
  // A folder that is not mounted has no files, either.
  const isSure = attempts >= mostCrashes;
  if (!found) throw new AttemptFailed('not_found', 'the storage does not have the file', isSure);
  // The source and its segments, which are about as large.
  const needed = 2 * found.bytes;
  const reserved = await space.reserve(needed);
  if (!reserved) {
    const message = `the disk has ${await space.available()} bytes to give, and ${needed} are needed`;
    throw new AttemptFailed('storage', message, attempts >= mostAttempts);
  }
  try {
    const path = await preparer.begin(name);
    if (await files.fetch(key, path, { signal })) return reserved;
  } catch (error) {
    reserved.end();
    throw error;
  }
  reserved.end();
  throw new AttemptFailed('not_found', 'the storage does not have the file', isSure);
}
