import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FetchOptions, OpenFile } from './files.ts';

/** Copies an opened file into a local one, and closes it. @returns false if there is none */
export async function copyOpenFile(
  file: OpenFile | undefined,
  path: string,
  { signal }: FetchOptions,
): Promise<boolean> {
  if (!file) return false;
  try {
    const content = file.size === 0 ? [] : file.read(0, file.size - 1);
    await pipeline(Readable.from(content), createWriteStream(path, { flags: 'w', mode: 0o600 }), { signal });
    return true;
  } finally {
    await file.close();
  }
}
