import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { MediaEngine } from '../engines/media/media.ts';
import { OwnProcessRecorder } from '../engines/recorder/own-process.ts';
import type { RecorderEngine } from '../engines/recorder/recorder.ts';

/** The recorders of this node. A node without slots still finishes the recordings in its folders. */
export const recorderOf = (config: Config, media: MediaEngine): RecorderEngine =>
  new OwnProcessRecorder({
    media,
    dataDir: config.LECTERN_DATA_DIR,
    programs: join(config.root, 'recorder'),
    places: config.LECTERN_RECORDER_PLACES,
  });
