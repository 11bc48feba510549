import { inTransaction } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { renditionsOf, requestVideo, startPreparingVideos, type VideoRow } from '../../src/videos/videos.ts';
import type { OwnDatabase } from '../engines/own-database.ts';
import { quietLog } from '../quiet-log.ts';
import { folderStoreIn, preparerIn, sourceKeyOf } from './preparing-node.ts';

/** Stores a file as a recording and prepares it, as a server does. @returns the milliseconds from the request on */
export async function prepareOnNode(
  { db, pool }: OwnDatabase,
  { path, dataDir }: { path: string; dataDir: string },
): Promise<{ ms: number; segments: number; duration: number }> {
  const files = folderStoreIn(dataDir);
  const recordId = newId();
  await files.put(sourceKeyOf({ recordId }), path, { contentType: 'video/mp4' });
  const { promise, resolve, reject } = Promise.withResolvers<VideoRow>();
  const stop = startPreparingVideos({
    ...{ db, pool, node: newId(), log: quietLog, minFreeBytes: 0, files, preparer: preparerIn(dataDir) },
    listeners: {
      onVideoReady: async (_, video) => resolve(video),
      onVideoFailed: async (_, { failure }) => reject(new Error(`not prepared: ${failure}`)),
    },
    keyOfSource: async (_, source) => sourceKeyOf(source),
    isRecording: async () => false,
  });
  try {
    const begun = performance.now();
    await inTransaction(db, (trx) => requestVideo(trx, { spaceId: newId(), recordId }));
    const { id, duration } = await promise;
    const ms = performance.now() - begun;
    await stop();
    const [source] = await renditionsOf(db, id);
    return { ms, segments: source?.durations.length ?? 0, duration: duration ?? 0 };
  } finally {
    await stop();
  }
}
