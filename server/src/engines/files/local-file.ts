import { lstat } from 'node:fs/promises';

/**
 * The size of a file to store. Programs that read strangers' media made it: a link or a pipe would lead elsewhere.
 * @throws for anything but a regular file
 */
export async function sizeOfRegularFile(path: string): Promise<number> {
  const found = await lstat(path);
  if (!found.isFile()) throw new Error(`${path} is not a regular file`);
  return found.size;
}
