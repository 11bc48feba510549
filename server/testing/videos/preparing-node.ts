import { join } from 'node:path';
import type { FileStore } from '../../src/engines/files/files.ts';
import { FolderStore } from '../../src/engines/files/folder.ts';
import { Preparer } from '../../src/engines/preparer/preparer.ts';
import { Keyring } from '../../src/platform/crypto.ts';
import { type Database, openDatabase } from '../../src/platform/db/db.ts';
import { startRepeating } from '../../src/platform/jobs/jobs.ts';
import { coreLimits } from '../../src/videos/preparing/small/free-cores.ts';
import { type PreparingParts, preparingJobs } from '../../src/videos/videos.ts';
import { quietLog } from '../quiet-log.ts';
import { endlessSpace } from './endless-space.ts';

/** The key under which the source of a test's video is stored. */
export const sourceKeyOf = ({ recordId }: { recordId?: string | undefined }): string =>
  `records/of/${recordId}/video.mp4`;

/** The folder of the stored files in a data folder. */
export const filesIn = (dataDir: string): string => join(dataDir, 'files');

export const folderStoreIn = (dataDir: string): FolderStore =>
  new FolderStore({
    folder: filesIn(dataDir),
    url: new URL('http://127.0.0.1:9'),
    keyring: new Keyring(['the key of the videos that are under test']),
  });

export const preparerIn = (dataDir: string): Preparer =>
  new Preparer({ dataDir, programs: join(import.meta.dirname, '../../../recorder') });

/** Prepares videos as a server does. @returns a function that stops it */
export function startPreparing(parts: PreparingParts & Pick<Database, 'pool'>): () => Promise<void> {
  const { any, short, small } = preparingJobs(parts);
  return startRepeating(parts, [
    { name: 'any', ...any },
    { name: 'short', ...short },
    { name: 'small', ...small },
  ]);
}

/** Stores this many files of a quality and never ends the next transfer, so that its work is not done before a kill. */
function putUntil(put: FileStore['put'], quality: string, count: number): FileStore['put'] {
  let stored = 0;
  return async (key, ...given) => {
    if (key.includes(`/${quality}/`)) {
      if (stored === count) return new Promise(() => undefined);
      stored += 1;
    }
    return put(key, ...given);
  };
}

// `node preparing-node.ts <database> <data folder> <node> <quality> <files>` prepares videos until it is killed, as a
// server does, but stores only this many files of the quality.
const [url, dataDir, node, quality, count] = process.argv.slice(2);
if (import.meta.main && url && dataDir && node && quality && count) {
  // Tests use all processors.
  coreLimits.busyShare = 2;
  const { db, pool } = openDatabase({ connectionString: url }, quietLog);
  const files = folderStoreIn(dataDir);
  files.put = putUntil(files.put.bind(files), quality, Number(count));
  startPreparing({
    ...{ db, pool, node, files, log: quietLog, space: endlessSpace },
    preparer: preparerIn(dataDir),
    ...{ onVideoReady: [], onVideoFailed: [] },
    keyOfSource: async (_, source) => sourceKeyOf(source),
    isRecording: async () => false,
  });
}
