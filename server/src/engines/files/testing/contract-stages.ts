import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ObjectStorage, startObjectStorage } from '../../../../testing/engines/object-storage.ts';
import { Keyring } from '../../../platform/crypto.ts';
import type { FileStore } from '../files.ts';
import { S3Store } from '../s3.ts';
import type { Signing } from '../served/address.ts';
import { serve, serveFolder } from './served.ts';

/** A store on the same kind of storage as in production. */
export interface FileStoreStage {
  store: FileStore;
  /** Folder for local files to be stored. */
  outside: string;
  /** Makes the storage unreachable. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  remove(): Promise<void>;
}

export async function folderStage(): Promise<FileStoreStage> {
  const { store, folder, outside, remove } = await serveFolder();
  const away = `${folder}-away`;
  return {
    store,
    outside,
    leave: async () => {
      renameSync(folder, away);
      writeFileSync(folder, 'a file where the folder was');
    },
    comeBack: async () => {
      rmSync(folder);
      renameSync(away, folder);
    },
    remove,
  };
}

/** A signing origin where no server listens. */
export const unserved: Signing = {
  url: new URL('http://127.0.0.1:9'),
  keyring: new Keyring(['the key of files that are under test']),
};

export const storeOn = ({ settings }: Pick<ObjectStorage, 'settings'>, changes: object = {}): S3Store =>
  new S3Store({
    ...unserved,
    endpoint: new URL(settings.S3_ENDPOINT),
    region: settings.S3_REGION,
    bucket: settings.S3_BUCKET,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    ...changes,
  });

export interface S3Stage extends FileStoreStage {
  store: S3Store;
  storage: ObjectStorage;
}

export async function s3Stage(options: { mostBytes?: number } = {}): Promise<S3Stage> {
  const storage = await startObjectStorage(options);
  const outside = mkdtempSync(join(tmpdir(), 'lectern-outside-'));
  const served = await serve((signing) => storeOn(storage, signing));
  return {
    storage,
    store: served.store,
    outside,
    leave: storage.kill,
    comeBack: storage.start,
    remove: async () => {
      await served.close();
      await storage.remove();
      rmSync(outside, { recursive: true, force: true });
    },
  };
}
