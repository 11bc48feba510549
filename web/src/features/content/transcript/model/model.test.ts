import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chaptersOf, secondOf } from './chapters.ts';
import { findMatches, markedParts, stepMatch } from './search.ts';
import { readSegments, rowsOf, segmentIndexAt, withSegment } from './segments.ts';
import { speakerKeys, speakersOf } from './speakers.ts';
import type { TranscriptSegment } from './transcript.ts';

function say(start: number, text: string, more: Partial<TranscriptSegment> = {}): TranscriptSegment {
  return {
    ...{ id: `s${start}`, start, end: start + 4, text, speaker: 'Anna', participantId: 'p1' },
    ...{ externalUserId: null, language: 'en', confidence: 0.9, words: [] },
    ...more,
  };
}

const boris = { speaker: 'Boris', participantId: 'p2' };
const call = [
  say(0, 'Hello'),
  say(5, 'Hello, Anna', boris),
  say(10, 'Shall we begin?'),
  say(15, 'We begin.'),
  say(90, 'We are back.'),
];

test('the buffer of the API is read with every script', () => {
  const segments = [say(0, 'Привет — 你好 👋')];
  assert.deepEqual(readSegments(Buffer.from(JSON.stringify(segments)).toString('base64')), segments);
});

test('the segment at a second is the last one that began', () => {
  const at = (seconds: number) => segmentIndexAt(call, seconds);
  assert.deepEqual([at(-1), at(0), at(4.9), at(5), at(60), at(1_000)], [-1, 0, 0, 1, 3, 4]);
  assert.equal(segmentIndexAt([], 5), -1);
});

test('a turn begins with another speaker and after a long silence', () => {
  const rows = rowsOf(call, { keyOf: speakerKeys(call), speaker: undefined });
  assert.deepEqual(
    rows.map(({ beginsTurn }) => beginsTurn),
    [true, true, true, false, true],
  );
  const ofBoris = rowsOf(call, { keyOf: speakerKeys(call), speaker: 'p2' });
  assert.deepEqual(
    ofBoris.map(({ segment }) => segment.text),
    ['Hello, Anna'],
  );
});

test('speakers are told apart by the person, with their shares of the speaking time', () => {
  const twins = [say(0, 'One'), say(5, 'Two', { participantId: 'p9' })];
  assert.equal(speakersOf(twins).length, 2);
  const returned = [
    say(0, 'One', { externalUserId: 'u1' }),
    say(5, 'Two', { externalUserId: 'u1', participantId: 'p7' }),
  ];
  assert.equal(speakersOf(returned).length, 1);
  assert.deepEqual(
    speakersOf(call).map(({ name, seconds, share }) => [name, seconds, share]),
    [
      ['Anna', 16, 0.8],
      ['Boris', 4, 0.2],
    ],
  );
  assert.deepEqual(speakersOf([]), []);
});

test('a corrected speaker joins the person with that name, or is a new one', () => {
  const corrected = withSegment(call, say(0, 'Hello', { speaker: 'Boris', originalSpeaker: 'Anna' }));
  assert.deepEqual(
    speakersOf(corrected).map(({ key, seconds }) => [key, seconds]),
    [
      ['p1', 12],
      ['p2', 8],
    ],
  );
  const guest = withSegment(call, say(0, 'Hello', { speaker: 'Clara', originalSpeaker: 'Anna' }));
  assert.ok(speakersOf(guest).some(({ key, name }) => key === 'name:Clara' && name === 'Clara'));
  const restored = withSegment(call, say(0, 'Hello', { originalSpeaker: 'Anna' }));
  assert.equal(speakersOf(restored).length, 2);
});

test('a person who is renamed everywhere stays the same one, with the same colour', () => {
  const [anna] = speakersOf(call);
  const renamed = call.map((segment) =>
    segment.participantId === 'p1' ? { ...segment, speaker: 'Anya', originalSpeaker: 'Anna' } : segment,
  );
  const [anya] = speakersOf(renamed);
  assert.deepEqual([anya?.key, anya?.color, anya?.name], ['p1', anna?.color, 'Anya']);
  assert.deepEqual([anna?.isCorrected, anya?.isCorrected], [false, true]);
  const joined = renamed.map((segment) => ({ ...segment, speaker: 'Boris', originalSpeaker: 'Anna' }));
  assert.deepEqual(
    speakersOf([...joined.slice(0, 1), say(5, 'Hello, Anna', boris)]).map(({ key }) => key),
    ['p2'],
  );
});

test('a renaming names a participant of the person, and every name in the segments', () => {
  const back = { externalUserId: 'u1', participantId: 'p7', speaker: 'Anna P.' };
  const corrected = say(12, 'Three', { participantId: 'p2', speaker: 'Anna', originalSpeaker: 'Boris' });
  const [anna] = speakersOf([say(0, 'One', { externalUserId: 'u1' }), say(5, 'Two', back), corrected]);
  assert.deepEqual([anna?.participantId, anna?.names, anna?.segmentsCount], ['p1', ['Anna', 'Anna P.'], 3]);
});

test('a search finds every place regardless of case and ё', () => {
  const texts = ['We begin. WE do.', 'Nothing', 'Всё ещё здесь', 'İ we'];
  assert.deepEqual(findMatches(texts, ' we '), [
    { row: 0, from: 0, to: 2 },
    { row: 0, from: 10, to: 12 },
    { row: 3, from: 2, to: 4 },
  ]);
  assert.deepEqual(findMatches(texts, 'все'), [{ row: 2, from: 0, to: 3 }]);
  assert.deepEqual(findMatches(texts, '  '), []);
  assert.deepEqual([stepMatch(0, { by: -1, count: 3 }), stepMatch(2, { by: 1, count: 3 })], [2, 0]);
  assert.equal(stepMatch(0, { by: 1, count: 0 }), -1);
});

test('a text is cut at its marks', () => {
  const parts = markedParts('We begin', [{ from: 3, to: 8 }]);
  assert.deepEqual(parts, [
    { text: 'We ', from: 0, match: undefined },
    { text: 'begin', from: 3, match: 0 },
  ]);
  assert.deepEqual(markedParts('We', []), [{ text: 'We', from: 0, match: undefined }]);
});

test('chapters end where the next begins, and those beyond the recording are dropped', () => {
  const sections = [
    { title: 'Questions', start: 60 },
    { title: 'Welcome', start: 0 },
    { title: 'Beyond', start: 500 },
  ];
  assert.deepEqual(chaptersOf(sections, 100), [
    { title: 'Welcome', start: 0, end: 60 },
    { title: 'Questions', start: 60, end: 100 },
  ]);
});

test('the second in an address is a plain number', () => {
  assert.deepEqual(['75', '75.5', '-1', '1e9', '', 'abc', null].map(secondOf), [
    75,
    75.5,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a search through three hours takes no noticeable time', () => {
  const texts = Array.from({ length: 5_000 }, (_, index) => `Sentence ${index} of a long lesson about Ёлки`);
  assert.equal(findMatches(texts, 'елки').length, 5_000);
});
