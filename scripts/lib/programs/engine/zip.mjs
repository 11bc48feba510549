import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const STORED = 0;
const LONGEST_END = 65_557;

function readAt(fd, position, length) {
  const buffer = Buffer.alloc(length);
  readSync(fd, buffer, 0, length, position);
  return buffer;
}

function* directoryEntries(fd) {
  const size = fstatSync(fd).size;
  const tailSize = Math.min(size, LONGEST_END);
  const tail = readAt(fd, size - tailSize, tailSize);
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw new Error('not a zip archive');
  const directory = readAt(fd, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === DIRECTORY_ENTRY; ) {
    const nameLength = directory.readUInt16LE(at + 28);
    yield {
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    };
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
}

function contents(fd, entry) {
  const header = readAt(fd, entry.offset, 30);
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = readAt(fd, start, entry.packed);
  return entry.method === STORED ? packed : inflateRawSync(packed);
}

/**
 * Unpacks a zip without an `unzip` program. `place` maps an entry's name to a path below the folder (null skips it)
 * and may set a mode.
 */
export function unzip(file, folder, place) {
  const fd = openSync(file, 'r');
  try {
    for (const entry of directoryEntries(fd)) {
      const target = entry.name.endsWith('/') ? null : place(entry.name);
      if (!target) continue;
      const path = normalize(target.path);
      if (isAbsolute(path) || path.startsWith('..'))
        throw new Error(`the archive contains a path outside its folder: ${path}`);
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), contents(fd, entry), { mode: target.mode ?? 0o644 });
    }
  } finally {
    closeSync(fd);
  }
}
