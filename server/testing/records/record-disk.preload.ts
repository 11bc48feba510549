import programs from 'node:child_process';
import fs from 'node:fs';
import files, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { freeIn, recordingsIn } from './record-disk.ts';
import '../timings.preload.ts';

// Simulates "no space left" in the file functions of a server and its recorders, for the folder of the recordings.
// Writes of native libraries are noticed at `sync`, as on a file system with delayed allocation.

const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

const sizeOf = (data: unknown): number =>
  typeof data === 'string' || data instanceof Uint8Array ? Buffer.byteLength(data) : 0;

const real = {
  ...{ openSync: fs.openSync, closeSync: fs.closeSync, writeSync: fs.writeSync },
  ...{ writeFileSync: fs.writeFileSync, spawn: programs.spawn },
  ...{ open: files.open, statfs: files.statfs, writeFile: files.writeFile },
};

/** The recordings folder of each open file descriptor in one. */
const opened = new Map<number, string>();

function fitted(handle: FileHandle, folder: string): FileHandle {
  const { write, sync } = handle;
  const writeWhatFits = async (...given: [Uint8Array, number, number, number]) => {
    const [bytes, offset, length, at] = given;
    const free = freeIn(folder);
    if (free <= 0) throw full();
    return Reflect.apply(write, handle, [bytes, offset, Math.min(length, free), at]);
  };
  return Object.assign(handle, {
    write: writeWhatFits,
    sync: async () => {
      if (freeIn(folder) < 0) throw full();
      return sync.call(handle);
    },
  });
}

Object.assign(files, {
  open: async (...given: Parameters<typeof real.open>) => {
    const folder = recordingsIn(given[0]);
    const handle = await real.open(...given);
    return folder === undefined ? handle : fitted(handle, folder);
  },
  statfs: async (...given: Parameters<typeof real.statfs>) => {
    const stats = await real.statfs(...given);
    const folder = recordingsIn(given[0]);
    const free = folder === undefined ? Number.POSITIVE_INFINITY : freeIn(folder);
    return Number.isFinite(free) ? Object.assign(stats, { bsize: 1, bavail: Math.max(0, free) }) : stats;
  },
  writeFile: async (...given: Parameters<typeof real.writeFile>) => {
    const folder = recordingsIn(given[0]);
    if (folder !== undefined && freeIn(folder) < sizeOf(given[1])) throw full();
    return real.writeFile(...given);
  },
});

Object.assign(fs, {
  openSync: (...given: Parameters<typeof real.openSync>) => {
    const file = real.openSync(...given);
    const folder = recordingsIn(given[0]);
    if (folder !== undefined) opened.set(file, folder);
    return file;
  },
  closeSync: (file: number) => {
    opened.delete(file);
    real.closeSync(file);
  },
  writeSync: (file: number, data: string | Uint8Array) => {
    const folder = opened.get(file);
    if (folder !== undefined && freeIn(folder) < sizeOf(data)) throw full();
    return typeof data === 'string' ? real.writeSync(file, data) : real.writeSync(file, data);
  },
  writeFileSync: (...given: Parameters<typeof real.writeFileSync>) => {
    const [path, data, options] = given;
    const folder = recordingsIn(path);
    const free = folder === undefined ? Number.POSITIVE_INFINITY : freeIn(folder);
    if (free >= sizeOf(data)) return real.writeFileSync(...given);
    // The part that fits stays on the disk.
    real.writeFileSync(path, Buffer.from(data as string).subarray(0, Math.max(0, free)), options);
    throw full();
  },
});

/**
 * Recorders inherit nothing from the server's environment. They begin without `confine.ts`, which would give up this
 * file and the list of disks.
 */
const spawn = (program: string, words: string[], options: object) => {
  const isOurs = words.some((word) => recordingsIn(word) !== undefined);
  const confine = words.findIndex((word) => word.endsWith('confine.ts'));
  const own = words.slice(confine < 0 ? 0 : confine + 2);
  return real.spawn(program, isOurs ? ['--import', import.meta.url, ...own] : words, options);
};
Object.assign(programs, { spawn });

syncBuiltinESMExports();
