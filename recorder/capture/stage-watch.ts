import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { names } from '../folder/job.ts';
import { type StageEntry, stageEntriesIn } from '../folder/stage.ts';
import { watchFile } from './watched-file.ts';

export interface StageWatch {
  /** The item on the stage; undefined while the folder has none. */
  entry: StageEntry | undefined;
  close(): void;
}

/** Follows the items that the server writes to the folder. */
export function watchStage(folder: string): StageWatch {
  const path = join(folder, names.stage);
  let size = 0;
  const look = (): void => {
    try {
      const now = statSync(path).size;
      if (now === size) return;
      stage.entry = stageEntriesIn(readFileSync(path, 'utf8')).at(-1) ?? stage.entry;
      size = now;
    } catch {
      // A recording without a server has no such file.
    }
  };
  const stage: StageWatch = { entry: undefined, close: () => unwatch() };
  const unwatch = watchFile(folder, names.stage, look);
  return stage;
}
