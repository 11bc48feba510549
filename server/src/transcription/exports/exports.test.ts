import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cueTime, shownTime } from '../../platform/cue-time.ts';
import { type ExportedSegment, toSrt, toTxt, toVtt } from './exports.ts';

const hostile: ExportedSegment[] = [
  '00:00:01.000 --> 00:00:02.000',
  'one\n\n2\n00:00:00,000 --> 00:00:01,000\nforged',
  '</v><script>alert(1)</script> & &amp;',
  'WEBVTT\r\n\r\nNOTE hidden',
  '\u2028\u0000\u0085 line',
  '',
].flatMap((text, start) => [
  { start, end: start + 1, text, speaker: 'Ann', words: [] },
  { start, end: start, text: 'Said.', speaker: text || '>', words: [] },
]);

test('hostile names and texts leave WebVTT well-formed', () => {
  const [head, ...cues] = toVtt(hostile).split('\n\n');
  assert.equal(head, 'WEBVTT');
  assert.equal(cues.length, hostile.filter(({ text }) => text !== '').length);
  for (const cue of cues) {
    const [time = '', ...lines] = cue.trimEnd().split('\n');
    assert.match(time, /^\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}$/);
    const [from, to] = time.split(' --> ');
    assert.ok(String(from) < String(to), time);
    const text = lines.join('\n');
    assert.match(text, /^<v [^<>\n]*>[^<>]+$/);
    assert.doesNotMatch(text, /&(?!amp;|lt;|gt;)/);
  }
});

test('hostile names and texts leave SubRip well-formed', () => {
  const cues = toSrt(hostile).split('\n\n');
  for (const [index, cue] of cues.entries()) {
    const [number, time, ...lines] = cue.trimEnd().split('\n');
    assert.equal(number, String(index + 1));
    assert.match(time ?? '', /^\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}$/);
    assert.ok(lines.length >= 1 && lines.every((line) => line !== '' && !/-->|[<>]/.test(line)), cue);
  }
});

test('a text file has one line for each segment', () => {
  const lines = toTxt(hostile).trimEnd().split('\n');
  assert.equal(lines.length, hostile.length);
  for (const line of lines) assert.match(line, /^\[\d+:\d\d:\d\d\] .*: /);
});

test('long texts become several captions; a transcript without words is a file without cues', () => {
  const text = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const vtt = toVtt([{ start: 0, end: 60, text, speaker: 'Ann', words: [] }]);
  assert.ok(vtt.split('\n\n').length > 5);
  assert.deepEqual([toVtt([]), toSrt([]), toTxt([])], ['WEBVTT\n', '', '']);
});

test('times have milliseconds, and hours as long as they need to be', () => {
  assert.deepEqual(
    [cueTime(0, '.'), cueTime(59.9996, ','), cueTime(3661.25, '.'), cueTime(360_000, '.')],
    ['00:00:00.000', '00:01:00,000', '01:01:01.250', '100:00:00.000'],
  );
  assert.equal(shownTime(3725.9), '1:02:05');
});
