import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cuesWithin, readSubtitles, writeVtt } from './subtitles.ts';

test('SubRip becomes WebVTT: its numbers go, its times get dots, its text is escaped', () => {
  const srt =
    '\uFEFF1\r\n00:00:01,500 --> 00:00:03,000\r\n<i>Tom</i> & <font color="red">Jerry</font> 1 < 2\r\n\r\n2\r\n00:00:04,000 --> 00:00:05,000\r\nBye\r\n';
  assert.equal(
    writeVtt(readSubtitles(srt)),
    'WEBVTT\n\n00:00:01.500 --> 00:00:03.000\n<i>Tom</i> &amp; Jerry 1 &lt; 2\n\n00:00:04.000 --> 00:00:05.000\nBye\n',
  );
});

test('WebVTT keeps its markup and loses notes, styles, names and positions of captions', () => {
  const vtt =
    'WEBVTT - a title\n\nSTYLE\n::cue { color: red }\n\nNOTE 1 --> 2\nhidden\n\nintro\n01.000 --> 00:02.000\nno\n\nfirst\n00:01.000 --> 00:02.500 align:start\n<v Ann>Hi &amp; bye\n';
  assert.deepEqual(readSubtitles(vtt), [{ start: 1, end: 2.5, text: '<v Ann>Hi &amp; bye' }]);
});

test('hostile texts give no captions, and no second one in a text', () => {
  for (const text of [
    '',
    'no captions',
    '\0\0',
    '00:00:02,000 --> 00:00:01,000\nback',
    '1\n2\n3\n00:00:01,000 --> 00:00:02,000\nx',
  ])
    assert.deepEqual(readSubtitles(text), [], text);
  const [cue] = readSubtitles('00:00:01,000 --> 00:00:02,000\none\n00:00:05,000 --> 00:00:06,000\ntwo');
  assert.deepEqual(cue, { start: 1, end: 2, text: 'one\ntwo' });
});

test('each part of a recording gets its captions by its own time', () => {
  const cues = readSubtitles(
    '00:00:08,000 --> 00:00:12,000\nover both\n\n00:00:15,000 --> 00:00:16,000\nsecond',
  );
  assert.deepEqual(cuesWithin(cues, { from: 0, to: 10 }), [{ start: 8, end: 10, text: 'over both' }]);
  assert.deepEqual(cuesWithin(cues, { from: 10, to: 20 }), [
    { start: 0, end: 2, text: 'over both' },
    { start: 5, end: 6, text: 'second' },
  ]);
});
