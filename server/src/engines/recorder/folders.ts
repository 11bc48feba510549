import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isId } from '../../platform/ids.ts';
import { codeOf } from '../../platform/process/reasons.ts';

/** The folders of all recordings on this node: one each, named by the record's id. */
export class Folders {
  readonly root: string;

  constructor(dataDir: string) {
    this.root = join(dataDir, 'recordings');
  }

  of(recordId: string): string {
    // An id becomes part of a path that is removed with all that is in it.
    if (!isId(recordId)) throw new Error(`"${recordId}" is no id of a record`);
    return join(this.root, recordId);
  }

  pathIn(recordId: string, name: string): string {
    return join(this.of(recordId), name);
  }

  async make(recordId: string): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    await mkdir(this.of(recordId), { recursive: true, mode: 0o700 });
  }

  /** When something was put into it or taken out of it last; undefined: it is not there. */
  async changedAt(recordId: string): Promise<Date | undefined> {
    return stat(this.of(recordId)).then(
      ({ mtime }) => mtime,
      () => undefined,
    );
  }

  async list(): Promise<string[]> {
    try {
      return (await readdir(this.root)).filter(isId);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async remove(recordId: string): Promise<void> {
    await rm(this.of(recordId), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  async freeBytes(): Promise<number> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(this.root);
    return bavail * bsize;
  }
}

/** A small file of JSON, whole or not there at all; synchronous, so that nothing comes between two of them. */
export function writeJson(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

/** Undefined: it is not there, or no JSON. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
