import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FetchOptions, OpenFile } from './files.ts';

/** Copies an opened file into a local one, and closes it. */
export async function copyOpenFile(file: OpenFile, path: string, { signal }: FetchOptions): Promise<void> {
  try {
    const target = createWriteStream(path, { flags: 'w', mode: 0o600 });
    if (file.size === 0) return void target.end();
    await pipeline(Readable.from(file.read(0, file.size - 1)), target, { signal });
  } finally {
    await file.close();
  }
}
