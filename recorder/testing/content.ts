import { type ColourName, colours } from './colours.ts';
import { samplesOfWav } from './wav.ts';

/**
 * A signal to see and hear: white and a tone of 1 kHz for `lengthMs` at every multiple of `everyMs` of the wall clock
 * (Unix milliseconds), black and silence between.
 */
export interface Flashes {
  everyMs: number;
  lengthMs: number;
}

/** The picture of a camera or screen. `pattern` moves and needs bits to encode; each number looks different. */
export type VideoContent = { colour: ColourName } | { pattern: number } | { flashes: Flashes };
/** The sound of a microphone. `clockPpm`: its clock is faster by so many millionths, as real devices differ. */
export type MicrophoneContent = ({ hz: number } | { flashes: Flashes } | { silence: true }) & {
  clockPpm?: number;
};

export const beepHz = 1000;
export const sentSampleRate = 48_000;
/** 10 ms: the only length that the LiveKit client takes without a queue. */
export const samplesPerFrame = 480;
const amplitude = 8_000;
const patternLength = 25;

/** Milliseconds of the wall clock, without its jumps. */
export const wallMs = (): number => performance.timeOrigin + performance.now();

export const isFlashing = ({ everyMs, lengthMs }: Flashes, at: number): boolean => at % everyMs < lengthMs;

interface Size {
  width: number;
  height: number;
}

const plain = ({ width, height }: Size, name: ColourName): Uint8Array => {
  const { y, u, v } = colours[name];
  const luma = width * height;
  return new Uint8Array((luma * 3) / 2)
    .fill(y, 0, luma)
    .fill(u, luma, (luma * 5) / 4)
    .fill(v, (luma * 5) / 4);
};

/** Like a moving head in front of a wall: moving gradients with camera noise. */
const patternPicture = ({ width, height }: Size, seed: number, n: number): Uint8Array => {
  const data = plain({ width, height }, 'black');
  const luma = width * height;
  const sway = Math.sin((2 * Math.PI * n) / patternLength);
  const [centreX, centreY] = [width * (0.5 + 0.1 * sway), height * 0.5];
  let grain = (seed + 1) * 7919 + n;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      grain = (grain * 1103515245 + 12345) & 0x7fffffff;
      const away = Math.hypot((column - centreX) / width, (row - centreY) / height);
      const shade = away < 0.3 ? 180 - away * 200 : 60 + ((row * 80) / height + seed * 13);
      data[row * width + column] = Math.min(235, Math.max(16, shade + ((grain >> 16) % 7)));
    }
  }
  data.fill(110 + ((seed * 17) % 40), luma, (luma * 5) / 4);
  return data.fill(135 + ((seed * 11) % 40), (luma * 5) / 4);
};

const lively = new Map<string, Uint8Array>();

/** Picture `n` of the moving pattern, which repeats after a second. */
export function livelyPicture(size: Size, n: number): Uint8Array {
  const key = `${size.width}x${size.height} ${n % patternLength}`;
  const made = lively.get(key) ?? patternPicture(size, 0, n % patternLength);
  lively.set(key, made);
  return made;
}

/** Returns the picture for a time. Pictures are created once, so that the test does not measure their creation. */
export const picturesOf = (size: Size, shown: VideoContent): ((at: number, n: number) => Uint8Array) => {
  if ('colour' in shown) {
    const only = plain(size, shown.colour);
    return () => only;
  }
  if ('flashes' in shown) {
    const [off, on] = [plain(size, 'black'), plain(size, 'white')];
    return (at) => (isFlashing(shown.flashes, at) ? on : off);
  }
  const all = Array.from({ length: patternLength }, (_, n) => patternPicture(size, shown.pattern, n));
  return (_at, n) => all[n % patternLength] ?? new Uint8Array();
};

/** Returns the samples of a frame that begins at a time; `first` is the number of its first sample. */
export const soundOf = (heard: MicrophoneContent): ((at: number, first: number) => Int16Array) => {
  const hz = 'hz' in heard ? heard.hz : beepHz;
  return (at, first) => {
    const samples = new Int16Array(samplesPerFrame);
    if ('silence' in heard) return samples;
    for (let i = 0; i < samplesPerFrame; i++) {
      if ('flashes' in heard && !isFlashing(heard.flashes, at + (i * 1000) / sentSampleRate)) continue;
      samples[i] = amplitude * Math.sin((2 * Math.PI * hz * (first + i)) / sentSampleRate);
    }
    return samples;
  };
};

/** The samples of a WAV file (mono, 16 kHz) at the rate that is sent. */
export function speechIn(path: string): Int16Array {
  const samples = samplesOfWav(path);
  const times = sentSampleRate / 16_000;
  return Int16Array.from({ length: samples.length * times }, (_, index) => {
    const before = Math.floor(index / times);
    const [from = 0, to = from] = [samples[before], samples[before + 1]];
    return Math.round(from + ((to - from) * (index % times)) / times);
  });
}
