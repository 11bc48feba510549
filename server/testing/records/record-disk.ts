import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A disk on which nothing but recordings lies. Its size is a number in a file beside their folder; without it there is no end to it. */
const sizeName = 'size-of-the-disk';

/** What a server needs so that its recordings lie on such a disk: the faults are put in at the file layer of it and its recorders. */
export const onSmallDisk = {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'record-disk.preload.ts')}`,
};

/** The folder of all recordings in which this path is. */
export function recordingsIn(path: unknown): string | undefined {
  const [before, after] = String(path).split('/recordings');
  return after === undefined ? undefined : `${before}/recordings`;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
      const path = join(folder, one.name);
      return one.isDirectory() ? filesIn(path) : [path];
    });
  } catch {
    // What goes away meanwhile takes no room.
    return [];
  }
}

const usedIn = (folder: string): number =>
  filesIn(folder).reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);

/** Below 0 where what does not ask us took more than there was. */
export function freeIn(folder: string): number {
  try {
    return Number(readFileSync(join(folder, '..', sizeName), 'utf8')) - usedIn(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/** Something else takes the disk, or leaves it, until so much is left. */
export function leaveOnDisk(dataDir: string, bytes: number): void {
  const path = join(dataDir, sizeName);
  writeFileSync(`${path}.new`, String(usedIn(join(dataDir, 'recordings')) + bytes));
  renameSync(`${path}.new`, path);
}
