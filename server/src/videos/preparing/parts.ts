import type { FileStore } from '../../engines/files/files.ts';
import type { PreparerEngine } from '../../engines/preparer/preparer.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DiskSpace } from '../../platform/disk/space.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { SourceOfVideo, VideoRow } from '../store.ts';

/** Called in the transaction that changes the state. */
export interface VideoListeners {
  onVideoReady(trx: Db, video: VideoRow): Promise<void>;
  onVideoFailed(trx: Db, video: VideoRow): Promise<void>;
}

export interface PreparingParts {
  db: Db;
  node: string;
  files: Pick<FileStore, 'fetch' | 'put' | 'remove' | 'stat'>;
  preparer: PreparerEngine;
  listeners: VideoListeners;
  /** The key of the file of a recording or an asset; undefined if there is none any more. */
  keyOfSource: (db: Db, source: SourceOfVideo) => Promise<string | undefined>;
  /** The space of the disk on which videos are prepared. */
  space: Pick<DiskSpace, 'available' | 'reserve'>;
  /** Whether this node records now, or makes the files of a recording. */
  isRecording: () => Promise<boolean>;
  log: Logger;
}
