import { statfs } from 'node:fs/promises';

const everyMs = 1_000;

/** Checks once a second that the disk has enough free space: the required minimum, and room for the finished copy. */
export function watchDisk(folder: string, needed: () => number): { isLow: boolean; close: () => void } {
  const look = async () => {
    // If the disk does not respond, the next write fails and reports it.
    const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
    if (bsize > 0 && bavail * bsize < needed()) disk.isLow = true;
  };
  const timer = setInterval(() => void look(), everyMs);
  const disk = { isLow: false, close: () => clearInterval(timer) };
  return disk;
}
