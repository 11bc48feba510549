import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Unstartable } from '../platform/errors.ts';
import { reasonOf } from '../platform/process/reasons.ts';
import type { ArchiveReader, ArchiveWriter } from './archive.ts';
import { filesFolder, keyName } from './manifest.ts';

/** What of a data folder belongs to the installation and not to its running: the key and the stored files. */
function namesIn(dataDir: string): string[] {
  const folder = join(dataDir, filesFolder);
  const stored = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const names = stored
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name).slice(dataDir.length + 1))
    .map((path) => path.split(sep).join(posix.sep));
  return existsSync(join(dataDir, keyName)) ? [keyName, ...names.sort()] : names.sort();
}

/** @returns how many files there are */
export function addFiles(archive: ArchiveWriter, dataDir: string): number {
  const names = namesIn(dataDir);
  for (const name of names) archive.add(name, async () => createReadStream(join(dataDir, name)));
  return names.length;
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
export async function takeFiles(archive: ArchiveReader, dataDir: string): Promise<number> {
  const names = [...archive.names(filesFolder), ...archive.names(keyName)];
  for (const name of names) {
    const path = pathOf(dataDir, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(await archive.read(name), target).catch((error: unknown) => {
      throw new Unstartable(`The file ${name} of the backup cannot be restored: ${reasonOf(error)}.`);
    });
  }
  return names.length;
}
