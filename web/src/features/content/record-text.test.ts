import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordFailures } from '../../../../contract/operations/records.ts';
import { languages } from '../../i18n/languages.ts';
import { loadTexts } from '../../i18n/texts.ts';
import { failureText, namesRoom, qualityFigures, qualityText, starterText } from './record-text.ts';

await Promise.all(languages.map(loadTexts));

test('the text says who started it, or that it started automatically', () => {
  assert.equal(starterText({ startedBy: { name: 'Vera' } }, 'en'), 'Started by Vera');
  assert.equal(starterText({ startedBy: null }, 'en'), 'Started automatically');
  assert.equal(starterText({ startedBy: { name: 'V\u202Eera\n' } }, 'en'), 'Started by Vera');
});

const good = { lateTicks: 0, missedAudioMs: 0, lowestFps: 25, lowestHeight: 720 };
const plain = (text: string): string => text.replace(/\s/g, ' ');

test('a recording with faults says how far it can be used', () => {
  const textOf = (worse: Partial<typeof good>, language: 'en' | 'ru' = 'en'): string =>
    plain(qualityText({ ...good, ...worse }, language));
  assert.equal(
    textOf({ lowestHeight: 360, lowestFps: 12.5, lateTicks: 1656, missedAudioMs: 96_600 }),
    'In places the picture is less sharp or stutters. About 1.5 min of sound is missing. The server was busy during the recording.',
  );
  assert.equal(
    textOf({ lateTicks: 3 }),
    'In places the picture stutters. The sound is complete. The server was busy during the recording.',
  );
  assert.equal(
    textOf({ lowestHeight: 480, missedAudioMs: 1_500 }),
    'In places the picture is less sharp. About 2 sec of sound is missing. The server was busy during the recording.',
  );
  assert.equal(
    textOf({ missedAudioMs: 96_600 }, 'ru'),
    'Не записалось около 1,5 мин звука. Во время записи сервер был перегружен.',
  );
});

test('the details have the figures of what was reduced', () => {
  const worse = { ...good, lowestHeight: 480, missedAudioMs: 1_500 };
  assert.deepEqual(qualityFigures(worse, 'en').map(plain), [
    'Resolution drops to 480 lines in places.',
    'Missing sound: 1.5 sec.',
  ]);
  assert.deepEqual(qualityFigures({ ...good, lateTicks: 3 }, 'ru').map(plain), [
    '3 кадра ненадолго замерли.',
  ]);
  assert.deepEqual(qualityFigures(good, 'en'), []);
});

test('a name says which room it was, if it begins with it', () => {
  const roomName = 'Algebra';
  assert.equal(namesRoom({ name: 'Algebra, 28 November 2026, 23:36', roomName }), true);
  assert.equal(namesRoom({ name: 'Algebra 2, 28 November 2026, 23:36', roomName }), false);
  assert.equal(namesRoom({ name: 'Lesson 5', roomName }), false);
});

test('every failure has its own sentence', () => {
  for (const language of languages) {
    const sentences = recordFailures.map((failure) => failureText({ failure }, language));
    assert.equal(new Set(sentences).size, recordFailures.length, language);
    for (const sentence of sentences) assert.match(sentence, /^[A-ZА-Я].*\.$/);
  }
});
