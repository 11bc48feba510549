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
import { dispositionOf, fileNameOf } from './disposition.ts';
import { type AddressOptions, type FileStore, FilesAway, type OpenFile, type PutOptions } from './files.ts';
import { checkFileKey } from './key.ts';
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

/** Amazon's buckets are host names; those of others are mostly the first part of a path. */
const isAmazon = ({ hostname }: URL): boolean => /(^|\.)amazonaws\.com(\.cn)?$/.test(hostname);

export const waits = {
  /** For what moves no file: somebody waits for the answer, or a server for its end. */
  answerMs: 10_000,
};
const inTime = () => ({ abortSignal: AbortSignal.timeout(waits.answerMs) });

/** Of the signature: nothing may be signed for longer. */
const longestSeconds = 7 * 24 * 3600;

/** A download keeps a connection as long as it lasts: nothing may have to wait for one to become free. */
const agent = { maxSockets: Number.POSITIVE_INFINITY };

function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: S3Parts): S3Client {
  return new S3Client({
    endpoint: endpoint.href,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: !isAmazon(endpoint),
    // Newer checksums are unknown to many storages that speak the protocol.
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

/** Files in a bucket of an S3-compatible storage: pages read them there, by addresses that it signed; others by us. */
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
    // What is wrong with the file that shall be kept is no fault of the storage.
    await access(path, constants.R_OK);
    try {
      const sent = await uploadObject({ client: this.#client, at }, path, options);
      const kept = await this.stat(key);
      if (kept?.bytes !== sent) throw new FilesAway('The object storage kept another length than was sent.');
    } catch (error) {
      options.signal?.throwIfAborted();
      throw faultOf(error, 'keep a file');
    }
  }

  async stat(key: string): Promise<{ bytes: number } | undefined> {
    const found = await this.#tell(key);
    return found && { bytes: found.ContentLength ?? 0 };
  }

  async open(key: string): Promise<OpenFile | undefined> {
    const found = await this.#tell(key);
    return found && openObject({ client: this.#client, at: this.#at(key) }, found);
  }

  async #tell(key: string): Promise<HeadObjectCommandOutput | undefined> {
    const at = this.#at(key);
    try {
      return await this.#client.send(new HeadObjectCommand(at), inTime());
    } catch (error) {
      if (!isMissing(error)) throw faultOf(error, 'tell of a file');
    }
    // The answer to HEAD has no body: what is missing may be the bucket.
    await this.#checkBucket();
    return undefined;
  }

  async #checkBucket(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), inTime());
    } catch (error) {
      throw faultOf(error, `show the bucket "${this.#bucket}"`);
    }
  }

  async remove(keys: string[]): Promise<void> {
    const commands = keys.map((key) => new DeleteObjectCommand(this.#at(key)));
    for (const command of commands) {
      try {
        // One by one: what removes many at once asks for a checksum that not every storage knows.
        await this.#client.send(command, inTime());
      } catch (error) {
        if (!isMissing(error)) throw faultOf(error, 'remove a file');
      }
    }
  }

  async addressOf(key: string, { name, contentType, disposition, until }: AddressOptions): Promise<string> {
    const command = new GetObjectCommand({
      ...this.#at(key),
      ResponseContentType: contentType,
      ResponseContentDisposition: dispositionOf(disposition, fileNameOf(name)),
    });
    // A signature counts whole seconds from a whole second; one that ends in the past was begun there.
    const end = Math.ceil(until.getTime() / 1000);
    const begin = Math.min(Math.floor(now().getTime() / 1000), end - 1);
    return getSignedUrl(this.#client, command, {
      signingDate: new Date(begin * 1000),
      expiresIn: Math.min(end - begin, longestSeconds),
    });
  }

  async linkOf(key: string, options: AddressOptions): Promise<string> {
    return signedAddress(this.#signing, key, options);
  }

  /** Tries what is needed: to see the bucket, to write into it and to remove from it. */
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
