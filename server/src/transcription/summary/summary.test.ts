import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../platform/logging/log.ts';
import type { SummarySegment } from './sentences.ts';
import { summarize } from './summary.ts';
import { englishCall, russianCall, transcriptOf } from './testing/transcripts.ts';

const highlightsOf = (segments: readonly SummarySegment[], language?: string) =>
  summarize(segments, {
    language,
    model: undefined,
    signal: new AbortController().signal,
    log: createLog('silent'),
  });

test('the highlights of a call are its own significant sentences with their times, in time order', async () => {
  for (const [call, language] of [
    [englishCall, 'en'],
    [russianCall, 'ru'],
    [russianCall, undefined],
  ] as const) {
    const { kind, lines, sections, tasks } = await highlightsOf(call, language);
    assert.equal(kind, 'highlights');
    assert.deepEqual([sections, tasks], [[], []]);
    assert.ok(lines.length >= 3);
    for (const line of lines)
      assert.ok(call.some(({ start, text }) => start === line.start && text === line.text));
    assert.deepEqual(
      lines.map(({ start }) => start),
      lines.map(({ start }) => start).sort((one, other) => one - other),
    );
    assert.ok(
      lines.some(({ start }) => start === 80),
      'the decision is among them',
    );
    const chatter = [0, 8, 64, 88, 112, 120];
    assert.ok(
      lines.every(({ start }) => !chatter.includes(start)),
      'greetings and fillers are not',
    );
  }
});

test('the text says that it contains highlights, and who said them when', async () => {
  const { text } = await highlightsOf(russianCall, 'ru-RU');
  const [heading, ...lines] = text.split('\n');
  assert.equal(heading, 'Ключевые фразы записи:');
  assert.match(lines.at(-1) ?? '', /^1:20 Анна: Тогда решили: запускаем страницу оплаты в пятницу/);
  assert.match((await highlightsOf(englishCall, 'en')).text, /^Highlights of the recording:\n/);
});

test('a recording without speech has an empty summary', async () => {
  const empty = { kind: 'highlights', text: '', sections: [], lines: [], tasks: [] };
  assert.deepEqual(await highlightsOf([], 'en'), empty);
  assert.deepEqual(await highlightsOf([{ speaker: 'Anna', start: 0, end: 1, text: '  ' }]), empty);
});

test('a recording of greetings only has no highlights', async () => {
  const { lines, text } = await highlightsOf(
    transcriptOf('Anna|Hi, can you hear me?\nBoris|Yes, hello.\nAnna|Bye!'),
    'en',
  );
  assert.deepEqual(lines, []);
  assert.equal(text, '');
});

test('a sentence that is said again and again is a highlight once', async () => {
  const repeated = Array.from(
    { length: 30 },
    () => 'Anna|The budget of the project grows by forty percent this year.',
  );
  const { lines } = await highlightsOf(transcriptOf(repeated.join('\n')), 'en');
  assert.equal(lines.length, 1);
});

test('a sentence that the engine cut into segments is one sentence, also while others speak', async () => {
  const { lines } = await highlightsOf(
    [
      { speaker: 'Anna', start: 0, end: 5, text: 'The supplier of the batteries raises' },
      { speaker: 'Boris', start: 2, end: 3, text: 'Mhm.' },
      { speaker: 'Anna', start: 5.4, end: 9, text: 'the price from January on.' },
    ],
    'en',
  );
  assert.deepEqual(lines, [
    { start: 0, text: 'The supplier of the batteries raises the price from January on.' },
  ]);
});

test('languages without stems and codes that no language has are no error', async () => {
  const german = transcriptOf(
    `Anna|Die Lieferanten der Batterien erhöhen die Preise ab Januar deutlich.
Bernd|Wir prüfen deshalb einen zweiten Lieferanten für Batterien in Polen.
Anna|Das Angebot des polnischen Lieferanten kommt nächste Woche.`,
  );
  for (const language of ['de', 'auto', 'xx-klingon', '', '日本語']) {
    assert.equal((await highlightsOf(german, language)).lines.length, 1);
  }
});

test('the number of highlights grows with the call, up to twelve, and they come from its whole length', async () => {
  const topics = ['invoice', 'server', 'contract', 'office', 'hiring', 'release', 'training', 'warehouse'];
  const call = Array.from({ length: 1200 }, (_, at) => {
    const topic = topics[Math.floor(at / 150)];
    return `P${at % 5}|The ${topic} number ${at} needs ${topics[at % 7]} approval from department ${at % 11} before shipping.`;
  });
  const segments = transcriptOf(call.join('\n'));
  const { lines } = await highlightsOf(segments, 'en');
  assert.equal(lines.length, 12);
  const quarters = new Set(lines.map(({ start }) => Math.floor((start / 9600) * 4)));
  assert.deepEqual([...quarters].sort(), [0, 1, 2, 3]);
  assert.equal((await highlightsOf(segments.slice(0, 12), 'en')).lines.length, 3);
});

test('a summary that is no longer wanted ends', async () => {
  const signal = AbortSignal.abort(new Error('the server stops'));
  const options = { language: 'en', model: undefined, signal, log: createLog('silent') };
  await assert.rejects(summarize(englishCall, options), /the server stops/);
});
