import { createReadStream, createWriteStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { largestDocument } from '../../../../contract/operations/document-limits.ts';
import { documentTypeOf } from '../../assets/assets.ts';
import { openTarget } from '../../platform/http/outgoing/open-target.ts';
import { TargetRefused } from '../../platform/http/outgoing/targets.ts';
import { limitBytes } from '../../platform/limit-bytes.ts';
import { fileKeyOfDocument } from '../keys.ts';
import { type DocumentRow, sentContentOf } from '../store.ts';
import { ConversionFailed, mostConverterCrashes } from './failures.ts';
import type { ConvertingParts } from './parts.ts';

export const timings = { loadMs: 60_000 };

const sniffedBytes = 4096;

interface Fetching {
  /** The path at which the file is stored. */
  path: string;
  signal: AbortSignal;
}

async function load({ reach }: ConvertingParts, url: string, { path, signal }: Fetching): Promise<void> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(timings.loadMs)]);
  const answer = await openTarget(url, { reach, signal: within, accept: '*/*' });
  if (!answer) throw new ConversionFailed('address_failed', 'the address has no file');
  const tooLarge = () => new ConversionFailed('too_large', `more than ${largestDocument} bytes`);
  try {
    if (Number(answer.headers['content-length'] ?? 0) > largestDocument) throw tooLarge();
    const file = createWriteStream(path, { mode: 0o600 });
    await pipeline(answer, limitBytes(largestDocument, tooLarge), file, { signal: within });
  } finally {
    answer.destroy();
  }
}

/** Loads the file from its address. @throws ConversionFailed, the reason of the signal */
async function loadFrom(
  parts: ConvertingParts,
  { url, attempts }: Pick<DocumentRow, 'url' | 'attempts'>,
  fetching: Fetching,
): Promise<void> {
  try {
    await load(parts, url ?? '', fetching);
  } catch (error) {
    fetching.signal.throwIfAborted();
    if (error instanceof ConversionFailed) throw error;
    const { message } = error as Error;
    if (error instanceof TargetRefused) throw new ConversionFailed('address_refused', message);
    throw new ConversionFailed('address_failed', message, attempts >= mostConverterCrashes);
  }
}

async function startOf(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(path, { end: sniffedBytes - 1 })) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/**
 * Stores the file of a document at a path.
 * @returns its type and size
 * @throws ConversionFailed, FilesAway, the reason of the signal
 */
export async function fetchFile(
  parts: ConvertingParts,
  document: DocumentRow,
  fetching: Fetching,
): Promise<{ contentType: NonNullable<DocumentRow['contentType']>; bytes: number }> {
  const { files, db, keyOfUpload } = parts;
  const { id, assetId, isStored, fileName, url } = document;
  const { path, signal } = fetching;
  if (isStored || assetId !== null) {
    const key = isStored ? fileKeyOfDocument(id) : await keyOfUpload(db, assetId ?? '');
    const isThere = key !== undefined && (await files.fetch(key, path, { signal }));
    if (!isThere) throw new ConversionFailed('file_missing', 'the file is not stored any more');
  } else if (url === null) {
    const content = await sentContentOf(db, id);
    if (!content) throw new ConversionFailed('file_missing', 'the content is not stored any more');
    await writeFile(path, content, { mode: 0o600, signal });
  } else await loadFrom(parts, document, fetching);
  const { size: bytes } = await stat(path);
  const contentType = documentTypeOf(await startOf(path), fileName);
  if (contentType === undefined || bytes === 0)
    throw new ConversionFailed('unsupported_type', 'the file is none that a document may have');
  return { contentType, bytes };
}
