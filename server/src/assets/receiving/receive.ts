import type { Readable } from 'node:stream';
import { FilesAway } from '../../engines/files/files.ts';
import { after, now, seconds } from '../../platform/clock.ts';
import { randomToken } from '../../platform/crypto.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { pieceKeyOf } from '../keys.ts';
import type { AssetParts } from '../parts.ts';
import { type AssetRow, markAssetDeleted } from '../store.ts';
import { BodyReader } from './body-reader.ts';
import { containerOf, leastSniffedBytes, sniffedBytes } from './container.ts';
import { documentTypeOf } from './document-type.ts';
import { hasNoSpace, PieceFile } from './piece-file.ts';
import { countPiece, countPieces, deletePieceRows, planPiece } from './pieces.store.ts';

const mebibyte = 1024 * 1024;

export const timings = {
  /** A request's body is read for at most this long. All requests are limited to 60 s, headers to 20 s. */
  bodySeconds: 30,
};

/** A kill loses at most this much of a running request. */
const pieceBytes = 16 * mebibyte;
/** How many requests may send an upload: a proxy may pass pieces of 256 KiB only, and more arrive in part. */
const mostPiecesOf = (bytes: number): number => 12_000 + Math.ceil(bytes / (256 * 1024));
const expiresAfterMs = seconds(24 * 3600);

export const nextExpiry = (): Date => after(expiresAfterMs);

/** The upload, for a request that sends bytes of it. */
export type ReceivingAsset = Pick<AssetRow, 'id' | 'bytes' | 'purpose' | 'fileName'>;
type ContentType = NonNullable<AssetRow['contentType']>;

/** One request that sends bytes of an upload. */
interface Receiving {
  parts: AssetParts;
  db: Db;
  assetId: string;
  /** Finds the content type by the first bytes; undefined for content that is refused. */
  typeOf: (start: Buffer) => ContentType | undefined;
  refusal: 'not_a_video' | 'not_a_document';
  /** The size of the whole upload. */
  bytes: number;
  reader: BodyReader;
  /** Bytes that were read beyond the end of the previous piece. */
  rest: Buffer;
  /** Behind the last piece that counts. */
  offset: number;
}

/** Reads the body into a file until the piece is full or the body has ended. @returns the first bytes of the piece */
async function fill(file: PieceFile, receiving: Receiving): Promise<Buffer> {
  const room = receiving.bytes - receiving.offset;
  const full = Math.min(pieceBytes, room);
  const start: Buffer[] = [];
  let sniffed = 0;
  for (;;) {
    const chunk = receiving.rest.length > 0 ? receiving.rest : await receiving.reader.next();
    if (chunk === undefined) break;
    const left = full - file.bytes;
    if (chunk.length > left && room <= pieceBytes) throw new Refusal('upload_too_large');
    receiving.rest = chunk.subarray(left);
    const taken = chunk.subarray(0, left);
    await file.append(taken);
    if (sniffed < sniffedBytes) start.push(taken.subarray(0, sniffedBytes));
    sniffed += taken.length;
    if (file.bytes === full) break;
  }
  return Buffer.concat(start);
}

/** Stores a piece, for which space is reserved. @returns whether the body may have more */
async function storeNext(receiving: Receiving): Promise<boolean> {
  const { parts, bytes, offset } = receiving;
  const { folder, space, isStoredHere } = parts;
  const left = bytes - offset;
  const promised = Math.min(pieceBytes, left);
  // Joining needs the length once more: an upload that arrived and cannot be joined would keep its space for ever.
  const needed = bytes + (isStoredHere ? left : promised);
  if ((await space.available()) < needed) throw new Refusal('upload_no_space');
  const reserved = await space.reserve(promised);
  if (!reserved) throw new Refusal('upload_no_space');
  try {
    return await storePiece(receiving, folder);
  } finally {
    reserved.end();
  }
}

async function storePiece(receiving: Receiving, folder: string): Promise<boolean> {
  await using file = await PieceFile.open(folder);
  const isFirst = receiving.offset === 0;
  const start = await fill(file, receiving);
  await file.close();
  if (file.bytes === 0) return false;
  const contentType = isFirst ? await sniff(receiving, start) : undefined;
  if (isFirst && contentType === undefined) return false;
  await store(receiving, file, contentType);
  return file.bytes === pieceBytes && receiving.offset < receiving.bytes;
}

/** @returns undefined if the client disconnected before the container shows: nothing is kept then */
async function sniff(
  { db, assetId, bytes, reader, typeOf, refusal }: Receiving,
  start: Buffer,
): Promise<ContentType | undefined> {
  const isEnough = start.length >= leastSniffedBytes;
  if (!isEnough && !reader.isWhole && start.length < bytes) return undefined;
  const found = typeOf(start);
  if (found !== undefined) return found;
  if (!isEnough && bytes >= leastSniffedBytes) {
    const message = `must be followed by ${leastSniffedBytes} bytes or more`;
    throw new Refusal('validation_failed', { details: [{ path: 'Upload-Offset', message }] });
  }
  await inTransaction(db, (trx) => markAssetDeleted(trx, assetId, now()));
  throw new Refusal(refusal);
}

async function store(
  receiving: Receiving,
  file: PieceFile,
  contentType: ContentType | undefined,
): Promise<void> {
  const { parts, db, assetId, offset: first } = receiving;
  const piece = { key: pieceKeyOf(assetId, first, randomToken(6)), assetId, first };
  if (!(await planPiece(db, piece))) throw new Refusal('upload_offset_wrong');
  await parts.files.put(piece.key, file.path, { contentType: 'application/octet-stream' }).catch((error) => {
    if (error instanceof FilesAway && hasNoSpace(error.cause)) throw new Refusal('upload_no_space');
    throw error;
  });
  if (await countPiece(db, { ...piece, bytes: file.bytes, contentType, expiresAt: nextExpiry() })) {
    receiving.offset += file.bytes;
    return;
  }
  await parts.files.remove([piece.key]);
  await deletePieceRows(db, [piece.key]);
  throw new Refusal('upload_offset_wrong');
}

/**
 * Stores the body of a request at an offset of an upload, piece after piece. Bytes that arrived before the client
 * disconnected, before the deadline or before a fault are kept.
 * @returns the offset at which the upload continues
 */
export async function receiveBytes(
  parts: AssetParts,
  db: Db,
  { asset, offset, source }: { asset: ReceivingAsset; offset: number; source: Readable },
): Promise<number> {
  const [assetId, bytes] = [asset.id, Number(asset.bytes)];
  if ((await countPieces(db, assetId)) >= mostPiecesOf(bytes)) {
    const message = 'This upload came in too many requests; send 256 KiB or more in each.';
    throw new Refusal('too_many_uploads', { message });
  }
  const reader = new BodyReader(source, seconds(timings.bodySeconds));
  const { purpose, fileName } = asset;
  const receiving: Receiving = {
    ...{ parts, db, assetId, bytes, reader, rest: Buffer.alloc(0), offset },
    ...(purpose === 'document'
      ? { typeOf: (start) => documentTypeOf(start, fileName), refusal: 'not_a_document' }
      : { typeOf: containerOf, refusal: 'not_a_video' }),
  };
  try {
    while (await storeNext(receiving));
    return receiving.offset;
  } finally {
    reader.stop();
  }
}
