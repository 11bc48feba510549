import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { names } from '../folder/job.ts';
import type { Chapter } from '../folder/journal.ts';
import { freeBytesAt, writeAtomically } from './atomic-files.ts';
import { commentFor, writeChapters } from './chapter-box.ts';
import { copyMedia, type Length, lengthOfMedia } from './copy.ts';
import { trimTail } from './trim.ts';

/** Disk space that a copy needs beside the bytes of the capture: its index, and some reserve. */
const spareBytes = 16 * 2 ** 20;

export interface MadeVideo extends Length {
  file: string;
  bytes: number;
}

interface VideoOptions {
  /** Second of the media at which the video has to end. */
  until: number | undefined;
  /** The pages that were shown. */
  pages?: readonly Chapter[];
  say: (line: string) => void;
}

/**
 * Makes the delivered video: a copy of the capture with its index at the beginning, cut at the end. If the copy
 * fails, the capture itself is delivered; it can be played, too.
 * @returns undefined where there is no picture
 */
export async function makeVideo(folder: string, options: VideoOptions): Promise<MadeVideo | undefined> {
  const file = join(folder, names.video);
  await trimTail(join(folder, names.capture)).catch(() => undefined);
  // A file of this name is complete: an earlier run made it before it was killed.
  const length = measured(file) ?? (await copied(folder, options));
  if (length) return made(folder, names.video, length);
  const captured = measured(join(folder, names.capture));
  return captured && made(folder, names.capture, captured);
}

const made = async (folder: string, file: string, length: Length): Promise<MadeVideo> => ({
  ...length,
  file,
  bytes: (await stat(join(folder, file))).size,
});

function measured(path: string): Length | undefined {
  try {
    const length = lengthOfMedia(path);
    return length.pictures > 0 ? length : undefined;
  } catch {
    return undefined;
  }
}

async function copied(folder: string, { until, say, pages = [] }: VideoOptions): Promise<Length | undefined> {
  const from = join(folder, names.capture);
  let length: Length | undefined;
  try {
    const { size } = await stat(from);
    const free = await freeBytesAt(folder);
    if (free < size + spareBytes) throw new Error(`${free} free bytes are too few for a copy of ${size}`);
    const chapters = until === undefined ? pages : pages.filter(({ t }) => t < until);
    await writeAtomically(join(folder, names.video), async (part) => {
      const comment = chapters.length > 0 ? commentFor(chapters) : undefined;
      length = copyMedia({
        from,
        to: part,
        format: 'mp4',
        until,
        comment,
        options: { movflags: 'faststart' },
      });
      if (length.pictures === 0) throw new Error('the capture has no picture');
      if (chapters.length > 0) await writeChapters(part, chapters);
    });
    return length;
  } catch (error) {
    say(`${names.video} could not be made: ${String(error)}`);
    return undefined;
  }
}
