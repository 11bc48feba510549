import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isId } from '../../platform/ids.ts';
import { codeOf } from '../../platform/process/reasons.ts';

/** The folders of all recordings on this node, named by record id. */
export class Folders {
  readonly root: string;

  constructor(dataDir: string) {
    this.root = join(dataDir, 'recordings');
  }

  of(recordId: string): string {
    // The id becomes part of a path that is removed recursively.
    if (!isId(recordId)) throw new Error(`"${recordId}" is not a record id`);
    return join(this.root, recordId);
  }

  pathIn(recordId: string, name: string): string {
    return join(this.of(recordId), name);
  }

  async make(recordId: string): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    await mkdir(this.of(recordId), { recursive: true, mode: 0o700 });
  }

  /** When an entry was last added or removed; undefined if the folder does not exist. */
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

/** Writes a small JSON file atomically. Synchronous, so that no other call comes in between. */
export function writeJson(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

/** Undefined if the file does not exist or is no JSON. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
