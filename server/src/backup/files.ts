import { createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Unstartable } from '../platform/errors.ts';
import { codeOf, reasonOf } from '../platform/process/reasons.ts';
import type { ZipWriter } from '../platform/zip.ts';
import type { ArchiveReader } from './archive.ts';
import { filesFolder, keyName, type Manifest } from './manifest.ts';

/** The stored files of a data folder, by their paths in it, with slashes. */
export function storedFilesIn(dataDir: string): string[] {
  const folder = join(dataDir, filesFolder);
  const stored = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return (
    stored
      .filter((item) => item.isFile())
      .map((item) => join(item.parentPath, item.name).slice(dataDir.length + 1))
      .map((path) => path.split(sep).join(posix.sep))
      // Skip temporary files of unfinished uploads.
      .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
      .sort()
  );
}

/** The files of a data folder that a backup holds: the key and the stored files. */
const namesIn = (dataDir: string): string[] => [
  ...(existsSync(join(dataDir, keyName)) ? [keyName] : []),
  ...storedFilesIn(dataDir),
];

export interface AddedFiles {
  count: number;
  /** Files that were deleted before they were read; complete when all entries were read. */
  gone: string[];
}

export function addFiles(archive: ZipWriter, dataDir: string): AddedFiles {
  const names = namesIn(dataDir);
  const gone: string[] = [];
  const read = async (name: string): Promise<Readable> => {
    try {
      return (await open(join(dataDir, name))).createReadStream();
    } catch (error) {
      // The recording was deleted meanwhile. The backup continues without it.
      if (codeOf(error) !== 'ENOENT') throw error;
      gone.push(name);
      return Readable.from([]);
    }
  };
  // Media files are compressed already.
  for (const name of names) archive.add(name, () => read(name), { compress: name === keyName });
  return { count: names.length, gone };
}

/** Refuses a name that leads out of the data folder: our backups contain none. */
function pathOf(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  if (!path.startsWith(join(dataDir, sep)) || name.split('/').includes('..')) {
    throw new Unstartable(`The backup names a file outside the data folder: ${name}. It was not restored.`);
  }
  return path;
}

/** Writes the files and the key of a backup into a data folder. @returns how many */
export async function restoreFiles(
  { archive, manifest }: { archive: ArchiveReader; manifest: Manifest },
  dataDir: string,
): Promise<number> {
  const names = [...archive.names(filesFolder), ...archive.names(keyName)].filter(
    (name) => !manifest.gone?.includes(name),
  );
  for (const name of names) {
    const path = pathOf(dataDir, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    try {
      const source = await archive.read(name);
      await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
    } catch (error) {
      throw new Unstartable(`The file ${name} of the backup cannot be restored: ${reasonOf(error)}.`);
    }
  }
  return names.length;
}
