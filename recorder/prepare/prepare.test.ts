import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadImage } from '@napi-rs/canvas';
import { AV_LOG_QUIET, Log } from 'node-av';
import { soundIn } from '../testing/decoding.ts';
import { brightnessAt, type MadeMedia, makeMedia } from '../testing/made-media.ts';
import { near } from '../testing/near.ts';
import {
  inputOf,
  joinedSegments,
  Preparations,
  type Prepared,
  prepare,
  shownPictures,
  timesOf,
  type Wish,
} from '../testing/preparations.ts';
import { segmentFacts } from '../testing/segment-facts.ts';

// Prepares small files of all kinds, reads the segments as a player does, and decodes them.
Log.setLevel(AV_LOG_QUIET);
const preparations = new Preparations();
after(() => preparations.remove());

const h264 = { encoder: 'libx264', options: { preset: 'ultrafast' } };
const aac = { encoder: 'aac' };

interface Expected {
  isCopied: boolean;
  seconds?: number;
  width?: number;
  height?: number;
  hasSound?: boolean;
  /** Seconds with the tone; silence fills the rest. */
  heard?: [from: number, to: number];
}

const files: Record<string, { made: MadeMedia; expected: Expected }> = {
  'H.264 and AAC in MP4, with B-frames': {
    made: {
      seconds: 7,
      format: 'mp4',
      pictures: { ...h264, bFrames: 2, options: { preset: 'veryfast' } },
      sound: aac,
    },
    expected: { isCopied: true },
  },
  'H.264 without sound': {
    made: { seconds: 5, format: 'mp4', pictures: h264 },
    expected: { isCopied: true, hasSound: false },
  },
  'H.264 and Opus in Matroska': {
    made: { seconds: 5, format: 'matroska', pictures: h264, sound: { encoder: 'libopus' } },
    expected: { isCopied: true },
  },
  'an MPEG transport stream': {
    made: { seconds: 5, format: 'mpegts', pictures: h264, sound: aac },
    expected: { isCopied: true },
  },
  'VP9 and Opus in WebM': {
    made: {
      ...{ seconds: 5, format: 'webm', sound: { encoder: 'libopus' } },
      pictures: { encoder: 'libvpx-vp9', options: { deadline: 'realtime', 'cpu-used': '8', crf: '40' } },
    },
    expected: { isCopied: false },
  },
  'MPEG-4 in MOV': {
    made: { seconds: 5, format: 'mov', pictures: { encoder: 'mpeg4' }, sound: { ...aac, rate: 44_100 } },
    expected: { isCopied: false },
  },
  'key pictures ten seconds apart': {
    made: { seconds: 11, format: 'mp4', pictures: { ...h264, gop: 100 }, sound: aac },
    expected: { isCopied: false },
  },
  'pictures at irregular times': {
    made: {
      ...{ seconds: 9.55, format: 'matroska', sound: aac },
      pictures: { ...h264, times: [0, 0.1, 0.5, 0.6, 3.7, 3.8, 9.1, 9.5] },
    },
    expected: { isCopied: false },
  },
  'a video of a phone that is turned': {
    made: { seconds: 3, format: 'mov', pictures: { ...h264, rotation: 90 }, sound: aac },
    expected: { isCopied: false, width: 96, height: 160 },
  },
  'sound with a late beginning and an early end': {
    made: { seconds: 6, format: 'mp4', pictures: h264, sound: { ...aac, from: 2, to: 4 } },
    expected: { isCopied: true, heard: [2, 4] },
  },
  'sound that lasts longer than the pictures': {
    made: {
      ...{ seconds: 9, format: 'matroska', sound: aac },
      pictures: { ...h264, times: [0, 0.1, 0.2, 0.3] },
    },
    expected: { isCopied: false, seconds: 9 },
  },
};

for (const [name, { made, expected }] of Object.entries(files)) {
  test(`${name}: segments of 2 to 4 seconds without gaps`, async () => {
    const folder = preparations.newFolder();
    makeMedia(inputOf(folder), made);
    const result = await prepare(folder);
    assert.ok(result.ok, JSON.stringify(result));
    assert.deepEqual([result.isCopied, result.missing], [expected.isCopied, undefined]);
    assert.equal(result.hasSound, expected.hasSound ?? true);
    near(result.duration, expected.seconds ?? made.seconds, 0.05);
    checkSegments(folder, result);
    checkContent(folder, result, made);
    checkSound(folder, result, expected.heard ?? [0, made.seconds]);
    await checkPictures(folder, result);
    const { width, height, codecs, bandwidth } = result.rendition;
    assert.deepEqual([width, height], [expected.width ?? 160, expected.height ?? 96]);
    assert.match(codecs, result.hasSound ? /^avc1\.[0-9a-f]{6},mp4a\.40\.2$/ : /^avc1\.[0-9a-f]{6}$/);
    assert.ok(bandwidth > 1000 && bandwidth < 1_000_000, `${bandwidth} b/s`);
  });
}

function checkSegments(folder: string, { rendition, duration, hasSound }: Prepared): void {
  const { durations, name } = rendition;
  for (const [index, length] of durations.entries()) {
    const isLast = index === durations.length - 1;
    assert.ok(length <= 4.05 && (length >= 1.95 || isLast), `segments of ${durations} s`);
  }
  near(
    durations.reduce((sum, length) => sum + length, 0),
    duration,
    0.001,
  );
  let begin = 0;
  let [decoded, heard] = [0, undefined as number | undefined];
  for (const [index, { video, sound }] of segmentFacts(folder, name, durations.length).entries()) {
    assert.ok(video?.beginsWithKey, `segment ${index} begins with a key picture`);
    near(video.begin, begin, 0.002);
    near(video.decodeBegin, decoded, 0.002);
    decoded = video.decodeEnd;
    begin += durations[index] ?? 0;
    assert.equal(sound !== undefined, hasSound, `sound of segment ${index}`);
    if (!sound) continue;
    near(sound.decodeBegin, heard ?? 0, heard === undefined ? 0.05 : 0.002);
    heard = sound.decodeEnd;
    near(heard, begin, 0.05);
  }
}

/** Decodes all of it strictly: each picture is shown when it was in the source. */
function checkContent(folder: string, result: Prepared, { pictures }: MadeMedia): void {
  const shown = pictures?.times ?? [];
  let n = 0;
  for (const { t, at } of shownPictures(folder, result)) {
    const source = shown.findLast((time) => time <= t + 0.01) ?? t;
    near(at(3 / 4, 3 / 4), brightnessAt(source + 0.001), 6);
    n += 1;
  }
  assert.equal(n, timesOf(folder, result).length);
}

function checkSound(folder: string, result: Prepared, [from, to]: [number, number]): void {
  if (!result.hasSound) return;
  let samples = 0;
  let rate = 0;
  for (const piece of soundIn(joinedSegments(folder, result))) {
    const t = piece.t;
    const [plane = new Float32Array()] = piece.samples;
    const power = plane.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, plane.length);
    if (t > from + 0.1 && t < to - 0.15) assert.ok(power > 0.01, `a tone at ${t} s`);
    if (t < from - 0.1 || t > to + 0.15) assert.ok(power < 0.001, `silence at ${t} s`);
    samples += plane.length;
    rate = piece.rate;
  }
  near(samples / rate, result.duration, 0.05);
}

async function checkPictures(
  folder: string,
  { poster, strip, rendition, duration }: Prepared,
): Promise<void> {
  const large = await loadImage(readFileSync(join(folder, poster ?? '')));
  assert.deepEqual([large.width, large.height], [rendition.width, rendition.height]);
  const small = await loadImage(readFileSync(join(folder, strip ?? '')));
  const one = Math.min(160, rendition.width);
  const count = Math.max(1, Math.floor(duration / 5));
  assert.equal(small.width, count * 160, `${one} pixels each`);
}

test('what cannot be prepared says why', async () => {
  const cases: Record<string, Wish & { make: (path: string) => void; failure: string }> = {
    'sound only': {
      make: (path) => makeMedia(path, { seconds: 1, format: 'mp4', sound: aac }),
      failure: 'no_video',
    },
    'an empty file': { make: (path) => writeFileSync(path, ''), failure: 'unreadable' },
    'some text': { make: (path) => writeFileSync(path, 'a lesson'.repeat(1000)), failure: 'unreadable' },
    'zeros with the head of an MP4': {
      make: (path) =>
        writeFileSync(path, Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(5000)])),
      failure: 'unreadable',
    },
    'an MP4 without its index': {
      make: (path) => {
        makeMedia(path, { seconds: 3, format: 'mp4', pictures: h264 });
        truncateSync(path, Math.floor(readFileSync(path).length / 2));
      },
      failure: 'unreadable',
    },
    'a playlist that names other files': {
      make: (path) => {
        const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n`;
        writeFileSync(path, playlist);
      },
      failure: 'unreadable',
    },
    'more processor time than allowed': {
      make: (path) => makeMedia(path, { seconds: 1, format: 'mov', pictures: { encoder: 'mpeg4' } }),
      failure: 'unreadable',
      maxCpu: { least: 0, perSecond: 0.000_001 },
    },
    'a longer video than allowed': {
      make: (path) => makeMedia(path, { seconds: 4, format: 'matroska', pictures: h264 }),
      failure: 'too_long',
      maxSeconds: 3,
    },
    'sound that lasts longer than allowed, in a file that states no length': {
      make: (path) =>
        makeMedia(path, {
          ...{ seconds: 5, format: 'matroska', options: { live: '1' } },
          pictures: { ...h264, pixels: 'yuv420p10', times: [0, 0.5, 1] },
          sound: { encoder: 'aac' },
        }),
      failure: 'too_long',
      maxSeconds: 3,
    },
  };
  for (const [name, { make, failure, ...wish }] of Object.entries(cases)) {
    const folder = preparations.newFolder();
    make(inputOf(folder));
    const result = await prepare(folder, wish);
    assert.equal(result.ok ? 'prepared' : result.failure, failure, name);
  }
});

test('a cut file is prepared as far as it can be read, and says what is missing', async () => {
  const formats: Record<string, MadeMedia['options']> = { matroska: {}, mp4: { movflags: 'faststart' } };
  for (const [format, options] of Object.entries(formats)) {
    const folder = preparations.newFolder();
    makeMedia(inputOf(folder), {
      seconds: 12,
      format,
      pictures: h264,
      sound: aac,
      ...(options && { options }),
    });
    truncateSync(inputOf(folder), Math.floor(readFileSync(inputOf(folder)).length * 0.6));
    const result = await prepare(folder);
    assert.ok(result.ok, JSON.stringify(result));
    assert.ok(result.duration > 4 && result.duration < 9, `${result.duration} s`);
    near(result.missing, 12 - result.duration, 0.3);
    checkSegments(folder, result);
    checkContent(folder, result, { seconds: 12, format: '' });
  }
});

test('damaged bytes in the middle end in a result, never in a crash', async () => {
  const folder = preparations.newFolder();
  makeMedia(inputOf(folder), { seconds: 6, format: 'mp4', pictures: { ...h264, gop: 100 }, sound: aac });
  const bytes = readFileSync(inputOf(folder));
  bytes.fill(0x5a, Math.floor(bytes.length * 0.3), Math.floor(bytes.length * 0.5));
  writeFileSync(inputOf(folder), bytes);
  const result = await prepare(folder);
  if (result.ok) near(result.duration, 6, 0.5);
  else assert.equal(result.failure, 'unreadable');
});

test('the small quality has the same segments', async () => {
  const folder = preparations.newFolder();
  makeMedia(inputOf(folder), {
    seconds: 7,
    format: 'mp4',
    pictures: { ...h264, width: 1280, height: 720 },
    sound: aac,
  });
  const full = await prepare(folder);
  assert.ok(full.ok);
  const small = await prepare(folder, { durations: full.rendition.durations });
  assert.ok(small.ok);
  assert.deepEqual([small.rendition.width, small.rendition.height], [640, 360]);
  assert.equal(small.rendition.durations.length, full.rendition.durations.length);
  for (const [index, length] of small.rendition.durations.entries()) {
    near(length, full.rendition.durations[index] ?? 0, 0.01);
  }
  checkSegments(folder, small);
  checkContent(folder, small, { seconds: 7, format: '' });
});
