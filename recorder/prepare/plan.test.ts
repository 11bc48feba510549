import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demuxerOf } from './container.ts';
import { hasIdr } from './idr.ts';
import { encodedSizeOf } from './pictures-encoded.ts';
import { cutsAtKeys } from './plan.ts';

const every = (seconds: number, end: number): number[] =>
  Array.from({ length: Math.ceil(end / seconds) }, (_, n) => n * seconds);

test('segments begin at the first key picture after two seconds', () => {
  assert.deepEqual(cutsAtKeys(every(2, 7), 7), [0, 2, 4, 6]);
  assert.deepEqual(cutsAtKeys(every(0.5, 5), 5), [0, 2, 4]);
  assert.deepEqual(cutsAtKeys(every(3.9, 11), 11), [0, 3.9, 7.8]);
  assert.deepEqual(cutsAtKeys([0, 1.99, 4.01, 6], 7.5), [0, 1.99, 4.01, 6]);
  assert.deepEqual(cutsAtKeys([5, 7.04, 9.1], 10), [5, 7.04, 9.1], 'a file may begin later');
});

test('a segment is shorter if the next key picture is too far', () => {
  assert.deepEqual(cutsAtKeys([0, 1.5, 4.5], 6), [0, 1.5, 4.5]);
});

test('key pictures that are too far apart need new ones', () => {
  assert.equal(cutsAtKeys([0, 5], 8), undefined);
  assert.equal(cutsAtKeys([0], 4.2), undefined);
  assert.equal(cutsAtKeys([], 4), undefined);
  assert.equal(cutsAtKeys([0, 0.5, 4.6], 8), undefined, 'half a second is too short');
});

test('a short video is one segment', () => {
  assert.deepEqual(cutsAtKeys([0], 0.04), [0]);
  assert.deepEqual(cutsAtKeys([0, 1], 1.9), [0]);
  assert.deepEqual(cutsAtKeys([0], 4), [0]);
});

test('half a day of key pictures is planned at once', () => {
  assert.equal(cutsAtKeys(every(0.1, 43_200), 43_200)?.length, 21_600);
});

test('an encoded picture fits into the box, upright and with even sides', () => {
  const box = { width: 1920, height: 1080 };
  const size = (width: number, height: number, { rotation = 0, aspect = 1 } = {}) =>
    Object.values(encodedSizeOf({ width, height, rotation, aspect }, box));
  assert.deepEqual(size(3840, 2160), [1920, 1080]);
  assert.deepEqual(size(1920, 1080, { rotation: 90 }), [1080, 1920]);
  assert.deepEqual(size(641, 359), [642, 360]);
  assert.deepEqual(size(1080, 1920), [1080, 1920]);
  assert.deepEqual(size(1440, 1080, { aspect: 4 / 3 }), [1920, 1080]);
  assert.deepEqual(size(4000, 100), [1920, 48]);
  assert.deepEqual(size(2, 2, { aspect: 0 }), [16, 16]);
});

test('a file is opened by its first bytes only, and never as a playlist', () => {
  const of = (text: string) => demuxerOf(Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(400)]));
  assert.equal(of('\0\0\0\x20ftypisom'), 'mov');
  assert.equal(of('\x1a\x45\xdf\xa3'), 'matroska');
  assert.equal(of('RIFF\0\0\0\0AVI LIST'), 'avi');
  for (const text of ['#EXTM3U\n', 'ffconcat version 1.0\n', '<?xml version="1.0"?><MPD', '[playlist]', '']) {
    assert.equal(of(text), undefined, text);
  }
});

test('only an IDR picture is a beginning', () => {
  const lengths = Buffer.from([1, 0, 0, 0, 0xff]);
  assert.equal(hasIdr(Buffer.from([0, 0, 0, 2, 0x06, 1, 0, 0, 0, 2, 0x65, 1]), lengths), true);
  assert.equal(hasIdr(Buffer.from([0, 0, 0, 2, 0x06, 1, 0, 0, 0, 2, 0x41, 1]), lengths), false);
  assert.equal(hasIdr(Buffer.from([0, 0, 0, 1, 0x09, 0, 0, 1, 0x65]), null), true);
  assert.equal(hasIdr(Buffer.from([0, 0, 1, 0x41]), null), false);
  assert.equal(hasIdr(Buffer.from([0xff, 0xff, 0xff, 0xff]), lengths), false, 'a wrong length');
});
