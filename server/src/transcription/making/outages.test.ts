import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { says, TranscribingNode, untilTrue } from '../../../testing/transcripts/transcribing.ts';
import { shorten } from '../../../testing/waits.ts';
import { SpeechAway } from '../../engines/speech/speech.ts';
import { segmentsOf } from '../store.ts';
import { waits as attemptWaits } from './attempt.ts';
import { waits } from './making.ts';

let database: OwnDatabase;
let root: string;
before(async () => {
  database = await startOwnDatabase();
  root = mkdtempSync(join(tmpdir(), 'lectern-transcripts-'));
});
after(async () => {
  await database?.remove();
  rmSync(root, { recursive: true, force: true });
});

shorten(waits, { everyMs: 50 });
shorten(attemptWaits, { renewMs: 50, retryMs: 20, longestRetryMs: 40, overloadedMs: 20 });

const makeNode = () => new TranscribingNode(database, root);
const twoChunks = () => [0, 10].map((from) => [{ at: 0, from, duration: 5 }]);

test('an engine that is back after a day and away again for a moment is not given up', async (t) => {
  const node = makeNode();
  node.cutter.script = twoChunks;
  node.speech.script = (path) => {
    if (node.speech.asked.length === 2) throw new SpeechAway('429');
    return says(readFileSync(path, 'utf8'));
  };
  const recordId = await node.request([{ name: 'Ann', content: 'Hello.' }]);
  await database.pool.query(
    "UPDATE transcripts SET away_since = now() - interval '25 hours' WHERE record_id = $1",
    [recordId],
  );
  node.begin(t);
  await untilTrue(
    async () => /ready|failed/.test((await node.rowOf(recordId))?.state ?? ''),
    'the outcome of the transcript',
  );
  assert.equal((await node.rowOf(recordId))?.failure, null);
  assert.deepEqual(await node.spoken(recordId), ['0 Ann: Hello.', '10 Ann: Hello.']);
});

test('an attempt that stores a chunk does not count as the last of many in vain', async (t) => {
  const node = makeNode();
  node.cutter.script = twoChunks;
  node.speech.script = (path) => {
    if (node.speech.asked.length === 2) throw new Error('a fault');
    return says(readFileSync(path, 'utf8'));
  };
  const recordId = await node.request([{ name: 'Ann', content: 'Hello.' }]);
  await database.pool.query('UPDATE transcripts SET attempts = 11 WHERE record_id = $1', [recordId]);
  node.begin(t);
  await untilTrue(
    async () => /ready|failed/.test((await node.rowOf(recordId))?.state ?? ''),
    'the outcome of the transcript',
  );
  assert.equal((await node.rowOf(recordId))?.failure, null);
});

test('megabytes of text in one sentence are cut, so that the transcript can be stored and searched', async (t) => {
  const node = makeNode();
  const text = Array.from({ length: 300_000 }, (_, index) => `w${index}`).join(' ');
  const sentence = { start: 0, end: 2, confidence: null, words: [] };
  node.speech.script = () => ({
    language: 'en',
    sentences: [
      { ...sentence, text },
      { ...sentence, text: '😀'.repeat(9_999) },
    ],
  });
  node.begin(t);
  const recordId = await node.request([{ name: 'Ann' }]);
  await node.untilState(recordId, 'ready');
  const texts = (await segmentsOf(database.db, recordId)).map((segment) => segment.text);
  assert.equal(texts.length, 2);
  for (const one of texts) {
    assert.ok(one.length > 1000 && one.length <= 5000, `${one.length} characters`);
    assert.ok(one.isWellFormed());
  }
});

test('voices of no length do not spoil the progress', async (t) => {
  const node = makeNode();
  node.cutter.script = twoChunks;
  node.speech.script = () => (node.speech.asked.length === 2 ? 'hang' : says('Hello.'));
  node.begin(t);
  const recordId = await node.request([{ name: 'Ann', duration: 0 }]);
  await untilTrue(() => node.speech.asked.length === 2, 'the second chunk');
  const progress = (await node.rowOf(recordId))?.progress;
  assert.ok(typeof progress === 'number' && progress >= 0 && progress <= 1, `progress ${progress}`);
});
