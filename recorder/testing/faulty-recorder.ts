import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dispose } from '@livekit/rtc-node';
import type { Write } from '../capture/append.ts';
import { record } from '../capture/record.ts';
import type { Picture, Scene } from '../picture/scene.ts';

/** Faults of a recorder, read from a file in its folder. */
export interface Faults {
  /** Additional milliseconds for every picture. */
  slowDrawingMs?: number;
  /** Blocks the process for `ms` at the first picture from second `from` on. */
  stall?: { from: number; ms: number };
  /** Drawing fails from this second on. */
  breaksFrom?: number;
  /** The disk is full when the file has so many bytes. */
  fullAfterBytes?: number;
  /** Replaces the default of one minute. */
  awayMs?: number;
  /** No fault: reports in `seenName` what was received from each camera. */
  tellsSeen?: boolean;
}

/** The pictures that were drawn until `t`. */
export interface Seen {
  t: number;
  /** By participant: the number of different pictures drawn, and the size of the last one. */
  cameras: Record<string, { pictures: number; width: number; height: number }>;
}

export const faultsName = 'faults.json';
export const seenName = 'seen.json';

const hold = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

const slow = (picture: Picture, { slowDrawingMs = 0, stall, breaksFrom }: Faults): Picture => {
  let isStalled = false;
  return {
    draw: (scene, t) => {
      if (breaksFrom !== undefined && t >= breaksFrom) throw new Error('nothing can be drawn any more');
      hold(slowDrawingMs);
      if (stall && !isStalled && t >= stall.from) {
        isStalled = true;
        hold(stall.ms);
      }
      return picture.draw(scene, t);
    },
    get tiles() {
      return picture.tiles;
    },
    wanted: (scene, sending) => picture.wanted(scene, sending),
    resize: (size) => picture.resize(size),
    close: () => picture.close(),
  };
};

const telling = (picture: Picture, path: string): Picture => {
  const seen: Seen = { t: 0, cameras: {} };
  const serials = new Map<string, number>();
  const look = ({ people }: Scene): void => {
    for (const { participantId, camera } of people) {
      if (!camera || camera.serial === serials.get(participantId)) continue;
      serials.set(participantId, camera.serial);
      const { width, height } = camera;
      const pictures = (seen.cameras[participantId]?.pictures ?? 0) + 1;
      seen.cameras[participantId] = { pictures, width, height };
    }
  };
  return {
    draw: (scene, t) => {
      look(scene);
      if (t >= seen.t + 1) {
        seen.t = t;
        writeFileSync(`${path}.draft`, JSON.stringify(seen));
        renameSync(`${path}.draft`, path);
      }
      return picture.draw(scene, t);
    },
    get tiles() {
      return picture.tiles;
    },
    wanted: (scene, sending) => picture.wanted(scene, sending),
    resize: (size) => picture.resize(size),
    close: () => picture.close(),
  };
};

/** Simulates a disk with limited space: a part of the last piece still fits. */
const fullAfter =
  (limit: number): Write =>
  async (handle, bytes, at) => {
    const fits = Math.max(0, Math.min(bytes.length, limit - at));
    await handle.write(bytes, 0, fits, at);
    if (fits < bytes.length) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };

const main = async (folder: string): Promise<void> => {
  const faults = JSON.parse(readFileSync(join(folder, faultsName), 'utf8')) as Faults;
  const { fullAfterBytes, awayMs, tellsSeen } = faults;
  await record(folder, {
    picture: (picture) => (tellsSeen ? telling(picture, join(folder, seenName)) : slow(picture, faults)),
    ...(fullAfterBytes !== undefined && { write: fullAfter(fullAfterBytes) }),
    ...(awayMs !== undefined && { awayMs }),
  });
  setTimeout(() => process.exit(0), 2_000);
  await dispose();
  process.exit(0);
};

if (import.meta.main) await main(process.argv[2] ?? '');
