import { statSync } from 'node:fs';
import { join } from 'node:path';
import { AV_PKT_FLAG_DISCARD } from 'node-av';
import { MediaInput } from '../finish/input.ts';
import {
  type PreparedName,
  type PrepareJob,
  type PrepareResult,
  prepareNames,
} from '../folder/prepare-job.ts';
import { formatOfFile } from './container.ts';
import { stripCount, writePictures } from './pictures.ts';
import { CopiedPictures, canCopyPictures, mostPixels, type PictureTrack } from './pictures-copied.ts';
import { EncodedPictures, encodedSizeOf } from './pictures-encoded.ts';
import { cutsAtKeys } from './plan.ts';
import { SegmentWriter } from './segments.ts';
import { CopiedSound, canCopySound, EncodedSound, type SoundTrack } from './sound.ts';
import { aspectOf, type Survey, surveyMedia } from './survey.ts';
import { Unusable } from './unusable.ts';

const boxes = {
  source: { width: mostPixels.long, height: mostPixels.short },
  '360p': { width: 640, height: 360 },
};
/** A file without the duration of its last picture. */
const usualPicture = 1 / 25;
/** Sound that lasts longer than the pictures by more is kept, with the last picture. */
const soundAfterEnd = 0.5;
/** Files that become so much larger are made to fill disks: what compresses so well again needs few bytes, too. */
const mostOutput = { least: 200_000_000, times: 30 };
/** Containers state lengths roughly, and count what is not shown. */
const mostMissing = { seconds: 2, share: 0.02 };
/** Share of the time that the first reading takes. */
const surveyShare = 0.1;

export interface PrepareOptions {
  job: PrepareJob;
  /** Called often, from 0 to 1. A promise is awaited before the work continues. */
  onProgress: (progress: number) => Promise<void> | undefined;
}

/** Makes segments, a poster and a strip of pictures from the input in a folder (docs/decisions/0054). */
export async function prepareVideo(folder: string, options: PrepareOptions): Promise<PrepareResult> {
  try {
    return await prepared(folder, options);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { version: 1, ok: false, failure: error.failure, message: error.message };
  }
}

async function prepared(folder: string, { job, onProgress }: PrepareOptions): Promise<PrepareResult> {
  const path = join(folder, prepareNames.input);
  const name = job.small ? '360p' : 'source';
  // The survey refers to its streams.
  using looked = openMedia(path);
  const surveyed = await surveyOf(looked, { job, onProgress });
  const { survey } = surveyed;
  const { keys, end } = survey.video;
  const cuts = !job.small && canCopyPictures(survey) ? cutsAtKeys(keys, end) : undefined;
  const made = await makeSegments(path, { ...surveyed, folder, job, cuts, onProgress });
  const { seconds, hasSound, rendition } = made;
  const result = { version: 1 as const, ok: true as const, duration: seconds, hasSound, rendition };
  if (name === '360p') return { ...result, isCopied: false };
  const { durations } = rendition;
  if (!(await writePictures(folder, { rendition: name, durations, seconds })))
    throw new Unusable('unreadable', 'no picture could be decoded');
  const { poster, strip } = prepareNames;
  const missing = missingOf(looked, survey);
  return {
    ...{ ...result, isCopied: cuts !== undefined, ...(missing !== undefined && { missing }) },
    poster,
    ...(stripCount(seconds) > 0 && { strip }),
  };
}

/** A packet may claim any length, also the last one of a file of few bytes: each second becomes a part of a file. */
function refuseTooLong(seconds: number, { maxSeconds }: PrepareJob): void {
  if (seconds > maxSeconds) throw new Unusable('too_long', `the video is longer than ${maxSeconds} s`);
}

async function surveyOf(input: MediaInput, { job, onProgress }: PrepareOptions) {
  const known = Number(input.context.duration) / 1e6;
  refuseTooLong(known, job);
  const breathe = (t: number) => onProgress(known > 0 ? surveyShare * Math.min(1, t / known) : 0);
  const survey = await surveyMedia(input, { maxSeconds: job.maxSeconds, breathe });
  const { begin } = survey.video;
  let { end } = survey.video;
  if (end - begin < usualPicture) end = begin + usualPicture;
  refuseTooLong(end - begin, job);
  return { survey, begin, end };
}

/** Seconds that the container states and does not have. */
function missingOf({ context }: MediaInput, { video, sound }: Survey): number | undefined {
  const stated = Number(context.duration) / 1e6;
  const end = Math.max(video.end, sound?.end ?? video.end);
  const missing = stated - (end - Math.min(video.begin, sound?.begin ?? video.begin));
  return missing > mostMissing.seconds + mostMissing.share * stated ? missing : undefined;
}

function openMedia(path: string): MediaInput {
  const format = formatOfFile(path);
  try {
    return new MediaInput(path, format);
  } catch (error) {
    throw new Unusable('unreadable', String(error));
  }
}

interface Making extends PrepareOptions {
  folder: string;
  survey: Survey;
  begin: number;
  end: number;
  /** Where segments begin if the pictures are copied. */
  cuts: number[] | undefined;
}

async function makeSegments(path: string, making: Making) {
  const { folder, job, survey, begin, cuts, onProgress } = making;
  using input = openMedia(path);
  const end = cuts ? making.end : endWithSound(making);
  refuseTooLong(end - begin, job);
  const name: PreparedName = job.small ? '360p' : 'source';
  let writer: SegmentWriter | undefined;
  const refuseTooMuch = limitsOf(path, { job, seconds: end - begin });
  const written = (): SegmentWriter => {
    if (!writer) throw new Error('a packet came before the segments began');
    return writer;
  };
  using pictures = picturesOf(input, { ...making, end }, written);
  using sound = soundOf(input, { ...making, end }, written);
  try {
    writer = new SegmentWriter({ folder, rendition: name, video: pictures, sound });
    for (const packet of input.packets()) {
      if (packet.streamIndex === survey.sound?.stream.index) sound?.add(packet);
      if (packet.streamIndex !== survey.video.stream.index) continue;
      if (survey.video.isOneShort) packet.clearFlags(AV_PKT_FLAG_DISCARD);
      const t = pictures.add(packet);
      refuseTooMuch(writer);
      await onProgress(surveyShare + (1 - surveyShare) * Math.min(1, Math.max(0, t / (end - begin))));
    }
    sound?.end();
    pictures.end();
    const result = writer.end(end - begin);
    if (result.durations.length === 0) throw new Unusable('unreadable', 'no picture could be decoded');
    return {
      seconds: end - begin,
      hasSound: sound !== undefined,
      rendition: { name, ...pictures.size, ...result },
    };
  } finally {
    writer?.[Symbol.dispose]();
  }
}

/** @returns a function that throws Unusable once the work has taken too much time or space for its length */
function limitsOf(path: string, { job, seconds }: { job: PrepareJob; seconds: number }) {
  const begun = process.cpuUsage();
  const mostCpu = job.maxCpu.least + job.maxCpu.perSecond * seconds;
  const mostBytes = Math.max(mostOutput.least, mostOutput.times * statSync(path).size);
  return ({ bytes }: SegmentWriter): void => {
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1e6 > mostCpu) {
      throw new Unusable('unreadable', `it takes more than ${mostCpu} s of processor time for ${seconds} s`);
    }
    if (bytes > mostBytes) throw new Unusable('unreadable', `it becomes more than ${mostBytes} bytes`);
  };
}

const endWithSound = ({ end, survey }: Making): number => {
  const heard = survey.sound?.end ?? end;
  return heard - end > soundAfterEnd ? heard : end;
};

function picturesOf(input: MediaInput, making: Making, writer: () => SegmentWriter): PictureTrack {
  const { survey, cuts, begin, end, job } = making;
  const stream = input.context.streams[survey.video.stream.index];
  if (!stream) throw new Unusable('unreadable', 'the pictures are gone');
  if (cuts) return new CopiedPictures(stream, cuts, writer);
  const { width, height } = stream.codecpar;
  const { rotation, isMirrored } = survey.video;
  const size = encodedSizeOf(
    { width, height, rotation, aspect: aspectOf(stream) },
    boxes[job.small ? '360p' : 'source'],
  );
  const durations = job.small?.durations;
  const options = { size, rotation, isMirrored, begin, seconds: end - begin, threads: job.threads };
  return new EncodedPictures(stream, { ...options, ...(durations && { cuts: startsOf(durations) }) }, writer);
}

/** When each segment begins. */
function startsOf(durations: readonly number[]): number[] {
  let at = 0;
  return durations.map((duration) => {
    const start = at;
    at += duration;
    return start;
  });
}

function soundOf(input: MediaInput, making: Making, writer: () => SegmentWriter): SoundTrack | undefined {
  const { survey, begin, end } = making;
  const stream = survey.sound && input.context.streams[survey.sound.stream.index];
  if (!stream) return undefined;
  const pass = (packet: Parameters<SegmentWriter['sound']>[0], t: number) => writer().sound(packet, t);
  if (canCopySound(survey, { begin, end })) return new CopiedSound(stream, { begin, end }, pass);
  try {
    return new EncodedSound(stream, { begin, end }, pass);
  } catch {
    // FFmpeg cannot decode it: the pictures are worth more than nothing.
    return undefined;
  }
}
