import { gunzipSync } from 'node:zlib';

const BLOCK = 512;

const text = (buffer, from, length) => buffer.toString('utf8', from, from + length).replace(/\0.*$/s, '');

/** Reads one file from a .tar.gz without a `tar` program; null if it is not there. */
export function readFromTarball(archive, name) {
  const tar = gunzipSync(archive);
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const entry = text(tar, at, 100);
    const size = Number.parseInt(text(tar, at + 124, 12).trim() || '0', 8);
    if (entry.replace(/^\.\//, '') === name) return tar.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return null;
}
