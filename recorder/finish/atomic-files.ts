import { open, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Name under which a file is made; only a complete one gets its own name. */
export const partialPathOf = (path: string): string => `${path}.part`;

/** Makes a file under another name, brings it to the disk and gives it its own name; leaves nothing where it fails. */
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

/** After it, also a machine that loses its power finds what is in the file or, of a folder, which files there are. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export const syncFolderOf = (path: string): Promise<void> => syncToDisk(dirname(path));

export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
