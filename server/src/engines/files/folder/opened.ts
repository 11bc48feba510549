import { type FileHandle, open } from 'node:fs/promises';
import { codeOf } from '../../../platform/process/reasons.ts';
import { FilesAway, type OpenFile } from '../files.ts';

const chunkBytes = 256 * 1024;

async function* read(handle: FileHandle, first: number, last: number): AsyncGenerator<Buffer> {
  for (let at = first; at <= last; ) {
    const wanted = Math.min(chunkBytes, last - at + 1);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
    if (bytesRead === 0) throw new FilesAway('a file became shorter while it was read');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Opens a file by handle, so that it may be replaced or removed meanwhile.
 * @returns undefined if there is no such file
 */
export async function openFile(path: string): Promise<OpenFile | undefined> {
  try {
    const handle = await open(path, 'r');
    const found = await handle.stat({ bigint: true });
    if (found.isFile()) {
      const { size, mtimeNs, mtimeMs } = found;
      return {
        size: Number(size),
        etag: `"${size.toString(36)}-${mtimeNs.toString(36)}"`,
        modified: new Date(Number(mtimeMs / 1000n) * 1000),
        read: (first, last) => read(handle, first, last),
        // Waits for a read in progress.
        close: () => handle.close(),
      };
    }
    await handle.close();
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error;
  }
  return undefined;
}
