import {
  AV_CODEC_ID_H264,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_COMMENT,
  AV_DISPOSITION_DEFAULT,
  AV_DISPOSITION_DEPENDENT,
  AV_DISPOSITION_DESCRIPTIONS,
  AV_DISPOSITION_TIMED_THUMBNAILS,
  AV_DISPOSITION_VISUAL_IMPAIRED,
  AV_NOPTS_VALUE,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_PKT_DATA_NEW_EXTRADATA,
  AV_PKT_FLAG_DISCARD,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Codec,
  type Packet,
  type Stream,
} from 'node-av';
import { type MediaInput, secondsPerTick } from '../finish/input.ts';
import { hasIdr } from './idr.ts';
import { Unusable } from './unusable.ts';

/** Facts of one stream, from all its packets that are shown. Times are in seconds of the file. */
export interface StreamSurvey {
  begin: number;
  end: number;
  packets: number;
  bytes: number;
  /** The longest time without a packet between two. */
  longestGap: number;
  /** Every packet has its timestamps, and the decoding timestamps increase. */
  isTimed: boolean;
  /** The parameters of the codec change within the stream. */
  changes: boolean;
  /** Packets that an edit list cuts off precede shown ones, which may need them for decoding. */
  needsCutOff: boolean;
  /** The edit list leaves out the last packet only: its program did not count how long that one lasts. */
  isOneShort: boolean;
}

/** Whether an edit list cuts the packet off: it is not shown, but a decoder may need it for others. */
export const isCutOff = ({ flags }: Packet): boolean => (flags & AV_PKT_FLAG_DISCARD) !== 0;

export interface Survey {
  video: StreamSurvey & {
    stream: Stream;
    /** Times of pictures at which a decoder can begin. */
    keys: number[];
    /** Whether the first packet is one of them. */
    beginsWithKey: boolean;
    /** Clockwise degrees by which the picture has to be turned: 0, 90, 180 or 270. */
    rotation: number;
    isMirrored: boolean;
  };
  sound: (StreamSurvey & { stream: Stream }) | undefined;
}

const emptySurvey = (): StreamSurvey => ({
  begin: Number.POSITIVE_INFINITY,
  end: Number.NEGATIVE_INFINITY,
  packets: 0,
  bytes: 0,
  longestGap: 0,
  isTimed: true,
  changes: false,
  needsCutOff: false,
  isOneShort: false,
});

/** Where a container does not store durations, a picture is taken to last no longer. */
const longestGuess = 0.1;
const usualPicture = 0.04;
/** Rounding of timestamps. */
const tolerance = 0.005;

class Surveyor {
  readonly facts = emptySurvey();
  readonly #tick: number;
  #lastDts: bigint | undefined;
  #until: number | undefined;
  readonly #cutOff = { packets: 0, begin: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY };
  /** Seconds that a packet without a duration lasts. */
  readonly #usual: number;

  constructor(stream: Stream) {
    this.#tick = secondsPerTick(stream);
    const { num, den } = stream.avgFrameRate;
    this.#usual = num > 0 && den > 0 ? Math.min(longestGuess, den / num) : usualPicture;
  }

  /** @returns the time of the packet; undefined if it has none, or is cut off */
  add(packet: Packet): number | undefined {
    const { facts } = this;
    const { pts, dts } = packet;
    const stamp = pts === AV_NOPTS_VALUE ? dts : pts;
    const t = Number(stamp) * this.#tick;
    const end = t + (packet.duration > 0n ? Number(packet.duration) * this.#tick : this.#usual);
    if (isCutOff(packet)) {
      this.#cutOff.packets += 1;
      Object.assign(this.#cutOff, { begin: t, end });
      return undefined;
    }
    facts.needsCutOff ||= this.#cutOff.packets > 0;
    facts.packets += 1;
    facts.bytes += packet.size;
    if (packet.getSideData(AV_PKT_DATA_NEW_EXTRADATA)) facts.changes = true;
    if (pts === AV_NOPTS_VALUE || dts === AV_NOPTS_VALUE || dts <= (this.#lastDts ?? dts - 1n)) {
      facts.isTimed = false;
    }
    this.#lastDts = dts;
    if (stamp === AV_NOPTS_VALUE) return undefined;
    if (this.#until !== undefined) facts.longestGap = Math.max(facts.longestGap, t - this.#until);
    this.#until = Math.max(this.#until ?? end, end);
    facts.begin = Math.min(facts.begin, t);
    facts.end = Math.max(facts.end, end);
    return t;
  }

  /** Called after the last packet. */
  end(): void {
    const { facts } = this;
    const { packets, begin, end } = this.#cutOff;
    if (packets !== 1 || Math.abs(begin - facts.end) > tolerance) return;
    Object.assign(facts, { isOneShort: true, needsCutOff: false, end });
  }
}

const isVideo = ({ codecpar }: Stream): boolean => codecpar.codecType === AVMEDIA_TYPE_VIDEO;

const isSound = ({ codecpar }: Stream): boolean =>
  codecpar.codecType === AVMEDIA_TYPE_AUDIO &&
  codecpar.sampleRate > 0 &&
  codecpar.channels > 0 &&
  Codec.findDecoder(codecpar.codecId) !== null;

const isPicture = ({ disposition }: Stream): boolean => (disposition & AV_DISPOSITION_ATTACHED_PIC) !== 0;

/** Tracks for some people only, or beside the main one. */
const special =
  AV_DISPOSITION_COMMENT |
  AV_DISPOSITION_DESCRIPTIONS |
  AV_DISPOSITION_VISUAL_IMPAIRED |
  AV_DISPOSITION_DEPENDENT |
  AV_DISPOSITION_TIMED_THUMBNAILS;

/** The track that players take: the default one among those for everybody, or the first. */
function mainOf(streams: readonly Stream[]): Stream | undefined {
  const usual = streams.filter(({ disposition }) => (disposition & special) === 0);
  const able = usual.length > 0 ? usual : streams;
  return able.find(({ disposition }) => (disposition & AV_DISPOSITION_DEFAULT) !== 0) ?? able[0];
}

/** How a display matrix turns the picture, which is mirrored left to right after that. */
function turnOf(stream: Stream): { rotation: number; isMirrored: boolean } {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return { rotation: 0, isMirrored: false };
  const [a, b, c, d] = [0, 4, 12, 16].map((at) => matrix.readInt32LE(at) / 65536) as [
    number,
    number,
    number,
    number,
  ];
  const isMirrored = a * d - b * c < 0;
  const degrees = (Math.atan2(b, isMirrored ? -a : a) * 180) / Math.PI;
  return { rotation: (((Math.round(degrees / 90) * 90) % 360) + 360) % 360, isMirrored };
}

const ratioOf = ({ num, den }: { num: number; den: number }): number | undefined =>
  num > 0 && den > 0 ? num / den : undefined;

/** The width of a pixel for a height of one: the container's, or that of the pictures. */
export const aspectOf = ({ sampleAspectRatio, codecpar }: Stream): number =>
  ratioOf(sampleAspectRatio) ?? ratioOf(codecpar.sampleAspectRatio) ?? 1;

/** Whether the pictures themselves have this aspect. Not every player of segments reads that of the container. */
export const isAspectInside = (stream: Stream): boolean =>
  Math.abs(aspectOf(stream) - (ratioOf(stream.codecpar.sampleAspectRatio) ?? 1)) < 0.01;

export interface SurveyOptions {
  maxSeconds: number;
  /** Called between packets, so that the program notices the end of its parent. */
  breathe: (t: number) => Promise<void> | undefined;
}

/**
 * Reads all packets once, without decoding.
 * @throws Unusable
 */
export async function surveyMedia(
  input: MediaInput,
  { maxSeconds, breathe }: SurveyOptions,
): Promise<Survey> {
  const { streams } = input.context;
  const stream = mainOf(streams.filter((one) => isVideo(one) && !isPicture(one)));
  if (streams.length === 0) throw new Unusable('unreadable', 'the file has no stream');
  if (!stream) throw new Unusable('no_video', 'the file has no pictures');
  const soundStream = mainOf(streams.filter(isSound));
  const video = new Surveyor(stream);
  const sound = soundStream && new Surveyor(soundStream);
  const keys: number[] = [];
  let beginsWithKey = false;
  const isH264 = stream.codecpar.codecId === AV_CODEC_ID_H264;
  for (const packet of input.packets()) {
    if (packet.streamIndex === soundStream?.index) sound?.add(packet);
    if (packet.streamIndex !== stream.index) continue;
    const t = video.add(packet);
    const isKey = packet.isKeyframe && (!isH264 || hasIdr(packet.data, stream.codecpar.extradata));
    if (isKey && t !== undefined) keys.push(t);
    if (video.facts.packets === 1 && !isCutOff(packet)) beginsWithKey = isKey;
    if ((t ?? 0) - video.facts.begin > maxSeconds)
      throw new Unusable('too_long', `the video is longer than ${maxSeconds} s`);
    await breathe(t ?? 0);
  }
  video.end();
  if (video.facts.packets === 0) throw new Unusable('no_video', 'no picture could be read');
  if (video.facts.end < video.facts.begin) Object.assign(video.facts, { begin: 0, end: 0 });
  return {
    video: { ...video.facts, stream, keys, beginsWithKey, ...turnOf(stream) },
    sound:
      sound && soundStream && sound.facts.end > sound.facts.begin
        ? { ...sound.facts, stream: soundStream }
        : undefined,
  };
}
