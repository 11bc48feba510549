import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordFailures } from '../../../../contract/operations/records.ts';
import { languages } from '../../i18n/languages.ts';
import { loadTexts } from '../../i18n/texts.ts';
import { failureText, qualityText, starterText } from './record-text.ts';

await Promise.all(languages.map(loadTexts));

test('the text says who started it, or that it started automatically', () => {
  assert.equal(starterText({ startedBy: { name: 'Vera' } }, 'en'), 'Started by Vera');
  assert.equal(starterText({ startedBy: null }, 'en'), 'Started automatically');
  assert.equal(starterText({ startedBy: { name: 'V\u202Eera\n' } }, 'en'), 'Started by Vera');
});

test('only reduced quality is mentioned', () => {
  const good = { lateTicks: 0, missedAudioMs: 0, lowestFps: 25, lowestHeight: 720 };
  assert.equal(
    qualityText({ ...good, lowestHeight: 480, missedAudioMs: 1_500 }, 'en').replace(/\s/g, ' '),
    'The server was overloaded: video may stutter. Resolution drops to 480 lines in places. Missing sound: 1.5 sec.',
  );
  assert.match(qualityText({ ...good, lateTicks: 3 }, 'ru'), / 3 кадра ненадолго замерли\.$/);
  assert.equal(qualityText(good, 'en'), 'The server was overloaded: video may stutter.');
});

test('every failure has its own sentence', () => {
  for (const language of languages) {
    const sentences = recordFailures.map((failure) => failureText({ failure }, language));
    assert.equal(new Set(sentences).size, recordFailures.length, language);
    for (const sentence of sentences) assert.match(sentence, /^[A-ZА-Я].*\.$/);
  }
});
