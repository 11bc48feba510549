import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnDatabase, startOwnDatabase } from '../../../../testing/engines/own-database.ts';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { type FileStore, FilesAway } from '../../../engines/files/files.ts';
import { FolderStore } from '../../../engines/files/folder.ts';
import { OwnProcessRecorder } from '../../../engines/recorder/own-process.ts';
import { type RecorderStage, standInStage } from '../../../engines/recorder/testing/stages.ts';
import type { Script } from '../../../engines/recorder/testing/stand-in/script.ts';
import { Keyring } from '../../../platform/crypto.ts';
import { inTransaction } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/ids.ts';
import { startRepeating } from '../../../platform/jobs/jobs.ts';
import { requestRecord } from '../../lifecycle.ts';
import type { RecordRow } from '../../store.ts';
import { recordById } from '../../store.ts';
import type { NewRecord } from '../../transitions.store.ts';
import { recordingJobs } from '../running.ts';
import type { UploadStore } from '../upload.ts';

/** A storage that tests can take down. */
class UnreliableStore implements UploadStore {
  readonly #store: FolderStore;
  isAway = false;
  /** How many requests it refused while it was down. */
  refusals = 0;

  constructor(store: FolderStore) {
    this.#store = store;
  }

  #check(): void {
    if (!this.isAway) return;
    this.refusals += 1;
    throw new FilesAway('the storage is away, as the test wants it');
  }

  async put(...given: Parameters<UploadStore['put']>): Promise<void> {
    this.#check();
    await this.#store.put(...given);
  }

  async stat(key: string) {
    this.#check();
    return this.#store.stat(key);
  }

  async fetch(...given: Parameters<FileStore['fetch']>): Promise<boolean> {
    this.#check();
    return this.#store.fetch(...given);
  }

  async remove(keys: string[]): Promise<void> {
    this.#check();
    await this.#store.remove(keys);
  }
}

/** A node with a real database and fakes for the recorder and the calls. */
export interface RecorderNode {
  node: string;
  database: OwnDatabase;
  files: UnreliableStore;
  recorder: OwnProcessRecorder;
  lifecycle: Parameters<typeof recordingJobs>[0]['lifecycle'];
  begin(more?: Partial<NewRecord>): Promise<string>;
  row(recordId: string): Promise<RecordRow | undefined>;
  reaches(recordId: string, state: RecordRow['state']): Promise<RecordRow>;
  /** Resolves when the folder of the recording is gone. */
  gone(recordId: string): Promise<void>;
  start(more?: { minFreeBytes?: number }): void;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

export async function startRecorderNode(script: Script = {}): Promise<RecorderNode> {
  const database = await startOwnDatabase();
  const workplace: RecorderStage = standInStage(script);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-kept-'));
  const keyring = new Keyring(['a key of tests that is long enough for it']);
  const files = new UnreliableStore(new FolderStore({ folder, url: new URL('http://127.0.0.1'), keyring }));
  const recorder = new OwnProcessRecorder(workplace.settings);
  const node = newId();
  // The room does not exist, so nothing is published.
  const lifecycle = {
    socket: {} as never,
    onRecordMoved: [],
    onRecordFinished: [],
    onTransition: () => undefined,
  };
  const { db, pool } = database;
  let end: (() => Promise<void>) | undefined;
  const row = (recordId: string) => recordById(db, recordId);
  return {
    ...{ node, database, files, recorder, lifecycle, row },
    begin: async (more = {}) => {
      const id = newId();
      const nobody = { startedByUser: null, startedByParticipant: null, startedByName: null };
      const where = { spaceId: newId(), roomId: newId(), callId: newId() };
      const what = { name: 'Algebra', layout: 'speaker' as const, nodeId: node, maxSeconds: 3600 };
      const record = { id, ...where, ...what, ...nobody, createdAt: new Date(), ...more };
      await inTransaction(db, (trx) => requestRecord(lifecycle, trx, record));
      return more.id ?? id;
    },
    reaches: async (recordId, state) => {
      const find = async () => {
        const found = await row(recordId);
        return found?.state === state ? found : undefined;
      };
      return waitUntil(find, { timeout: 40_000, message: `record ${recordId} to be ${state}` });
    },
    gone: async (recordId) => {
      await waitUntil(async () => !(await recorder.look(recordId)), {
        timeout: 20_000,
        message: `the folder of ${recordId} to be gone`,
      });
    },
    start: (more = {}) => {
      const log = quietLog;
      const { run, sweep } = recordingJobs({
        ...{ node, db, recorder, files, lifecycle },
        ...{ minFreeBytes: 0, log, ...more },
      });
      end = startRepeating({ db, pool, node, log }, [
        { name: 'run', ...run },
        { name: 'sweep', ...sweep },
      ]);
    },
    stop: async () => {
      await end?.();
      end = undefined;
    },
    remove: async () => {
      await end?.();
      await workplace.stop();
      await database.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
