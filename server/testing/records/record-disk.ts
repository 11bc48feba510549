import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file next to the recordings folder with the size of a simulated disk; without it the disk is unlimited. */
const sizeName = 'size-of-the-disk';

/** Settings that put the recordings on such a disk; the faults are in the file functions of the process. */
export const onSmallDisk = {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'record-disk.preload.ts')}`,
};

/** The recordings folder that contains this path. */
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
    // A file that disappears meanwhile takes no space.
    return [];
  }
}

const usedIn = (folder: string): number =>
  filesIn(folder).reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);

/** Below 0 if a native library wrote more than there was. */
export function freeIn(folder: string): number {
  try {
    return Number(readFileSync(join(folder, '..', sizeName), 'utf8')) - usedIn(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/** Changes the size of the disk so that this many bytes are free. */
export function leaveOnDisk(dataDir: string, bytes: number): void {
  const path = join(dataDir, sizeName);
  writeFileSync(`${path}.new`, String(usedIn(join(dataDir, 'recordings')) + bytes));
  renameSync(`${path}.new`, path);
}
