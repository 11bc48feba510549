import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { loadConfig } from '../../../config.ts';
import { Keyring } from '../../../platform/crypto.ts';
import { Refusal } from '../../../platform/errors.ts';
import { createHttpServer, type RequestFigures } from '../../../platform/http/server.ts';
import type { Logger } from '../../../platform/logging/log.ts';
import { type FileStore, FilesAway } from '../files.ts';
import { FolderStore } from '../folder.ts';
import type { Signing } from '../served/address.ts';
import { refusalOfAddress, registerFiles } from '../served/serve.ts';

/** A store whose links are served by a real HTTP server. */
interface Served<Store extends FileStore> extends Signing {
  store: Store;
  answered: RequestFigures[];
  /** Keys of files that their owners deleted and the store still has. */
  deleted: Set<string>;
  close(): Promise<void>;
}

export async function serve<Store extends FileStore>(
  storeWith: (signing: Signing) => Store,
  log: Logger = quietLog,
): Promise<Served<Store>> {
  const loaded = loadConfig({});
  if ('faults' in loaded) throw new Error(loaded.faults.join('; '));
  const answered: RequestFigures[] = [];
  const http = createHttpServer({
    config: loaded.config,
    log,
    onRequestDone: (figures) => answered.push(figures),
    translate: (error) =>
      error instanceof FilesAway ? new Refusal('storage_away', { retryAfter: 10 }) : refusalOfAddress(error),
  });
  const keyring = new Keyring(['the key of files that are under test']);
  const deleted = new Set<string>();
  registerFiles(http, {
    keyring,
    store: { open: (key) => store.open(key) },
    findReadable: async (keys) => new Set(keys).difference(deleted),
  });
  const url = new URL(await http.listen({ port: 0, host: '127.0.0.1' }));
  const store = storeWith({ url, keyring });
  return { store, keyring, url, answered, deleted, close: () => http.close() };
}

export interface ServedFolder extends Served<FolderStore> {
  /** The folder with the stored files. */
  folder: string;
  /** A folder beside it, for local files to be stored. */
  outside: string;
  remove(): Promise<void>;
}

export async function serveFolder(log?: Logger): Promise<ServedFolder> {
  const outside = mkdtempSync(join(tmpdir(), 'lectern-files-'));
  const folder = join(outside, 'data/files');
  mkdirSync(folder, { recursive: true });
  const served = await serve((signing) => new FolderStore({ folder, ...signing }), log);
  return {
    ...served,
    folder,
    outside,
    remove: async () => {
      await served.close();
      rmSync(outside, { recursive: true, force: true });
    },
  };
}
