import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileStore } from '../../src/engines/files/files.ts';
import { inTransaction } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { removeFilesJob } from '../../src/system/remove-files.ts';
import type { RenditionName } from '../../src/videos/keys.ts';
import { videoLeftovers } from '../../src/videos/removing/removing.ts';
import { type PreparingParts, requestVideo, type VideoRow } from '../../src/videos/videos.ts';
import type { OwnDatabase } from '../engines/own-database.ts';
import { quietLog } from '../quiet-log.ts';
import { endlessSpace } from './endless-space.ts';
import { filesIn, folderStoreIn, preparerIn, sourceKeyOf, startPreparing } from './preparing-node.ts';

/** A node with its own data folder, whose job begins with `start`. */
export class TestNode {
  readonly dataDir: string;
  readonly id = newId();
  readonly files;
  readonly preparer;
  readonly #database: OwnDatabase;
  readonly ended: { id: string; state: string; failure: string | null }[] = [];
  #stop: (() => Promise<void>) | undefined;

  constructor(database: OwnDatabase, root: string) {
    this.#database = database;
    this.dataDir = mkdtempSync(join(root, 'data-'));
    this.files = folderStoreIn(this.dataDir);
    this.preparer = preparerIn(this.dataDir);
  }

  /** Requests the video of a stored clip. */
  async request(clip: string | undefined, spaceId = newId()): Promise<string> {
    const recordId = newId();
    if (clip) await this.files.put(sourceKeyOf({ recordId }), clip, { contentType: 'video/mp4' });
    return inTransaction(this.#database.db, (trx) => requestVideo(trx, { spaceId, recordId }));
  }

  start(changes: Partial<PreparingParts> = {}): void {
    const note = async (_: unknown, { id, state, failure }: VideoRow) => {
      this.ended.push({ id, state, failure });
    };
    const { db, pool } = this.#database;
    this.#stop = startPreparing({
      ...{ db, pool, node: this.id, log: quietLog, space: endlessSpace },
      ...{ files: this.files, preparer: this.preparer },
      ...{ onVideoReady: [note], onVideoFailed: [note] },
      keyOfSource: async (_, source) => sourceKeyOf(source),
      isRecording: async () => false,
      ...changes,
    });
  }

  /** The file store with another way to store. */
  filesWith(put: FileStore['put']): PreparingParts['files'] {
    const { files } = this;
    return {
      put,
      fetch: (...given) => files.fetch(...given),
      stat: (key) => files.stat(key),
      remove: (keys) => files.remove(keys),
    };
  }

  async stop(): Promise<void> {
    await this.#stop?.();
    this.#stop = undefined;
  }

  /** Names of the attempts whose folders are there. */
  attempts(): string[] {
    const folder = join(this.dataDir, 'preparing');
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  storedFiles(): string[] {
    const folder = join(filesIn(this.dataDir), 'videos');
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name).slice(filesIn(this.dataDir).length + 1))
      .sort();
  }

  /** Removes the files of deleted videos, as the job does. */
  async removeFiles(): Promise<void> {
    const job = removeFilesJob({ db: this.#database.db, files: this.files, log: quietLog }, videoLeftovers);
    await job.run(new AbortController().signal, () => undefined);
  }

  begin(t: { after(end: () => Promise<void>): void }, changes: Partial<PreparingParts> = {}): void {
    this.start(changes);
    t.after(() => this.stop());
  }

  /** A process that prepares as a server does, and stores this many files of the quality before it is killed. */
  startProcess(quality: RenditionName, files: number): ChildProcess {
    const script = join(import.meta.dirname, 'preparing-node.ts');
    const args = [script, this.#database.url, this.dataDir, this.id, quality, String(files)];
    return spawn(process.execPath, args, { stdio: 'ignore' });
  }
}

/** The processes that prepare in a data folder. */
export const programsIn = (dataDir: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return words.some((word) => word.startsWith(join(dataDir, 'preparing')));
      } catch {
        return false;
      }
    })
    .map(Number);
