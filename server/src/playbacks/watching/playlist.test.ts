import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aheadSeconds,
  backSeconds,
  masterPlaylist,
  mediaPlaylist,
  segmentTimesOf,
  wholeOf,
  windowAt,
} from './playlist.ts';

/** Segments of 2 to 4 s, as a recorder's key frames make them. */
const durations = Array.from({ length: 200 }, (_, index) => 2 + ((index * 7) % 20) / 10);
const times = segmentTimesOf(durations);
const total = times.ends.at(-1) ?? 0;

const playlistAt = (position: number, startDate?: Date) =>
  mediaPlaylist({
    times,
    window: windowAt(times, position),
    initAddress: 'init.mp4',
    addressOf: (index) => `${index}.m4s`,
    ...(startDate && { startDate }),
  });

const lineOf = (text: string, name: string): string | undefined =>
  text
    .split('\n')
    .find((line) => line.startsWith(`#${name}:`))
    ?.slice(name.length + 2);
const segmentsOf = (text: string): number[] =>
  text
    .split('\n')
    .filter((line) => line.endsWith('.m4s'))
    .map((line) => Number.parseInt(line, 10));

test('no position lists a segment that ends more than 12 s later, and none leaves out one that may be listed', () => {
  for (let position = 0; position <= total + 5; position += 0.37) {
    const { first, end } = windowAt(times, position);
    for (let index = first; index < end; index += 1) {
      assert.ok((times.ends[index] ?? 0) <= position + aheadSeconds);
      assert.ok((times.ends[index] ?? 0) > position - backSeconds);
    }
    if (end < durations.length) assert.ok((times.ends[end] ?? 0) > position + aheadSeconds);
    if (first > 0) assert.ok((times.ends[first - 1] ?? 0) <= position - backSeconds);
  }
});

test('a segment keeps its number, its duration and its time in every playlist', () => {
  const startDate = new Date('2026-03-29T00:59:58.000Z');
  for (let position = 0; position <= total; position += 1.3) {
    const text = playlistAt(position, startDate);
    const [first = 0] = segmentsOf(text);
    assert.equal(lineOf(text, 'EXT-X-MEDIA-SEQUENCE'), String(first));
    assert.equal(lineOf(text, 'EXT-X-TARGETDURATION'), '4');
    const begins = first === 0 ? 0 : (times.ends[first - 1] ?? 0);
    const shownAt = Date.parse(lineOf(text, 'EXT-X-PROGRAM-DATE-TIME') ?? '');
    assert.ok(Math.abs(shownAt - startDate.getTime() - begins * 1000) <= 0.5);
    const lengths = text
      .split('\n')
      .filter((line) => line.startsWith('#EXTINF:'))
      .map((line) => Number.parseFloat(line.slice(8)));
    segmentsOf(text).forEach((number, at) => {
      assert.equal(number, first + at);
      assert.ok(Math.abs((lengths[at] ?? 0) - (durations[number] ?? 0)) < 1e-6);
    });
  }
});

test('the first seconds can be loaded at the start, and the list ends with the last segment', () => {
  const atStart = segmentsOf(playlistAt(0));
  assert.equal(atStart[0], 0);
  assert.ok(atStart.length >= 3);
  assert.doesNotMatch(playlistAt(total - aheadSeconds - 0.01), /ENDLIST/);
  assert.match(playlistAt(total - aheadSeconds), /#EXT-X-ENDLIST\n$/);
  assert.equal(segmentsOf(playlistAt(total)).at(-1), durations.length - 1);
});

test('no segment is longer than the target duration, rounded', () => {
  assert.equal(segmentTimesOf([2.4, 4.49, 3]).target, 4);
  assert.equal(segmentTimesOf([2.4, 4.5, 3]).target, 5);
  assert.equal(segmentTimesOf([0.2]).target, 1);
});

test('a replay lists the whole video once', () => {
  const text = mediaPlaylist({
    times,
    window: wholeOf(times),
    initAddress: 'init.mp4',
    addressOf: (index) => `${index}.m4s`,
    isVideo: true,
  });
  assert.equal(segmentsOf(text).length, durations.length);
  assert.match(text, /#EXT-X-PLAYLIST-TYPE:VOD\n/);
  assert.match(text, /#EXT-X-MAP:URI="init\.mp4"\n/);
  assert.match(text, /#EXT-X-ENDLIST\n$/);
  assert.doesNotMatch(text, /PROGRAM-DATE-TIME/);
});

test('the master playlist names each rendition relative to itself', () => {
  const text = masterPlaylist([
    {
      ...{ name: 'source', bandwidth: 2_100_000, averageBandwidth: 900_000, width: 1280, height: 720 },
      codecs: 'avc1.640028,mp4a.40.2',
    },
    {
      ...{ name: '360p', bandwidth: 600_000, averageBandwidth: 300_000, width: 640, height: 360 },
      codecs: 'avc1.64001e,mp4a.40.2',
    },
  ]);
  assert.match(
    text,
    /#EXT-X-STREAM-INF:BANDWIDTH=2100000,AVERAGE-BANDWIDTH=900000,RESOLUTION=1280x720,CODECS="avc1\.640028,mp4a\.40\.2"\nsource\.m3u8\n/,
  );
  assert.match(text, /360p\.m3u8\n$/);
});
