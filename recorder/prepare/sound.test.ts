import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  AV_CHANNEL_LAYOUT_5POINT1,
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_DISPOSITION_COMMENT,
  AV_DISPOSITION_DEFAULT,
  AV_DISPOSITION_VISUAL_IMPAIRED,
  AV_LOG_QUIET,
  type AVDisposition,
  Log,
} from 'node-av';
import { soundIn } from '../testing/decoding.ts';
import { type MadeMedia, makeMedia } from '../testing/made-media.ts';
import { near } from '../testing/near.ts';
import { joinedSegments, Preparations, type Prepared, toneIn } from '../testing/preparations.ts';

// The sound of uploaded videos becomes one track of stereo.
Log.setLevel(AV_LOG_QUIET);
const preparations = new Preparations();
after(() => preparations.remove());

const pictures = { encoder: 'libx264', options: { preset: 'ultrafast' } };

const madeWith = (made: Partial<MadeMedia>) =>
  preparations.made({ seconds: 1.5, format: 'matroska', pictures, ...made });

const heard = ({ folder, result }: { folder: string; result: Prepared }, hz: number, channel = 0): number =>
  toneIn(folder, result, { hz, from: 0.25, to: 1.25, channel });

// Front left and right, centre, low frequencies, left and right of the listener.
const surround = { encoder: 'ac3', layout: AV_CHANNEL_LAYOUT_5POINT1, hz: [300, 400, 500, 60, 700, 800] };

test('of 5.1, stereo has the sides, the centre at half the power, and the surround', async () => {
  const made = await madeWith({ sound: { ...surround, level: 0.2 } });
  const half = 0.2 * Math.SQRT1_2;
  const expected = { 300: [0.2, 0], 400: [0, 0.2], 500: [half, half], 700: [half, 0], 800: [0, half] };
  for (const [hz, sides] of Object.entries(expected)) {
    for (const [channel, level] of sides.entries()) near(heard(made, Number(hz), channel), level, 0.015);
  }
});

test('loud 5.1 is not clipped', async () => {
  const { folder, result } = await madeWith({ sound: { ...surround, level: 0.9 } });
  let peak = 0;
  for (const { samples } of soundIn(joinedSegments(folder, result))) {
    for (const value of samples[0] ?? []) peak = Math.max(peak, Math.abs(value));
  }
  assert.ok(peak > 0.7 && peak <= 1, `a peak of ${peak}`);
});

test('sound of telephones is resampled', async () => {
  const made = await madeWith({
    sound: { encoder: 'pcm_f32le', rate: 8000, layout: AV_CHANNEL_LAYOUT_MONO },
  });
  for (const channel of [0, 1]) near(heard(made, 440, channel), 0.25, 0.03);
});

interface Tracks {
  /** Dispositions of the two tracks; undefined leaves it to the muxer. */
  first?: number;
  second?: number;
  isFirst: boolean;
}

const tracks: Record<string, Tracks> = {
  'the first': { isFirst: true },
  'the default': { first: 0, second: AV_DISPOSITION_DEFAULT, isFirst: false },
  'not a commentary': { first: AV_DISPOSITION_DEFAULT | AV_DISPOSITION_COMMENT, second: 0, isFirst: false },
  'not a description for the blind': {
    ...{ first: AV_DISPOSITION_DEFAULT | AV_DISPOSITION_VISUAL_IMPAIRED, second: 0, isFirst: false },
  },
};

for (const [name, { first, second, isFirst }] of Object.entries(tracks)) {
  test(`of several languages one is heard: ${name}`, async () => {
    const track = (hz: number, disposition?: number) => ({
      ...{ encoder: 'aac', hz },
      ...(disposition !== undefined && { disposition: disposition as AVDisposition }),
    });
    const made = await madeWith({ sound: track(500, first), moreSounds: [track(900, second)] });
    const [one, other] = isFirst ? [500, 900] : [900, 500];
    near(heard(made, one), 0.25, 0.03);
    assert.ok(heard(made, other) < 0.01);
  });
}

test('a commentary that is alone is heard', async () => {
  const made = await madeWith({ sound: { encoder: 'aac', disposition: AV_DISPOSITION_COMMENT } });
  near(heard(made, 440), 0.25, 0.03);
});

test('channels without positions are the left and the right one', async () => {
  const layout = { order: AV_CHANNEL_ORDER_UNSPEC, nbChannels: 4, mask: 0n };
  const hz = [300, 400, 500, 600];
  const made = await madeWith({ format: 'mov', sound: { encoder: 'pcm_f32le', layout, hz } });
  near(heard(made, 300, 0), 0.25, 0.03);
  near(heard(made, 400, 1), 0.25, 0.03);
  assert.ok(heard(made, 400, 0) < 0.01);
});

test('a broadcast that changes between stereo and 5.1 stays in time', async () => {
  const parts = [0, 1, 2].map((begin): Buffer => {
    const path = join(preparations.newFolder(), 'part.ts');
    const sound = begin === 1 ? surround : { encoder: 'ac3', hz: 400 };
    makeMedia(path, { seconds: 1, begin, format: 'mpegts', pictures, sound });
    return readFileSync(path);
  });
  const { folder, result } = await preparations.made({ seconds: 1, format: 'mpegts', pictures }, () =>
    Buffer.concat(parts),
  );
  near(result.duration, 3, 0.1);
  const levels = [0, 1, 2].map((t) => toneIn(folder, result, { hz: 500, from: t + 0.2, to: t + 0.8 }));
  for (const [t, level] of levels.entries()) near(level, t === 1 ? 0.25 * Math.SQRT1_2 : 0, 0.03);
});
