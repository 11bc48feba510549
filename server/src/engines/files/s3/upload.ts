import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { PutOptions } from '../files.ts';

const mebibyte = 1024 * 1024;
/** S3 allows parts of 5 MiB or more, at most 10,000. */
const leastPart = 8 * mebibyte;
const mostParts = 9_000;
/** How many parts are held in memory. */
const atOnce = 3;

export interface ObjectPlace {
  client: S3Client;
  at: { Bucket: string; Key: string };
}

interface Part {
  number: number;
  first: number;
  bytes: number;
}

function partsOf(size: number): Part[] {
  const bytes = Math.max(leastPart, Math.ceil(size / mostParts));
  return Array.from({ length: Math.ceil(size / bytes) }, (_, index) => ({
    number: index + 1,
    first: index * bytes,
    bytes: Math.min(bytes, size - index * bytes),
  }));
}

async function readPart(handle: FileHandle, { first, bytes }: Part): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await handle.read(buffer, done, bytes - done, first + done);
    if (bytesRead === 0) throw new Error('the file became shorter while it was sent');
    done += bytesRead;
  }
  return buffer;
}

const abortOf = ({ signal }: PutOptions) => signal && { abortSignal: signal };

const mostChecks = 12;
/** Successive checks that must find no parts: a part may be stored shortly after the first of them. */
const enoughChecks = 3;
const pauseMs = 150;
/** A stopping server does not wait longer for a storage that hangs. */
const abortWithinMs = 5_000;

/** @returns true if the storage has no part of the upload any more */
async function isGone({ client, at }: ObjectPlace, UploadId: string | undefined, abortSignal: AbortSignal) {
  try {
    await client.send(new AbortMultipartUploadCommand({ ...at, UploadId }), { abortSignal });
    const { Parts = [] } = await client.send(new ListPartsCommand({ ...at, UploadId }), { abortSignal });
    return Parts.length === 0;
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NoSuchUpload') return true;
    throw error;
  }
}

/**
 * Removes the parts of an unfinished upload, which would stay invisible and cost money for ever. A part in flight
 * during the abort may arrive after the others were removed, hence the repeated checks.
 */
async function abortUpload(place: ObjectPlace, uploadId: string | undefined): Promise<void> {
  const signal = AbortSignal.timeout(abortWithinMs);
  let gone = 0;
  for (let check = 1; check <= mostChecks && gone < enoughChecks; check += 1) {
    if (check > 1) await pause(pauseMs);
    gone = (await isGone(place, uploadId, signal)) ? gone + 1 : 0;
  }
}

/**
 * Unfinished uploads of this process, by file, that a hanging storage did not remove. Once it runs again, it may
 * store their last parts and no longer list the upload.
 */
const notAborted = new Map<string, Set<string | undefined>>();

const fileOf = ({ at }: ObjectPlace) => `${at.Bucket}/${at.Key}`;

/** If the storage does not answer, the next upload of the file retries. */
async function abortOrRemember(place: ObjectPlace, uploadId: string | undefined): Promise<void> {
  const uploads = notAborted.get(fileOf(place)) ?? new Set();
  try {
    await abortUpload(place, uploadId);
    uploads.delete(uploadId);
  } catch {
    uploads.add(uploadId);
  }
  if (uploads.size > 0) notAborted.set(fileOf(place), uploads);
  else notAborted.delete(fileOf(place));
}

/** Removes what earlier tries left whose process or storage died. Skips a storage that cannot list uploads. */
async function abortOlder(place: ObjectPlace, options: PutOptions): Promise<void> {
  const { client, at } = place;
  const listed = await client
    .send(new ListMultipartUploadsCommand({ Bucket: at.Bucket, Prefix: at.Key }), abortOf(options))
    .catch(() => undefined);
  const older = new Set(notAborted.get(fileOf(place)));
  for (const { Key, UploadId } of listed?.Uploads ?? []) {
    if (Key === at.Key) older.add(UploadId);
  }
  for (const uploadId of older) await abortOrRemember(place, uploadId);
}

interface Sending extends ObjectPlace {
  handle: FileHandle;
  options: PutOptions;
  uploadId: string | undefined;
}

async function sendPart({ client, at, handle, uploadId, options }: Sending, part: Part) {
  const Body = await readPart(handle, part);
  options.signal?.throwIfAborted();
  const command = new UploadPartCommand({
    ...at,
    UploadId: uploadId,
    PartNumber: part.number,
    Body,
    ContentLength: part.bytes,
  });
  const { ETag } = await client.send(command, abortOf(options));
  return { PartNumber: part.number, ETag };
}

/** Sends several parts at once. After a failure it starts no other part, and throws when those in flight have ended. */
async function sendParts(sending: Sending, parts: Part[]) {
  const left = [...parts];
  const sent: Awaited<ReturnType<typeof sendPart>>[] = [];
  let bytes = 0;
  const work = async () => {
    try {
      for (let part = left.shift(); part; part = left.shift()) {
        sent.push(await sendPart(sending, part));
        bytes += part.bytes;
        sending.options.onProgress?.(bytes);
      }
    } finally {
      left.length = 0;
    }
  };
  const done = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = done.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return sent.sort((a, b) => a.PartNumber - b.PartNumber);
}

async function uploadInParts(sending: Omit<Sending, 'uploadId'>, size: number): Promise<void> {
  const { client, at, options } = sending;
  await abortOlder(sending, options);
  const begin = new CreateMultipartUploadCommand({ ...at, ContentType: options.contentType });
  const { UploadId } = await client.send(begin, abortOf(options));
  try {
    const Parts = await sendParts({ ...sending, uploadId: UploadId }, partsOf(size));
    const end = new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } });
    await client.send(end, abortOf(options));
  } catch (error) {
    await abortOrRemember(sending, UploadId);
    throw error;
  }
}

/** Sends a file; a long one in parts, few of which are in memory. */
export async function uploadObject(place: ObjectPlace, path: string, options: PutOptions): Promise<number> {
  await using handle = await open(path, 'r');
  const { size } = await handle.stat();
  if (size > leastPart) {
    await uploadInParts({ ...place, handle, options }, size);
    return size;
  }
  const Body = await readPart(handle, { number: 1, first: 0, bytes: size });
  const { contentType: ContentType } = options;
  const command = new PutObjectCommand({ ...place.at, Body, ContentLength: size, ContentType });
  await place.client.send(command, abortOf(options));
  options.onProgress?.(size);
  return size;
}
