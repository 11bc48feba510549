import { join } from 'node:path';
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

// `node preparing-node.ts <database> <data folder> <node>` prepares videos until it is killed, as a server does.
const [url, dataDir, node] = process.argv.slice(2);
if (import.meta.main && url && dataDir && node) {
  // Tests use all processors.
  coreLimits.busyShare = 2;
  const { db, pool } = openDatabase({ connectionString: url }, quietLog);
  startPreparing({
    ...{ db, pool, node, log: quietLog, space: endlessSpace },
    files: folderStoreIn(dataDir),
    preparer: preparerIn(dataDir),
    ...{ onVideoReady: [], onVideoFailed: [] },
    keyOfSource: async (_, source) => sourceKeyOf(source),
    isRecording: async () => false,
  });
}
