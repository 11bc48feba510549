import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { MediaEngine } from '../engines/media/media.ts';
import { OwnProcessRecorder } from '../engines/recorder/own-process.ts';
import type { RecorderEngine } from '../engines/recorder/recorder.ts';
import { DiskSpace } from '../platform/disk/space.ts';

/** The recorders of this node. A node without slots still finishes the recordings in its folders. */
export const recorderOf = (config: Config, media: MediaEngine): RecorderEngine =>
  new OwnProcessRecorder({
    media,
    dataDir: config.LECTERN_DATA_DIR,
    programs: join(config.root, 'recorder'),
    places: config.LECTERN_RECORDER_PLACES,
  });

/** The disk of the data folder, which all that this node writes shares with its recorders. */
export const diskSpaceOf = (config: Config, recorder: RecorderEngine): DiskSpace =>
  new DiskSpace({
    folder: config.LECTERN_DATA_DIR,
    keptFreeBytes: config.LECTERN_MIN_FREE_DISK,
    promisedBytes: () => recorder.promisedBytes(),
  });
