import { createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Unstartable } from '../platform/errors.ts';
import { codeOf, reasonOf } from '../platform/process/reasons.ts';
import type { ArchiveReader, ArchiveWriter } from './archive.ts';
import { filesFolder, keyName, type Manifest } from './manifest.ts';

/** What of a data folder belongs to the installation and not to its running: the key and the stored files. */
function namesIn(dataDir: string): string[] {
  const folder = join(dataDir, filesFolder);
  const stored = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const names = stored
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name).slice(dataDir.length + 1))
    .map((path) => path.split(sep).join(posix.sep))
    // What is only on its way into the folder.
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')));
  return existsSync(join(dataDir, keyName)) ? [keyName, ...names.sort()] : names.sort();
}

export interface AddedFiles {
  count: number;
  /** Files that were removed before their turn came: known when all of them were read. */
  gone: string[];
}

export function addFiles(archive: Pick<ArchiveWriter, 'add'>, dataDir: string): AddedFiles {
  const names = namesIn(dataDir);
  const gone: string[] = [];
  const read = async (name: string): Promise<Readable> => {
    try {
      return (await open(join(dataDir, name))).createReadStream();
    } catch (error) {
      // Somebody deleted a recording meanwhile: that shall not cost the rest.
      if (codeOf(error) !== 'ENOENT') throw error;
      gone.push(name);
      return Readable.from([]);
    }
  };
  // Pictures and sound are as small as they get.
  for (const name of names) archive.add(name, () => read(name), { compress: name === keyName });
  return { count: names.length, gone };
}

/** A name that leads out of the folder is nobody's backup of ours. */
function pathOf(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  if (!path.startsWith(join(dataDir, sep)) || name.split('/').includes('..')) {
    throw new Unstartable(`The backup names a file outside of the data folder: ${name}. It is not used.`);
  }
  return path;
}

/** @returns how many files were written */
export async function takeFiles(
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
