import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { collectLog } from '../../../testing/collected-log.ts';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { shorten } from '../../../testing/timings.ts';
import { says, TranscribingNode, untilTrue } from '../../../testing/transcripts/transcribing.ts';
import { FilesAway } from '../../engines/files/files.ts';
import { LanguageAway } from '../../engines/language/language.ts';
import { FakeLanguageModel } from '../../engines/language/testing/fake.ts';
import { timings as checkTimings } from '../../engines/speech/check.ts';
import { SpeechAway } from '../../engines/speech/speech.ts';
import { DiskSpace } from '../../platform/disk/space.ts';
import { newId } from '../../platform/ids.ts';
import { startRepeating } from '../../platform/jobs/jobs.ts';
import { timings as queueTimings } from '../../platform/jobs/queue.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { segmentsOf } from '../store.ts';
import { timings as writeTimings } from '../summary/model/write.ts';
import { timings as attemptTimings } from './attempt.ts';
import { timings } from './making.ts';
import { claimSummary, endSummary, postponeSummary } from './summaries.store.ts';
import { summarizeJob, timings as summaryTimings } from './summaries.ts';

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

shorten(timings, { everyMs: 50 });
shorten(queueTimings, { renewMs: 50 });
shorten(attemptTimings, { retryMs: 20, longestRetryMs: 40, overloadedMs: 20 });
shorten(summaryTimings, { everyMs: 20, retryMs: 10, longestRetryMs: 20 });
shorten(writeTimings, { retriesMs: [1, 1, 1] });

shorten(checkTimings, { againMs: 20 });

const makeNode = () => new TranscribingNode(database, root);

function startSummarizing(model: FakeLanguageModel, log: Logger): () => Promise<void> {
  const { db, pool } = database;
  const job = summarizeJob({ db, model, log });
  return startRepeating({ db, pool, node: newId(), log }, [{ name: 'summaries', ...job }]);
}

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

test('recordings wait without attempts while the engine cannot run, and the log says it once', async (t) => {
  const node = makeNode();
  const { lines, log } = collectLog();
  let probes = 0;
  node.speech.probe = async () => {
    probes += 1;
    return node.speech.missing;
  };
  node.speech.missing = 'The whisper model base is not installed.';
  const recordId = await node.request([{ name: 'Ann', content: 'Hello.' }]);
  node.begin(t, { log });
  await untilTrue(() => probes > 3, 'the engine to be probed again and again');
  const { state, attempts, awaySince } = (await node.rowOf(recordId)) ?? {};
  assert.deepEqual({ state, attempts, awaySince }, { state: 'waiting', attempts: 0, awaySince: null });
  node.speech.missing = undefined;
  await node.untilState(recordId, 'ready');
  const about = lines.filter(({ msg }) => /speech engine/.test(String(msg)));
  assert.deepEqual(
    about.map(({ level, reason }) => [level, reason]),
    [
      [50, 'The whisper model base is not installed.'],
      [30, undefined],
    ],
  );
});

const noFiles: Record<string, () => Promise<boolean>> = {
  unknown: () => Promise.reject(new FilesAway('the storage is away')),
  // A folder that is not mounted looks like this.
  corrupted: async () => false,
};
for (const [reason, fetch] of Object.entries(noFiles)) {
  test(`a storage without the voices is asked for a day; then the transcript ends as ${reason}`, async (t) => {
    const node = makeNode();
    let asked = 0;
    node.begin(t, {
      files: {
        stat: async () => undefined,
        fetch: () => {
          asked += 1;
          return fetch();
        },
      },
    });
    const recordId = await node.request([{ name: 'Ann' }]);
    await untilTrue(() => asked > 20, 'attempts go on, however many there were');
    const { state, attempts } = (await node.rowOf(recordId)) ?? {};
    assert.match(state ?? '', /^(?:waiting|running)$/);
    assert.ok((attempts ?? 9) <= 1, `${attempts} attempts are counted`);
    await database.pool.query(
      "UPDATE transcripts SET away_since = now() - interval '25 hours' WHERE record_id = $1",
      [recordId],
    );
    assert.equal((await node.untilState(recordId, 'failed')).failure, reason);
  });
}

test('a voice for which the disk has no space is tried again until it has', async (t) => {
  const node = makeNode();
  const disk = { free: 100 };
  const space = new DiskSpace({ folder: '/', keptFreeBytes: 50, freeBytes: async () => disk.free });
  node.begin(t, { space });
  const recordId = await node.request([{ name: 'Ann' }]);
  await untilTrue(async () => (await node.rowOf(recordId))?.awaySince, 'the outage to be noted');
  assert.deepEqual(await node.spoken(recordId), []);
  disk.free = 2 ** 40;
  await node.untilState(recordId, 'ready');
  assert.equal(await space.available(), disk.free - 50);
});

test('the highlights stand in for the summary of a model that is away, until it is back', async (t) => {
  const node = makeNode();
  node.speech.script = () => says('The budget of the project grows by forty percent this year.');
  let isAway = true;
  const line = { text: 'The budget grows by forty percent.', start: 0 };
  const model = new FakeLanguageModel(() => {
    if (isAway) throw new LanguageAway('overloaded');
    return { sections: [], lines: [line], tasks: [] };
  });
  node.begin(t, { hasLanguageModel: true });
  t.after(startSummarizing(model, quietLog));
  const recordId = await node.request([{ name: 'Ann' }]);
  await node.untilState(recordId, 'ready');
  const attempts = async () => (await node.rowOf(recordId))?.summaryAttempts ?? 0;
  await untilTrue(async () => (await attempts()) > 2, 'several attempts at the summary');
  assert.equal((await node.rowOf(recordId))?.summary?.kind, 'highlights');
  isAway = false;
  await untilTrue(async () => (await node.rowOf(recordId))?.summary?.kind === 'model', 'the summary');
  const { summary, summaryDueAt, revision } = (await node.rowOf(recordId)) ?? {};
  assert.deepEqual([summary?.lines, summaryDueAt, revision], [[line], null, 2]);
});

test('a model that stays away is given up; the highlights stay', async (t) => {
  const node = makeNode();
  const model = new FakeLanguageModel(() => {
    throw new LanguageAway('overloaded');
  });
  node.begin(t, { hasLanguageModel: true });
  const recordId = await node.request([{ name: 'Ann' }]);
  await node.untilState(recordId, 'ready');
  await database.pool.query('UPDATE transcripts SET summary_attempts = 29 WHERE record_id = $1', [recordId]);
  const { lines, log } = collectLog();
  t.after(startSummarizing(model, log));
  await untilTrue(async () => (await node.rowOf(recordId))?.summaryDueAt === null, 'the end of the attempts');
  assert.equal((await node.rowOf(recordId))?.summary?.kind, 'highlights');
  assert.ok(model.requests.length > 0);
  const given = lines.find(({ msg }) => msg === 'gave up on a summary: its highlights stay');
  const { rows } = await database.pool.query('SELECT call_id FROM records WHERE id = $1', [recordId]);
  assert.deepEqual([given?.recordId, given?.callId], [recordId, rows[0].call_id]);
});

test('a renewal that arrives after the summary is stored does not make it due again', async (t) => {
  const node = makeNode();
  node.speech.script = () => says('The budget of the project grows by forty percent this year.');
  node.begin(t, { hasLanguageModel: true });
  const recordId = await node.request([{ name: 'Ann' }]);
  await node.untilState(recordId, 'ready');
  const due = (await claimSummary(database.db, 60)) ?? assert.fail();
  assert.equal(due.recordId, recordId);
  assert.ok(await postponeSummary(database.db, due, 1000));
  await endSummary(database.db, due);
  assert.equal(await postponeSummary(database.db, due, 1000), false);
  assert.equal((await node.rowOf(recordId))?.summaryDueAt, null);
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
