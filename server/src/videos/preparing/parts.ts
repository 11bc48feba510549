import type { FileStore } from '../../engines/files/files.ts';
import type { Preparer } from '../../engines/preparer/preparer.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DiskSpace } from '../../platform/disk/space.ts';
import type { Effects } from '../../platform/effects.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { SourceOfVideo, VideoRow } from '../store.ts';

/** The events of videos, in the transaction that changes the state. */
export interface VideoEffects {
  onVideoReady: Effects<VideoRow>;
  onVideoFailed: Effects<VideoRow>;
}

export interface PreparingParts extends VideoEffects {
  db: Db;
  node: string;
  files: Pick<FileStore, 'fetch' | 'put' | 'remove' | 'stat'>;
  preparer: Preparer;
  /** The key of the file of a recording or an asset; undefined if there is none any more. */
  keyOfSource: (db: Db, source: SourceOfVideo) => Promise<string | undefined>;
  /** The space of the disk on which videos are prepared. */
  space: Pick<DiskSpace, 'available' | 'reserve'>;
  /** Whether this node records now, or makes the files of a recording. */
  isRecording: () => Promise<boolean>;
  log: Logger;
}
