import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomToken } from '../../platform/crypto.ts';
import { codeOf, reasonOf } from '../../platform/process/reasons.ts';
import { copyOpenFile } from './fetched.ts';
import {
  type AddressOptions,
  type FetchOptions,
  type FileStore,
  FilesAway,
  type LinkOptions,
  type OpenFile,
  type PutOptions,
} from './files.ts';
import { openFile } from './folder/opened.ts';
import { checkFileKey } from './key.ts';
import { sizeOfRegularFile } from './local-file.ts';
import { type Signing, signedAddress } from './served/address.ts';

/** In the same folder, and so in the same file system as the stored files; no key begins with a dot. */
export const arrivingFolder = '.arriving';

interface FolderParts extends Signing {
  /** Absolute path of the folder with the files. */
  folder: string;
}

const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');

/** Error codes of file systems that have no hard links. */
const cannotLink = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES', 'EINVAL'];

async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

async function copy(from: string, to: string, { signal, onProgress }: PutOptions): Promise<void> {
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      onProgress?.(bytes);
      done(null, chunk);
    },
  });
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(createReadStream(from, { highWaterMark: 256 * 1024 }), count, target, { signal });
}

/** Files in a local folder, served at our own signed URLs. */
export class FolderStore implements FileStore {
  readonly origins: string[] = [];
  readonly #parts: FolderParts;

  constructor(parts: FolderParts) {
    this.#parts = parts;
  }

  /** Absolute path for a key, whether or not the file exists. */
  pathOf(key: string): string {
    checkFileKey(key);
    return join(this.#parts.folder, key);
  }

  /** Removes drafts that a killed server left. Call it at start, while nobody else uses the folder. */
  async clear(): Promise<void> {
    await rm(join(this.#parts.folder, arrivingFolder), { recursive: true, force: true });
  }

  async put(key: string, path: string, options: PutOptions): Promise<void> {
    const target = this.pathOf(key);
    options.signal?.throwIfAborted();
    // A fault of the local file is not reported as a fault of the storage.
    const size = await sizeOfRegularFile(path);
    await this.#withDraft(async (draft) => {
      await this.#writeDraft(path, draft, options);
      await this.#moveTo(draft, target);
    }, options.signal);
    options.onProgress?.(size);
  }

  /** Runs `work` with the path of a draft, and removes the draft afterwards. */
  async #withDraft(work: (draft: string) => Promise<void>, signal?: AbortSignal): Promise<void> {
    const arriving = join(this.#parts.folder, arrivingFolder);
    const draft = join(arriving, randomToken(12));
    try {
      await mkdir(arriving, { recursive: true, mode: 0o700 });
      await work(draft);
    } catch (error) {
      signal?.throwIfAborted();
      throw new FilesAway(`The folder ${this.#parts.folder} cannot be written: ${reasonOf(error)}.`, {
        cause: error,
      });
    } finally {
      // Also after success: renaming a hard link to another link of the same file leaves the draft in place.
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }

  /** A hard link costs nothing; where the file system has none, copy. Either is flushed to disk. */
  async #writeDraft(path: string, draft: string, options: PutOptions): Promise<void> {
    try {
      await link(path, draft);
      await syncToDisk(draft);
    } catch (error) {
      if (!cannotLink.includes(codeOf(error) ?? '')) throw error;
      await copy(path, draft, options);
    }
  }

  async #moveTo(draft: string, target: string): Promise<void> {
    const folder = dirname(target);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await rename(draft, target);
        break;
      } catch (error) {
        // A concurrent removal deleted the empty folder before the rename, or during mkdir.
        if (codeOf(error) !== 'ENOENT' || attempt === 5) throw error;
      }
    }
    for (let at = folder; at.length >= this.#parts.folder.length; at = dirname(at)) await syncToDisk(at);
  }

  async stat(key: string): Promise<{ bytes: number } | undefined> {
    const found = stat(this.pathOf(key)).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
    const file = await this.#orUnreadable(found);
    return file?.isFile() ? { bytes: file.size } : undefined;
  }

  #orUnreadable<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw this.#unreadable(error);
    });
  }

  #unreadable(cause: unknown): FilesAway {
    return new FilesAway(`The folder ${this.#parts.folder} cannot be read: ${reasonOf(cause)}.`, { cause });
  }

  async remove(keys: string[]): Promise<void> {
    for (const path of keys.map((key) => this.pathOf(key))) {
      try {
        await unlink(path);
      } catch (error) {
        if (isGone(error)) continue;
        throw new FilesAway(`${path} cannot be removed: ${reasonOf(error)}.`, { cause: error });
      }
      await this.#removeEmpty(dirname(path));
    }
  }

  async #removeEmpty(folder: string): Promise<void> {
    try {
      for (let at = folder; at.length > this.#parts.folder.length; at = dirname(at)) await rmdir(at);
    } catch {
      // The folder is not empty, or a concurrent removal was faster.
    }
  }

  /** A hard link costs nothing; where the file system has none, copy. */
  async fetch(key: string, path: string, options: FetchOptions): Promise<boolean> {
    try {
      await link(this.pathOf(key), path);
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      if (!cannotLink.includes(codeOf(error) ?? '')) throw this.#unreadable(error);
    }
    return copyOpenFile(await this.open(key), path, options);
  }

  async open(key: string): Promise<OpenFile | undefined> {
    return this.#orUnreadable(openFile(this.pathOf(key)));
  }

  /** Only our server serves the folder. */
  addressOf(key: string, options: AddressOptions): Promise<string> {
    return this.linkOf(key, options);
  }

  async linkOf(key: string, options: LinkOptions): Promise<string> {
    return signedAddress(this.#parts, key, options);
  }

  async health(): Promise<void> {
    await this.#withDraft((draft) => writeFile(draft, 'yes', { flag: 'wx', mode: 0o600 }));
    await this.#orUnreadable(readdir(this.#parts.folder));
  }
}
