import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { names } from '../folder/job.ts';
import type { JournalEntry } from '../folder/journal.ts';
import { colours } from '../testing/colours.ts';
import { picturesIn } from '../testing/decoding.ts';
import { Sound } from '../testing/hearing.ts';
import {
  at,
  contentOf,
  decodeAll,
  endedEntry,
  finish,
  finishUsable,
  type LeftFolder,
  leftFolders,
  lived,
  voice,
} from '../testing/left-folders.ts';
import { pictureAt } from '../testing/looking.ts';
import { factsOfMedia } from '../testing/media-facts.ts';
import { near } from '../testing/near.ts';

// Finishing of complete and incomplete folders.
const folders = leftFolders();

test('a stopped recording becomes a video that ends at the stop order, with all other files', async () => {
  const folder = await folders.leave({
    files: [names.capture, 'voice-1.ogg', 'voice-2.ogg'],
    stop: { at: at(20.5) },
    journal: [
      ...lived,
      voice(1, 2),
      voice(2, 16),
      voice(3, 17),
      { type: 'spoke', participantId: 'p2', from: 17, to: 23 },
      { type: 'spoke', participantId: 'p1', from: 3, to: 6 },
      { type: 'spoke', participantId: 'p1', from: 6, to: 9.5 },
      { type: 'spoke', participantId: 'p2', from: 21, to: 22 },
      endedEntry(24, 'stopped'),
    ],
  });
  const result = await finishUsable(folder);
  assert.deepEqual(
    [result.reason, result.isPartial, result.video, result.width, result.height],
    ['stopped', false, names.video, 320, 180],
  );
  near(result.duration, 20.5);
  const video = join(folder, result.video);
  const facts = await factsOfMedia(video);
  assert.ok(facts.isFastStart);
  assert.equal(facts.bytes, result.bytes);
  assert.ok(facts.video?.isMonotonic && facts.video.longestStep < 0.041);
  near(facts.duration, 20.5);
  near(facts.audio?.end, 20.5);
  assert.deepEqual(decodeAll(video).pictures, facts.video.packets);
  assert.ok(pictureAt(video, 9).shareOf(colours.red) > 0.99);
  const sound = Sound.of(video);
  assert.ok(sound.hasTone(500, [6.1, 11.9]) && sound.isSilent(12.1, 18));

  // Speech after the end and missing voice files are left out.
  assert.deepEqual(
    result.voices.map(({ file, participantId, name, offset }) => [file, participantId, name, offset]),
    [
      ['voice-1.ogg', 'p1', 'Ада 1', 2],
      ['voice-2.ogg', 'p2', 'Ада 2', 16],
    ],
  );
  near(result.voices[0]?.duration, 8);
  near(result.voices[1]?.duration, 4.5);
  near(Sound.of(join(folder, 'voice-2.ogg')).seconds, 4.5);
  const speech = await readFile(join(folder, result.speech ?? ''), 'utf8');
  assert.deepEqual(JSON.parse(speech).turns, [
    { participantId: 'p1', from: 3, to: 9.5 },
    { participantId: 'p2', from: 17, to: result.duration },
  ]);
  assert.ok(!speech.includes('Ада'));
  assert.deepEqual(result.quality, { lateTicks: 2, missedAudioMs: 40, lowestFps: 25, lowestHeight: 180 });
  assert.ok(!(await readdir(folder)).includes(names.capture), 'the capture is removed');

  const before = await contentOf(folder);
  await finish(folder);
  assert.deepEqual(await contentOf(folder), before);
});

/** The red, green and blue values of a JPEG's pixels. */
async function pixelsOf(path: string): Promise<Uint8ClampedArray> {
  const image = await loadImage(path);
  const pen = createCanvas(image.width, image.height).getContext('2d');
  pen.drawImage(image, 0, 0);
  return pen.getImageData(0, 0, image.width, image.height).data;
}

test('the poster shows something, and the preview is a small silent strip of the whole recording', async () => {
  const folder = await folders.leave({ journal: [...lived, endedEntry(24, 'stopped')] });
  const result = await finishUsable(folder);
  const poster = await factsOfMedia(join(folder, result.poster ?? ''));
  assert.deepEqual([poster.video?.codec, poster.video?.width, poster.video?.height], ['mjpeg', 320, 180]);
  const darkest = (await pixelsOf(join(folder, result.poster ?? ''))).reduce((a, b) => Math.min(a, b));
  assert.ok(darkest <= 6, `the darkest value is ${darkest}: black, red and blue have a channel near 0`);
  const preview = join(folder, result.preview ?? '');
  const facts = await factsOfMedia(preview);
  assert.deepEqual([facts.streams.length, facts.video?.codec, facts.video?.width], [1, 'h264', 320]);
  assert.ok(facts.isFastStart);
  near(facts.duration, 10, 0.2);
  const seen = [...picturesIn(preview)].length;
  assert.ok(seen >= 98, `${seen} pictures`);
  const has = (colour: 'red' | 'blue' | 'black') =>
    Array.from({ length: 20 }, (_, n) => pictureAt(preview, n / 2)).some(
      (picture) => picture.shareOf(colours[colour]) > 0.9,
    );
  assert.ok(has('red') && has('blue') && has('black'));
});

const nothing: [string, LeftFolder, { reason?: string; message: RegExp }][] = [
  ['an empty folder', { files: [], journal: [] }, { message: /no picture/ }],
  ['a folder with only a journal', { files: [] }, { message: /no picture/ }],
  [
    'a recorder that gave up',
    {
      files: [],
      journal: [{ type: 'ended', at: at(10), t: 0, reason: 'no_picture', message: 'nobody came' }],
    },
    { reason: 'no_picture', message: /nobody came/ },
  ],
  ['a discarded recording', { stop: { at: at(2), discard: true } }, { message: /thrown away/ }],
];

for (const [what, left, { reason, message }] of nothing) {
  test(`${what} has nothing to deliver, and the result says so`, async () => {
    const folder = await folders.leave(left);
    const result = await finish(folder);
    assert.ok(!result.usable);
    assert.equal(result.reason, reason);
    assert.match(result.message ?? '', message);
    assert.deepEqual(await finish(folder), result);
  });
}

test('pages become chapters of the result and of the video: of pages within a second the last one', async () => {
  const page = (t: number, number: number): JournalEntry => ({
    ...{ type: 'page', at: at(t), t, documentId: 'algebra', page: number },
    ...{ title: `Уравнения ${number}`, document: 'Algebra' },
  });
  const tile = { participantId: 'p1', source: 'camera', x: 0, y: 0, width: 320, height: 180 } as const;
  const folder = await folders.leave({
    files: [names.capture],
    stop: { at: at(20.5) },
    journal: [
      ...lived,
      { type: 'layout', at: at(0), t: 0, width: 320, height: 180, tiles: [tile] },
      ...[page(3, 1), page(7, 2), page(7.4, 3), page(7.8, 4), page(12, 5), page(12.6, 4), page(21, 6)],
      endedEntry(24, 'stopped'),
    ],
  });
  const { chapters, layout, video, bytes } = await finishUsable(folder);
  assert.deepEqual(
    chapters?.map(({ t, page: number, title }) => [t, number, title]),
    [
      [3, 1, 'Уравнения 1'],
      [7.8, 4, 'Уравнения 4'],
    ],
  );
  const { layouts } = JSON.parse(await readFile(join(folder, layout ?? ''), 'utf8'));
  assert.deepEqual(layouts, [{ t: 0, width: 320, height: 180, tiles: [tile] }]);
  const path = join(folder, video);
  const facts = await factsOfMedia(path);
  assert.deepEqual([facts.isFastStart, facts.bytes], [true, bytes]);
  assert.deepEqual(decodeAll(path).pictures, facts.video?.packets);
  assert.deepEqual(chaptersIn(await readFile(path)), [
    [3, 'Уравнения 1'],
    [7.8, 'Уравнения 4'],
  ]);
});

/** The chapters in the index of an MP4 (`chpl`), as players read them. */
function chaptersIn(bytes: Buffer): [number, string][] {
  let from = bytes.indexOf('chpl', 0, 'latin1') + 'chpl'.length + 8;
  return Array.from({ length: bytes.readUInt8(from++) }, () => {
    const seconds = Number(bytes.readBigUInt64BE(from)) / 1e7;
    const end = from + 9 + bytes.readUInt8(from + 8);
    const title = bytes.toString('utf8', from + 9, end);
    from = end;
    return [seconds, title];
  });
}
