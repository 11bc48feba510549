import { type FileHandle, open } from 'node:fs/promises';

const known = new Set(['ftyp', 'moov', 'moof', 'mdat', 'free', 'mfra', 'sidx', 'styp']);
/** Bytes of a box's size and type, and of one with a 64-bit size. */
const headBytes = 8;
const longHeadBytes = 16;

/** A power loss may leave zeros where data should be. No encoder writes so many in a row. */
const mostZeros = 64;
const atOnce = 1 << 20;

/**
 * Removes from the end of a capture what makes readers reject all of it after a kill: an incomplete fragment table,
 * or bytes that are no box. Cut media data stays, because its whole part can be played.
 */
export async function trimTail(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  const { size: there } = await file.stat();
  const size = await withoutZeros(file, there);
  const head = Buffer.alloc(longHeadBytes);
  let at = 0;
  while (at + headBytes <= size) {
    const { bytesRead } = await file.read(head, 0, longHeadBytes, at);
    const box = boxOf(head.subarray(0, bytesRead));
    if (!box) break;
    if (at + box.size > size) {
      if (box.type === 'mdat') at = size;
      break;
    }
    at += box.size;
  }
  if (Math.min(at, size) < there) await file.truncate(Math.min(at, size));
}

async function withoutZeros(file: FileHandle, size: number): Promise<number> {
  const piece = Buffer.alloc(atOnce);
  for (let end = size; end > 0; ) {
    const begin = Math.max(0, end - atOnce);
    await file.read(piece, 0, end - begin, begin);
    const last = piece.subarray(0, end - begin).findLastIndex((byte) => byte !== 0);
    if (last >= 0) return size - (begin + last + 1) > mostZeros ? begin + last + 1 : size;
    end = begin;
  }
  return 0;
}

/** Undefined: not a box that a recorder writes. */
function boxOf(head: Buffer): { type: string; size: number } | undefined {
  const type = head.toString('latin1', 4, headBytes);
  const short = head.readUInt32BE(0);
  if (!known.has(type) || (short !== 1 && short < headBytes)) return undefined;
  if (short !== 1) return { type, size: short };
  if (head.length < longHeadBytes) return undefined;
  const size = Number(head.readBigUInt64BE(headBytes));
  return size < longHeadBytes ? undefined : { type, size };
}
