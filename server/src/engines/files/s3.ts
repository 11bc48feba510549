import { access, constants } from 'node:fs/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { now } from '../../platform/clock.ts';
import { randomToken } from '../../platform/crypto.ts';
import { dispositionOf, safeFileName } from '../../platform/http/disposition.ts';
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
import { checkFileKey } from './key.ts';
import { sizeOfRegularFile } from './local-file.ts';
import { faultOf, isMissing } from './s3/fault.ts';
import { openObject } from './s3/opened.ts';
import { uploadObject } from './s3/upload.ts';
import { type Signing, signedAddress } from './served/address.ts';

interface S3Parts extends Signing {
  endpoint: URL;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Amazon has buckets in the host name, most others in the path. */
const isAmazon = ({ hostname }: URL): boolean => /(^|\.)amazonaws\.com(\.cn)?$/.test(hostname);

export const timings = {
  /** Time limit in ms for requests that transfer no file. */
  answerMs: 10_000,
};
const inTime = () => ({ abortSignal: AbortSignal.timeout(timings.answerMs) });

/** The longest validity that an S3 signature may have. */
const longestSeconds = 7 * 24 * 3600;

/** A download holds a connection for as long as it lasts, so the number is not limited. */
const agent = { maxSockets: Number.POSITIVE_INFINITY };

function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: S3Parts): S3Client {
  return new S3Client({
    endpoint: endpoint.href,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: !isAmazon(endpoint),
    // Many S3-compatible storages do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 30_000,
      requestTimeout: 300_000,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** Files in an S3-compatible bucket. Pages read them there, at presigned URLs; all others through our server. */
export class S3Store implements FileStore {
  readonly origins: string[];
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #signing: Signing;

  constructor(parts: S3Parts) {
    const { endpoint, bucket } = parts;
    this.#signing = parts;
    this.#client = clientOf(parts);
    this.#bucket = bucket;
    const host = isAmazon(endpoint) && !bucket.includes('.') ? `${bucket}.${endpoint.host}` : endpoint.host;
    this.origins = [`${endpoint.protocol}//${host}`];
  }

  #at(key: string) {
    checkFileKey(key);
    return { Bucket: this.#bucket, Key: key };
  }

  async put(key: string, path: string, options: PutOptions): Promise<void> {
    const at = this.#at(key);
    options.signal?.throwIfAborted();
    // A fault of the local file is not reported as a fault of the storage.
    await sizeOfRegularFile(path);
    await access(path, constants.R_OK);
    try {
      const sent = await uploadObject({ client: this.#client, at }, path, options);
      const kept = await this.stat(key);
      if (kept?.bytes !== sent) throw new FilesAway('The object storage stored a different length.');
    } catch (error) {
      options.signal?.throwIfAborted();
      throw faultOf(error, 'store a file');
    }
  }

  async stat(key: string): Promise<{ bytes: number } | undefined> {
    const found = await this.#head(key);
    return found && { bytes: found.ContentLength ?? 0 };
  }

  async fetch(key: string, path: string, options: FetchOptions): Promise<boolean> {
    return copyOpenFile(await this.open(key), path, options);
  }

  async open(key: string): Promise<OpenFile | undefined> {
    const found = await this.#head(key);
    return found && openObject({ client: this.#client, at: this.#at(key) }, found);
  }

  async #head(key: string): Promise<HeadObjectCommandOutput | undefined> {
    const found = await this.#unlessMissing(
      this.#client.send(new HeadObjectCommand(this.#at(key)), inTime()),
      'describe a file',
    );
    // A response to HEAD has no body: the bucket may be what is missing.
    if (!found) await this.#checkBucket();
    return found;
  }

  /** @returns undefined if the file is missing */
  #unlessMissing<T>(request: Promise<T>, doing: string): Promise<T | undefined> {
    return request.catch((error: unknown) => {
      if (!isMissing(error)) throw faultOf(error, doing);
      return undefined;
    });
  }

  async #checkBucket(): Promise<void> {
    const request = this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), inTime());
    await request.catch((error: unknown) => {
      throw faultOf(error, `show the bucket "${this.#bucket}"`);
    });
  }

  async remove(keys: string[]): Promise<void> {
    const commands = keys.map((key) => new DeleteObjectCommand(this.#at(key)));
    // One by one: the bulk request needs a checksum that not every storage knows.
    for (const command of commands) {
      await this.#unlessMissing(this.#client.send(command, inTime()), 'remove a file');
    }
  }

  async addressOf(key: string, { name, contentType, disposition, until }: AddressOptions): Promise<string> {
    const command = new GetObjectCommand({
      ...this.#at(key),
      ResponseContentType: contentType,
      ResponseContentDisposition: dispositionOf(disposition, safeFileName(name)),
    });
    // A signature has a start and a duration in whole seconds. An expiry in the past gets an earlier start.
    const end = Math.ceil(until.getTime() / 1000);
    const begin = Math.min(Math.floor(now().getTime() / 1000), end - 1);
    return getSignedUrl(this.#client, command, {
      signingDate: new Date(begin * 1000),
      expiresIn: Math.min(end - begin, longestSeconds),
    });
  }

  async linkOf(key: string, options: LinkOptions): Promise<string> {
    return signedAddress(this.#signing, key, options);
  }

  /** Tries what is needed: to read, write and delete in the bucket. */
  async health(): Promise<void> {
    await this.#checkBucket();
    const at = { Bucket: this.#bucket, Key: `lectern-health/${randomToken(12)}` };
    try {
      const probe = new PutObjectCommand({ ...at, Body: 'ok', ContentType: 'text/plain' });
      await this.#client.send(probe, inTime());
      await this.#client.send(new DeleteObjectCommand(at), inTime());
    } catch (error) {
      throw faultOf(error, `let us write into the bucket "${this.#bucket}"`);
    }
  }
}
