import { open, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Name of an unfinished file; a complete one is renamed to its own name. */
export const partialPathOf = (path: string): string => `${path}.part`;

/** Writes a file under a temporary name, syncs it to the disk and renames it. Removes it on an error. */
export async function writeAtomically(
  path: string,
  make: (part: string) => void | Promise<void>,
): Promise<void> {
  const part = partialPathOf(path);
  await rm(part, { force: true });
  try {
    await make(part);
    await syncToDisk(part);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Syncs a file's contents or a folder's list of files to the disk, so that they survive a power loss. */
export async function syncToDisk(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}

export const syncFolderOf = (path: string): Promise<void> => syncToDisk(dirname(path));

export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
