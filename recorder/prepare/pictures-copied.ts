import {
  AV_CODEC_ID_H264,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_PROFILE_H264_BASELINE,
  AV_PROFILE_H264_CONSTRAINED,
  AV_PROFILE_H264_HIGH,
  AV_PROFILE_H264_MAIN,
  type Packet,
  type Stream,
} from 'node-av';
import { copyOfPacket } from '../av.ts';
import { isInterlaced } from '../decoder.ts';
import { secondsPerTick } from '../finish/input.ts';
import { isOfOtherLight } from './colours.ts';
import { Lasting } from './lasting.ts';
import type { SegmentStream, SegmentWriter } from './segments.ts';
import { aspectOf, isAspectInside, isCutOff, type Survey } from './survey.ts';

/** Pictures of one stream on their way into segments. */
export interface PictureTrack extends Disposable, SegmentStream {
  /** As it is shown. */
  readonly size: { width: number; height: number };
  /** @returns seconds of the presentation that are done */
  add(packet: Packet): number;
  end(): void;
}

/** Profiles that every browser decodes, also without hardware. */
const profiles = new Set<number>([
  AV_PROFILE_H264_BASELINE,
  AV_PROFILE_H264_BASELINE | AV_PROFILE_H264_CONSTRAINED,
  AV_PROFILE_H264_MAIN,
  AV_PROFILE_H264_HIGH,
]);
const formats = new Set<number>([AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P]);
/** The level of 1080p with 60 pictures a second: phones decode it. */
const mostLevel = 42;
export const mostPixels = { long: 1920, short: 1080 };
/** Originals of cameras have more, which viewers at home cannot load in time. */
const mostBitsPerSecond = 10_000_000;
/** Sound that lasts longer than the pictures by more is kept, with the last picture. */
const mostSoundAfterEnd = 5;

/** Whether the pictures can be taken as they are, if their key pictures are where segments have to begin. */
export function canCopyPictures({ video, sound }: Survey): boolean {
  const { stream, begin, end, bytes } = video;
  const { codecpar } = stream;
  const { width, height, level } = codecpar;
  return (
    codecpar.codecId === AV_CODEC_ID_H264 &&
    profiles.has(codecpar.profile) &&
    formats.has(codecpar.format) &&
    level <= mostLevel &&
    Math.max(width, height) <= mostPixels.long &&
    Math.min(width, height) <= mostPixels.short &&
    isAspectInside(stream) &&
    !isInterlaced(stream) &&
    !isOfOtherLight(codecpar) &&
    (codecpar.extradata?.length ?? 0) > 4 &&
    video.isTimed &&
    video.beginsWithKey &&
    !video.changes &&
    !video.needsCutOff &&
    video.rotation === 0 &&
    !video.isMirrored &&
    (bytes * 8) / Math.max(1, end - begin) <= mostBitsPerSecond &&
    (sound?.end ?? end) - end <= mostSoundAfterEnd
  );
}

/** Pictures that are copied; segments begin at the planned times. */
export class CopiedPictures implements PictureTrack {
  readonly codecpar;
  readonly timeBase;
  readonly size;
  readonly #tick: number;
  readonly #shift: bigint;
  readonly #cuts: Set<number>;
  readonly #lasting: Lasting<{ t: number; isCut: boolean }>;
  #lastDuration = 0n;
  #lastTime = 0;

  /** @param cuts times in the file at which segments begin */
  constructor(stream: Stream, cuts: readonly number[], writer: () => SegmentWriter) {
    this.codecpar = stream.codecpar;
    this.timeBase = stream.timeBase;
    const { width, height } = stream.codecpar;
    this.size = { width: Math.round(width * aspectOf(stream)), height };
    this.#tick = secondsPerTick(stream);
    this.#shift = BigInt(Math.round((cuts[0] ?? 0) / this.#tick));
    this.#cuts = new Set(cuts);
    this.#lasting = new Lasting((packet, note) => writer().picture(packet, note));
  }

  add(packet: Packet): number {
    if (isCutOff(packet)) return this.#lastTime;
    using copy = copyOfPacket(packet);
    const isCut = copy.isKeyframe && this.#cuts.has(Number(copy.pts) * this.#tick);
    copy.pts -= this.#shift;
    copy.dts -= this.#shift;
    this.#lastDuration = copy.duration;
    const t = Number(copy.pts) * this.#tick;
    this.#lasting.add(copy, { t, isCut });
    this.#lastTime = t;
    return t;
  }

  end(): void {
    this.#lasting.end(this.#lastDuration);
  }

  [Symbol.dispose](): void {
    this.#lasting[Symbol.dispose]();
  }
}
