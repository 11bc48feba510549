import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { type FileStore, FilesAway, FilesRefused } from '../engines/files/files.ts';
import { FolderStore } from '../engines/files/folder.ts';
import { S3Store } from '../engines/files/s3.ts';
import type { Signing } from '../engines/files/served/address.ts';
import { refusalOfAddress, registerFiles, type ServeParts } from '../engines/files/served/serve.ts';
import type { Keyring } from '../platform/crypto.ts';
import { type Refusal, Unstartable } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';

export interface StartedFiles {
  store: FileStore;
  /** Serves the store's files at the addresses that are our own. */
  register(http: FastifyInstance, parts: Pick<ServeParts, 'findReadable'>): void;
  /** The refusal that an error of the server means, where it concerns those addresses. */
  refusalOf(error: unknown): Refusal | undefined;
}

interface FilesParts {
  keyring: Keyring;
  log: Logger;
}

/** The bucket that the settings name; undefined where they name none. */
function bucketOf(config: Config, signing: Signing): S3Store | undefined {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return new S3Store({ ...signing, endpoint, region, bucket, accessKeyId, secretAccessKey });
}

/** A storage that says no never will say yes; one that is away may come back, and meetings need none. */
async function checkBucket(store: S3Store, log: Logger, endpoint: string | undefined): Promise<void> {
  try {
    await store.health();
  } catch (error) {
    if (!(error instanceof FilesAway)) throw error;
    if (error instanceof FilesRefused) {
      throw new Unstartable(
        `${error.message} Correct the S3_* settings, or the rights of the key: it has to list the bucket, and to read, write and delete in it.`,
      );
    }
    log.warn(
      { endpoint, reason: error.message },
      'the object storage of S3_ENDPOINT is away: recordings are kept here until it is back. Where that address was never right, correct it',
    );
  }
}

async function storeOf(config: Config, { keyring, log }: FilesParts): Promise<FileStore> {
  const signing = { url: config.LECTERN_URL, keyring };
  const bucket = bucketOf(config, signing);
  if (bucket) {
    await checkBucket(bucket, log, config.S3_ENDPOINT?.origin);
    return bucket;
  }
  const store = new FolderStore({ ...signing, folder: join(config.LECTERN_DATA_DIR, 'files') });
  await store.clear();
  return store;
}

/** Where files are kept, as the settings say: an object storage, else a folder of this machine. */
export async function startFiles(config: Config, parts: FilesParts): Promise<StartedFiles> {
  const store = await storeOf(config, parts);
  return {
    store,
    register: (http, { findReadable }) =>
      registerFiles(http, { keyring: parts.keyring, store, findReadable }),
    refusalOf: refusalOfAddress,
  };
}
