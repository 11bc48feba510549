import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { names } from '../folder/job.ts';
import type { Result } from '../folder/result.ts';
import { syncFolderOf, writeAtomically } from './atomic-files.ts';
import { chaptersOf, layoutsOf } from './chapters.ts';
import { entriesOfType, type FolderContents, readFolderContents } from './folder-contents.ts';
import { bestPicture } from './poster.ts';
import { writePreview } from './preview.ts';
import { speechOf } from './speech.ts';
import { endOf, isPartial } from './timeline.ts';
import { type MadeVideo, makeVideo } from './video.ts';
import { cutVoices } from './voices.ts';

type Say = (line: string) => void;

/**
 * Makes the delivered files of a folder, whatever state it is in: the video, its poster and preview, the list of who
 * spoke when, and last the result. A repeated run, also after a kill in the middle, gives the same files.
 */
export async function finishFolder(folder: string, say: Say): Promise<void> {
  const result = join(folder, names.result);
  if (!existsSync(result)) {
    const text = `${JSON.stringify(await resultOf(folder, say), null, 1)}\n`;
    await writeAtomically(result, (part) => writeFile(part, text));
    await syncFolderOf(result);
  }
  // The video is on the disk, so the capture would be a second copy.
  if (existsSync(join(folder, names.video))) await rm(join(folder, names.capture), { force: true });
}

async function resultOf(folder: string, say: Say): Promise<Result> {
  const contents = await readFolderContents(folder);
  const [ended] = entriesOfType(contents, 'ended');
  const unusable = (message: string): Result => ({ usable: false, reason: ended?.reason, message });
  if (contents.stop?.discard) return unusable('the recording was thrown away');
  const end = endOf(contents);
  const pages = chaptersOf(contents, end ?? Number.POSITIVE_INFINITY);
  const video = await makeVideo(folder, { until: end, pages, say });
  const picture = video && bestPicture({ path: join(folder, video.file), seconds: video.seconds });
  if (!video || !picture?.isDecodable) return unusable(ended?.message ?? 'no picture was captured');
  const { file, seconds, width, height, bytes } = video;
  return {
    usable: true,
    reason: ended?.reason,
    isPartial: isPartial(contents, { end, captured: seconds }),
    duration: seconds,
    width,
    height,
    bytes,
    video: file,
    ...(await besides(folder, { contents, video, picture: picture.jpeg, say })),
    chapters: chaptersOf(contents, seconds),
    quality: qualityOf(contents, video),
  };
}

interface Made {
  contents: FolderContents;
  video: MadeVideo;
  picture: Buffer | undefined;
  say: Say;
}

/** Makes the files beside the video. Each may be missing; a failure never costs the recording. */
async function besides(folder: string, { contents, video, picture, say }: Made) {
  const { seconds } = video;
  const optional = async (name: string, make: (part: string) => Promise<void>) => {
    try {
      await writeAtomically(join(folder, name), make);
      return name;
    } catch (error) {
      say(`${name} could not be made: ${String(error)}`);
      return undefined;
    }
  };
  const poster = picture && (await optional(names.poster, (part) => writeFile(part, picture)));
  const preview = await optional(names.preview, (part) =>
    writePreview(part, { path: join(folder, video.file), seconds }),
  );
  const voices = await cutVoices(folder, contents, seconds);
  const speech = await optional(names.speech, (part) =>
    writeFile(part, `${JSON.stringify(speechOf(contents, seconds, voices), null, 1)}\n`),
  );
  const layout = await optional(names.layout, (part) =>
    writeFile(part, `${JSON.stringify(layoutsOf(contents, seconds))}\n`),
  );
  return {
    ...{ ...(poster && { poster }), ...(preview && { preview }), ...(speech && { speech }) },
    ...(layout && { layout }),
    voices,
  };
}

function qualityOf(contents: FolderContents, { height }: MadeVideo) {
  const beat = entriesOfType(contents, 'beat').at(-1);
  const lowered = entriesOfType(contents, 'lowered');
  return {
    lateTicks: beat?.lateTicks ?? 0,
    missedAudioMs: beat?.missedAudioMs ?? 0,
    lowestFps: Math.min(contents.job.fps ?? 25, ...lowered.map(({ fps }) => fps)),
    lowestHeight: Math.min(contents.job.height ?? height, ...lowered.map((entry) => entry.height)),
  };
}
