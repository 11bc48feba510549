import { Readable } from 'node:stream';
import { randomToken } from '../../../platform/crypto.ts';
import type { OpenFile } from '../files.ts';
import { contentRange, partsOf, type Range } from './ranges.ts';

const bufferBytes = 256 * 1024;

export interface FileBody {
  status: 200 | 206;
  headers: Record<string, string | number>;
  /** Starts to read, and fails if the first read fails. The file is closed in every case. */
  read: () => Promise<Readable>;
}

/** Literal bytes, or a range of the file. */
type Piece = Buffer | Range;

async function* readPieces(file: OpenFile, pieces: Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* file.read(piece.first, piece.last);
  }
}

/** Reads on when the reader has consumed a piece; closes the file however it ends. */
async function streamOf(file: OpenFile, pieces: Piece[]): Promise<Readable> {
  const rest = readPieces(file, pieces);
  // Response headers cannot be taken back: read the first piece before they are sent.
  const begun = await rest.next();
  async function* whole(): AsyncGenerator<Buffer> {
    if (begun.done) return;
    yield begun.value;
    yield* rest;
  }
  const stream = Readable.from(whole(), { objectMode: false, highWaterMark: bufferBytes });
  stream.once('close', () => void file.close());
  return stream;
}

function multipartBody(file: OpenFile, contentType: string, ranges: Range[]): FileBody {
  const boundary = randomToken(18);
  const { heads, tail, bytes } = partsOf(ranges, { size: file.size, contentType, boundary });
  const pieces = ranges.flatMap((range, index): Piece[] => [heads[index] ?? tail, range]);
  return {
    status: 206,
    headers: { 'content-type': `multipart/byteranges; boundary=${boundary}`, 'content-length': bytes },
    read: () => streamOf(file, [...pieces, tail]),
  };
}

/** @param ranges not empty, or 'whole' */
export function fileBodyOf(file: OpenFile, contentType: string, ranges: Range[] | 'whole'): FileBody {
  const { size } = file;
  const [only, ...more] = ranges === 'whole' ? [] : ranges;
  if (ranges !== 'whole' && more.length > 0) return multipartBody(file, contentType, ranges);
  const range = only ?? { first: 0, last: size - 1 };
  return {
    status: only ? 206 : 200,
    headers: {
      'content-type': contentType,
      'content-length': range.last - range.first + 1,
      ...(only && { 'content-range': contentRange(only, size) }),
    },
    read: () => streamOf(file, [range]),
  };
}
