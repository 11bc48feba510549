import type { Readable } from 'node:stream';
import type { AssetType } from '../../../../contract/operations/assets.ts';
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

interface Upload {
  assetId: string;
  bytes: number;
}

interface Reading {
  reader: BodyReader;
  /** Bytes that were read beyond the end of the previous piece. */
  rest: Buffer;
}

/** Reads the body into a file until the piece is full or the body has ended. @returns the first bytes of the piece */
async function fill(file: PieceFile, reading: Reading, room: number): Promise<Buffer> {
  const full = Math.min(pieceBytes, room);
  const start: Buffer[] = [];
  let sniffed = 0;
  for (;;) {
    const chunk = reading.rest.length > 0 ? reading.rest : await reading.reader.next();
    if (chunk === undefined) break;
    const left = full - file.bytes;
    if (chunk.length > left && room <= pieceBytes) throw new Refusal('upload_too_large');
    reading.rest = chunk.subarray(left);
    const taken = chunk.subarray(0, left);
    await file.append(taken);
    if (sniffed < sniffedBytes) start.push(taken.subarray(0, sniffedBytes));
    sniffed += taken.length;
    if (file.bytes === full) break;
  }
  return Buffer.concat(start);
}

/** One request that sends bytes of an upload. */
class Receiving {
  readonly #parts: AssetParts;
  readonly #db: Db;
  readonly #upload: Upload;
  readonly #reading: Reading;
  #offset: number;

  constructor(parts: AssetParts, db: Db, of: { upload: Upload; offset: number; reader: BodyReader }) {
    this.#parts = parts;
    this.#db = db;
    this.#upload = of.upload;
    this.#offset = of.offset;
    this.#reading = { reader: of.reader, rest: Buffer.alloc(0) };
  }

  /** Stores piece after piece. @returns the offset behind the last one that counts */
  async run(): Promise<number> {
    let isMore = true;
    while (isMore) isMore = await this.#storeNext();
    return this.#offset;
  }

  /** Stores a piece, for which space is reserved. @returns whether the body may have more */
  async #storeNext(): Promise<boolean> {
    const { folder, space, isStoredHere } = this.#parts;
    const left = this.#upload.bytes - this.#offset;
    const bytes = Math.min(pieceBytes, left);
    // Joining needs the length once more: an upload that arrived and cannot be joined would keep its space for ever.
    const needed = this.#upload.bytes + (isStoredHere ? left : bytes);
    if ((await space.available()) < needed) throw new Refusal('upload_no_space');
    const reserved = await space.reserve(bytes);
    if (!reserved) throw new Refusal('upload_no_space');
    try {
      return await this.#storePiece(await PieceFile.open(folder));
    } finally {
      reserved.end();
    }
  }

  async #storePiece(file: PieceFile): Promise<boolean> {
    try {
      const start = await fill(file, this.#reading, this.#upload.bytes - this.#offset);
      await file.close();
      if (file.bytes === 0) return false;
      const contentType = this.#offset === 0 ? await this.#sniff(start) : undefined;
      if (this.#offset === 0 && contentType === undefined) return false;
      await this.#store(file, contentType);
    } finally {
      await file.drop();
    }
    return file.bytes === pieceBytes && this.#offset < this.#upload.bytes;
  }

  /** @returns undefined if the client disconnected before the container shows: nothing is kept then */
  async #sniff(start: Buffer): Promise<AssetType | undefined> {
    const isEnough = start.length >= leastSniffedBytes;
    const isAll = this.#reading.reader.isWhole || start.length === this.#upload.bytes;
    if (!isEnough && !isAll) return undefined;
    const found = containerOf(start);
    if (found !== undefined) return found;
    if (!isEnough && this.#upload.bytes >= leastSniffedBytes) {
      const message = `must be followed by ${leastSniffedBytes} bytes or more`;
      throw new Refusal('validation_failed', { details: [{ path: 'Upload-Offset', message }] });
    }
    await inTransaction(this.#db, (trx) => markAssetDeleted(trx, this.#upload.assetId, now()));
    throw new Refusal('not_a_video');
  }

  async #store(file: PieceFile, contentType: AssetType | undefined): Promise<void> {
    const { files } = this.#parts;
    const { assetId } = this.#upload;
    const piece = {
      key: pieceKeyOf(assetId, this.#offset, randomToken(6)),
      ...{ assetId, first: this.#offset },
    };
    if (!(await planPiece(this.#db, piece))) throw new Refusal('upload_offset_wrong');
    await this.#put(piece.key, file.path);
    const stored = { ...piece, bytes: file.bytes, contentType, expiresAt: nextExpiry() };
    if (await countPiece(this.#db, stored)) {
      this.#offset += file.bytes;
      return;
    }
    await files.remove([piece.key]);
    await deletePieceRows(this.#db, [piece.key]);
    throw new Refusal('upload_offset_wrong');
  }

  async #put(key: string, path: string): Promise<void> {
    try {
      await this.#parts.files.put(key, path, { contentType: 'application/octet-stream' });
    } catch (error) {
      if (error instanceof FilesAway && hasNoSpace(error.cause)) throw new Refusal('upload_no_space');
      throw error;
    }
  }
}

export interface ReceiveRequest {
  db: Db;
  asset: Pick<AssetRow, 'id' | 'bytes'>;
  offset: number;
  source: Readable;
}

/**
 * Stores the body of a request at an offset of an upload. Bytes that arrived before the client disconnected, before
 * the deadline or before a fault are kept.
 * @returns the offset at which the upload continues
 */
export async function receiveBytes(
  parts: AssetParts,
  { db, asset, offset, source }: ReceiveRequest,
): Promise<number> {
  if ((await countPieces(db, asset.id)) >= mostPiecesOf(Number(asset.bytes))) {
    const message = 'This upload came in too many requests; send 256 KiB or more in each.';
    throw new Refusal('too_many_uploads', { message });
  }
  const reader = new BodyReader(source, seconds(timings.bodySeconds));
  try {
    const upload = { assetId: asset.id, bytes: Number(asset.bytes) };
    return await new Receiving(parts, db, { upload, offset, reader }).run();
  } finally {
    reader.stop();
  }
}
