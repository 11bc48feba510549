import { DiskSpace } from '../src/platform/disk/space.ts';

/** A disk on which nothing ever runs out. */
export const wideDisk = new DiskSpace({ folder: '/', keptFreeBytes: 0, freeBytes: async () => 2 ** 50 });
