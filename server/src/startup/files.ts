import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type FileStore, FilesAway, FilesRefused } from '../engines/files/files.ts';
import { FolderStore } from '../engines/files/folder.ts';
import type { S3Store } from '../engines/files/s3.ts';
import type { Signing } from '../engines/files/served/address.ts';
import type { Keyring } from '../platform/crypto.ts';
import { Unstartable } from '../platform/errors.ts';
import type { Logger } from '../platform/logging/log.ts';

/** The bucket of the settings; undefined if they name none. */
export async function bucketOf(config: Config, signing: Signing): Promise<S3Store | undefined> {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  // Loaded here, because a server without a bucket starts sooner.
  const { S3Store } = await import('../engines/files/s3.ts');
  return new S3Store({ ...signing, endpoint, region, bucket, accessKeyId, secretAccessKey });
}

/** A refused key stays refused, so the start fails. An unreachable storage may return, and meetings need none. */
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
      'the object storage of S3_ENDPOINT does not respond: recordings stay on this node until it does. Correct S3_ENDPOINT if it is wrong',
    );
  }
}

/** Opens the file store of the settings: an object storage, or else a folder on this machine. */
export async function startFiles(
  config: Config,
  { keyring, log }: { keyring: Keyring; log: Logger },
): Promise<FileStore> {
  const signing = { url: config.LECTERN_URL, keyring };
  const bucket = await bucketOf(config, signing);
  if (bucket) {
    await checkBucket(bucket, log, config.S3_ENDPOINT?.origin);
    return bucket;
  }
  const store = new FolderStore({ ...signing, folder: join(config.LECTERN_DATA_DIR, 'files') });
  await store.clear();
  return store;
}
