import { Readable } from 'node:stream';
import { randomToken } from '../../../platform/crypto.ts';
import type { OpenFile } from '../files.ts';
import { contentRange, partsOf, type Range } from './ranges.ts';

const bufferBytes = 256 * 1024;

export interface FileBody {
  status: 200 | 206;
  headers: Record<string, string | number>;
  /** Begins to read: what fails at once fails here. The file is closed in the end, whatever that is. */
  read: () => Promise<Readable>;
}

/** What stands as it is, or what is read from the file. */
type Piece = Buffer | Range;

async function* inTurn(file: OpenFile, pieces: Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* file.read(piece.first, piece.last);
  }
}

/** As much as the reader takes, and the next piece when that is gone; closes the file however it ends. */
async function streamOf(file: OpenFile, pieces: Piece[]): Promise<Readable> {
  const rest = inTurn(file, pieces);
  // The head of an answer cannot be taken back: it is sent when there is something to follow it.
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

function severalIn(file: OpenFile, contentType: string, ranges: Range[]): FileBody {
  const boundary = randomToken(18);
  const { heads, tail, bytes } = partsOf(ranges, { size: file.size, contentType, boundary });
  const pieces = ranges.flatMap((range, index): Piece[] => [heads[index] ?? tail, range]);
  return {
    status: 206,
    headers: { 'content-type': `multipart/byteranges; boundary=${boundary}`, 'content-length': bytes },
    read: () => streamOf(file, [...pieces, tail]),
  };
}

/** @param ranges at least one, or 'whole' */
export function fileBodyOf(file: OpenFile, contentType: string, ranges: Range[] | 'whole'): FileBody {
  const { size } = file;
  const [only, ...more] = ranges === 'whole' ? [] : ranges;
  if (ranges !== 'whole' && more.length > 0) return severalIn(file, contentType, ranges);
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
