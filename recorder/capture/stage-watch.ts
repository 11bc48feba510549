import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { names } from '../folder/job.ts';
import { type StageEntry, slideNameOf, stageEntriesIn } from '../folder/stage.ts';
import type { StageOfScene, VideoPicture } from '../picture/scene.ts';
import { readSlidePicture } from '../picture/slide-picture.ts';
import { watchFile } from './watched-file.ts';

export interface StageWatch {
  /** The item on the stage; undefined while the folder has none. */
  shown: StageOfScene | undefined;
  close(): void;
}

/** Follows the items that the server writes to the folder. An item with a page is shown when its picture is decoded. */
export function watchStage(folder: string, log: (text: string) => void): StageWatch {
  const path = join(folder, names.stage);
  let size = 0;
  let newest: StageEntry | undefined;
  let slide: { name: string; picture: VideoPicture } | undefined;

  const read = async (name: string): Promise<void> => {
    try {
      const picture = await readSlidePicture(await readFile(join(folder, name)));
      slide = { name, picture };
    } catch (error) {
      log(`could not read ${name}: ${error}`);
    }
  };
  const show = async (entry: StageEntry): Promise<void> => {
    const name = slideNameOf(entry);
    if (name !== undefined && name !== slide?.name) await read(name);
    // A newer one came meanwhile.
    if (entry !== newest) return;
    stage.shown = { ...entry, slide: name === slide?.name ? slide?.picture : undefined };
  };
  const look = (): void => {
    try {
      const now = statSync(path).size;
      if (now === size) return;
      const entry = stageEntriesIn(readFileSync(path, 'utf8')).at(-1);
      size = now;
      if (!entry || entry.version === newest?.version) return;
      newest = entry;
      void show(entry);
    } catch {
      // A recording without a server has no such file.
    }
  };
  const stage: StageWatch = { shown: undefined, close: () => unwatch() };
  const unwatch = watchFile(folder, names.stage, look);
  return stage;
}
