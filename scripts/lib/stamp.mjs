import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export function hashText(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function* walk(folder, ignore) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (ignore(path)) continue;
    if (entry.isDirectory()) yield* walk(path, ignore);
    else if (entry.isFile()) yield path;
  }
}

/** One hash over names and contents. Not over times: a checkout changes them. */
export function hashTree(base, paths, ignore = () => false) {
  const hash = createHash('sha256');
  for (const path of paths.map((name) => join(base, name)).filter((name) => existsSync(name))) {
    const files = readdirOrSelf(path, ignore);
    for (const file of files)
      hash.update(relative(base, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function readdirOrSelf(path, ignore) {
  try {
    return [...walk(path, ignore)];
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}

export function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** Written as a whole: a partial stamp must never say "done". */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, `${value}\n`);
  renameSync(draft, file);
}
