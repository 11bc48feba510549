import { inTransaction } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { coreLimits } from '../../src/videos/preparing/small/free-cores.ts';
import { renditionsOf, requestVideo, type VideoRow, videoById } from '../../src/videos/videos.ts';
import type { OwnDatabase } from '../engines/own-database.ts';
import { quietLog } from '../quiet-log.ts';
import { waitUntil } from '../wait.ts';
import { endlessSpace } from './endless-space.ts';
import { folderStoreIn, preparerIn, sourceKeyOf, startPreparing } from './preparing-node.ts';

interface Wanted {
  path: string;
  dataDir: string;
  /** Waits for the small quality, which is made even if the machine is busy. */
  hasSmall?: boolean;
}

interface PreparedOnNode {
  /** From the request on. */
  ms: number;
  /** From the full size on. */
  smallMs: number;
  segments: number;
  duration: number;
  /** The bytes of the full size, and those of the small quality. */
  bytes: number[];
}

/** Stores a file as a recording and prepares it, as a server does. */
export async function prepareOnNode(
  { db, pool }: OwnDatabase,
  { path, dataDir, hasSmall = false }: Wanted,
): Promise<PreparedOnNode> {
  if (hasSmall) coreLimits.busyShare = 2;
  const files = folderStoreIn(dataDir);
  const recordId = newId();
  await files.put(sourceKeyOf({ recordId }), path, { contentType: 'video/mp4' });
  const { promise, resolve, reject } = Promise.withResolvers<VideoRow>();
  const stop = startPreparing({
    ...{ db, pool, node: newId(), log: quietLog, space: endlessSpace, files, preparer: preparerIn(dataDir) },
    onVideoReady: [async (_, video) => resolve(video)],
    onVideoFailed: [async (_, { failure }) => reject(new Error(`not prepared: ${failure}`))],
    keyOfSource: async (_, source) => sourceKeyOf(source),
    isRecording: async () => false,
  });
  try {
    const begun = performance.now();
    await inTransaction(db, (trx) => requestVideo(trx, { spaceId: newId(), recordId }));
    const { id, duration } = await promise;
    const ms = performance.now() - begun;
    const hasEnded = async () => (await videoById(db, id))?.smallState === 'ready';
    if (hasSmall) await waitUntil(hasEnded, { timeout: 3_600_000, message: 'the small quality' });
    const smallMs = performance.now() - begun - ms;
    await stop();
    const renditions = await renditionsOf(db, id);
    const segments = renditions[0]?.durations.length ?? 0;
    return {
      ms,
      smallMs,
      segments,
      duration: duration ?? 0,
      bytes: renditions.map((one) => Number(one.bytes)),
    };
  } finally {
    await stop();
  }
}
