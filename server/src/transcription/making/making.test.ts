import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { collectLog } from '../../../testing/collected-log.ts';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { shorten } from '../../../testing/timings.ts';
import { says, TranscribingNode, untilTrue } from '../../../testing/transcripts/transcribing.ts';
import { SpeechAway, SpeechRefused } from '../../engines/speech/speech.ts';
import { spokenSentence } from '../../engines/speech/testing/fake.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { timings as queueTimings } from '../../platform/jobs/queue.ts';
import { removeRecord } from '../../records/deleting/delete.ts';
import { eraseFromRecords } from '../../records/records.ts';
import { eraseFromTranscripts } from '../erase.store.ts';
import { requestAutomatically, requestTranscript } from '../request.ts';
import { segmentsOf } from '../store.ts';
import { timings as attemptTimings } from './attempt.ts';
import { finishTranscript } from './finish.ts';
import { claimTranscript } from './making.store.ts';
import { timings } from './making.ts';

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

const makeNode = () => new TranscribingNode(database, root);

const eventsOf = async (spaceId: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ body: string }>(
    'SELECT body FROM webhook_deliveries WHERE space_id = $1 ORDER BY created_at',
    [spaceId],
  );
  return rows.map(({ body }) => body);
};

test('each voice becomes the segments of its person, in the order of time', async (t) => {
  const node = makeNode();
  node.begin(t);
  const twin = { name: 'Ann', externalUserId: 'student-2' };
  const recordId = await node.request([
    { name: 'Ann', externalUserId: 'student-1', content: 'One.', offset: 4 },
    { ...twin, content: 'Two.', offset: 4.5 },
    // The first Ann came back under another name and began to speak before the others.
    { name: 'Ann at home', externalUserId: 'student-1', content: 'Three.', offset: 1.25 },
  ]);
  const row = await node.untilState(recordId, 'ready');
  assert.deepEqual(await node.spoken(recordId), ['1.25 Ann at home: Three.', '4 Ann: One.', '4.5 Ann: Two.']);
  const segments = await segmentsOf(database.db, recordId);
  assert.deepEqual(
    segments.map(({ externalUserId }) => externalUserId),
    ['student-1', 'student-1', 'student-2'],
  );
  assert.deepEqual(segments[0]?.words, [{ word: 'Three.', start: 1.25, end: 3.25 }]);
  assert.deepEqual(
    [row.revision, row.engine, row.spokenLanguage, row.nodeId, row.claim, row.progress, row.awaySince],
    [1, 'fake', 'en', null, null, null, null],
  );
  assert.equal(row.summary?.kind, 'highlights');
  const chunks = await database.pool.query('SELECT FROM transcript_chunks WHERE record_id = $1', [recordId]);
  assert.equal(chunks.rowCount, 0);
  await untilTrue(() => readdirSync(node.folder).length === 0, 'the folder of the attempt to be removed');
});

test('the outcome is announced once, in the order of the keys', async (t) => {
  const node = makeNode();
  node.begin(t);
  const recordId = await node.request([{ name: 'Ann' }]);
  await node.untilState(recordId, 'ready');
  const [body, ...others] = await eventsOf(node.spaceId);
  assert.deepEqual(others, []);
  assert.match(
    body ?? '',
    new RegExp(
      `^\\{"eventName":"transcription_ready","roomId":"\\w+","spaceId":"${node.spaceId}","recordId":"${recordId}","callId":"\\w+"\\}$`,
    ),
  );
  const silent = await node.request([]);
  assert.equal((await node.untilState(silent, 'failed')).failure, 'no_audio');
  assert.match((await eventsOf(node.spaceId)).join(), /^\{"eventName":"transcription_failed"[^}]*\}$/);
});

test('a recording in which nobody says a word is ready and empty', async (t) => {
  const node = makeNode();
  node.speech.script = () => ({ language: undefined, sentences: [] });
  node.begin(t);
  const recordId = await node.request([{ name: 'Ann' }], 'ru');
  const row = await node.untilState(recordId, 'ready');
  assert.deepEqual([await node.spoken(recordId), row.summary?.text, row.spokenLanguage], [[], '', null]);
});

test('a voice that cannot be decoded is left out; without any other the recording is corrupted', async (t) => {
  const node = makeNode();
  node.begin(t);
  const partly = await node.request([
    { name: 'Ann', content: '' },
    { name: 'Bob', content: 'Hello.' },
  ]);
  await node.untilState(partly, 'ready');
  assert.deepEqual(await node.spoken(partly), ['0 Bob: Hello.']);
  const broken = await node.request([{ name: 'Ann', content: '' }]);
  assert.equal((await node.untilState(broken, 'failed')).failure, 'corrupted');
});

test('an engine that is away is asked again; what is stored is not asked again', async (t) => {
  const node = makeNode();
  node.cutter.script = () => [0, 10, 20].map((from) => [{ at: 0, from, duration: 5 }]);
  let failures = 0;
  node.speech.script = (path) => {
    failures += 1;
    if (failures % 2 === 0) throw new SpeechAway('429');
    return says(readFileSync(path, 'utf8'));
  };
  node.begin(t);
  const recordId = await node.request([{ name: 'Ann', content: 'Hello.' }]);
  await node.untilState(recordId, 'ready');
  assert.deepEqual(await node.spoken(recordId), ['0 Ann: Hello.', '10 Ann: Hello.', '20 Ann: Hello.']);
  assert.equal(node.speech.asked.length, 5, 'three chunks and two failures');
});

test('an engine that is away for a day is given up', async (t) => {
  const node = makeNode();
  node.speech.script = () => {
    throw new SpeechAway('away');
  };
  node.begin(t);
  const recordId = await node.request([{ name: 'Ann' }]);
  await untilTrue(async () => (await node.rowOf(recordId))?.awaySince, 'the outage to be noted');
  await untilTrue(() => node.speech.asked.length > 20, 'attempts go on, however many there were');
  assert.notEqual((await node.rowOf(recordId))?.state, 'failed');
  await database.pool.query(
    "UPDATE transcripts SET away_since = now() - interval '25 hours' WHERE record_id = $1",
    [recordId],
  );
  assert.equal((await node.untilState(recordId, 'failed')).failure, 'engine_unavailable');
  assert.equal((await eventsOf(node.spaceId)).length, 1);
});

for (const reason of ['corrupted', 'language_unsupported', 'too_long'] as const) {
  test(`an engine that refuses everything (${reason}) ends the transcript with this reason`, async (t) => {
    const node = makeNode();
    node.speech.script = () => {
      throw new SpeechRefused(reason, 'no');
    };
    node.begin(t);
    const recordId = await node.request([{ name: 'Ann' }], 'ru');
    assert.equal((await node.untilState(recordId, 'failed')).failure, reason);
    assert.deepEqual(
      node.speech.asked.map(({ language }) => language),
      ['ru'],
    );
  });
}

test('a refused chunk becomes a mark; the words of the others stay', async (t) => {
  const node = makeNode();
  node.cutter.script = () =>
    [0, 20, 40].map((from) => [
      { at: 0, from, duration: 5 },
      { at: 5.5, from: from + 10, duration: 3 },
    ]);
  node.speech.script = () => {
    if (node.speech.asked.length === 2) throw new SpeechRefused('corrupted', '400');
    return says('Hello everybody.');
  };
  node.begin(t);
  const recordId = await node.request([{ name: 'Ann' }]);
  const { summary } = await node.untilState(recordId, 'ready');
  assert.deepEqual(await node.spoken(recordId), [
    ...['0 Ann: Hello everybody.', '20 Ann: […]', '30 Ann: […]', '40 Ann: Hello everybody.'],
  ]);
  assert.doesNotMatch(JSON.stringify(summary), /\[…\]/);
  assert.equal(node.speech.asked.length, 3);
});

for (const [what, refused, asked] of [
  ['the first three chunks of a recording', [1, 2, 3], 3],
  ['most chunks of a recording', [2, 3, 4], 5],
] as const) {
  test(`an engine that refuses ${what} ends the transcript`, async (t) => {
    const node = makeNode();
    node.cutter.script = () => [0, 10, 20, 30, 40].map((from) => [{ at: 0, from, duration: 5 }]);
    node.speech.script = () => {
      if (refused.some((number) => number === node.speech.asked.length)) {
        throw new SpeechRefused('corrupted', '400');
      }
      return says('Hello.');
    };
    node.begin(t);
    const recordId = await node.request([{ name: 'Ann' }]);
    assert.equal((await node.untilState(recordId, 'failed')).failure, 'corrupted');
    assert.equal(node.speech.asked.length, asked);
  });
}

test('texts of an engine are cleaned, and long sentences divided at their pauses', async (t) => {
  const node = makeNode();
  const long = spokenSentence('one two three four five six', 0, 12);
  for (const word of long.words.slice(3)) Object.assign(word, { start: word.start + 18, end: word.end + 18 });
  node.cutter.script = () => [[{ at: 0, from: 0, duration: 60 }]];
  node.speech.script = () => ({
    language: 'en',
    sentences: [
      { ...long, end: 30 },
      { start: 40, end: 41, text: ' a\n\u0000b \ud800 ', confidence: 1.5, words: [] },
      { start: 42, end: 43, text: ' \n ', confidence: null, words: [] },
    ],
  });
  node.begin(t);
  const recordId = await node.request([{ name: 'Ann' }]);
  await node.untilState(recordId, 'ready');
  assert.deepEqual(await node.spoken(recordId), [
    ...['0 Ann: one two three', '24 Ann: four five six', '40 Ann: a b \ufffd'],
  ]);
});

test('work pauses while recordings of the machine suffer', async (t) => {
  const node = makeNode();
  let isOverloaded = true;
  node.begin(t, { isOverloaded: async () => isOverloaded });
  const recordId = await node.request([{ name: 'Ann' }]);
  await node.untilState(recordId, 'running');
  let renewed = (await node.rowOf(recordId))?.claimedUntil?.getTime() ?? 0;
  for (let time = 1; time <= 2; time += 1) {
    await untilTrue(
      async () => ((await node.rowOf(recordId))?.claimedUntil?.getTime() ?? 0) > renewed,
      'a renewal',
    );
    renewed = (await node.rowOf(recordId))?.claimedUntil?.getTime() ?? 0;
  }
  assert.equal(node.speech.asked.length, 0);
  isOverloaded = false;
  await node.untilState(recordId, 'ready');
});

test('a stop leaves the transcript to the next start, which asks only for what is missing', async (t) => {
  const node = makeNode();
  node.cutter.script = () => [0, 10].map((from) => [{ at: 0, from, duration: 5 }]);
  let isHanging = true;
  node.speech.script = (path) =>
    node.speech.asked.length === 2 && isHanging ? 'hang' : says(readFileSync(path, 'utf8'));
  node.begin(t);
  const recordId = await node.request([{ name: 'Ann', content: 'Hello.' }]);
  await untilTrue(() => node.speech.asked.length === 2, 'the second chunk');
  await node.stop();
  isHanging = false;
  const row = await node.rowOf(recordId);
  assert.deepEqual([row?.state, row?.attempts, row?.nodeId], ['waiting', 0, null]);
  assert.ok(row?.progress === 0.5, `progress ${row?.progress}`);
  node.begin(t);
  await node.untilState(recordId, 'ready');
  assert.deepEqual(await node.spoken(recordId), ['0 Ann: Hello.', '10 Ann: Hello.']);
  assert.equal(node.speech.asked.length, 3);
});

test('an attempt ends when its transcript or recording is deleted, or it is requested in another language', async (t) => {
  const node = makeNode();
  node.speech.script = (_, { language }) => (language === undefined ? 'hang' : says('Здравствуйте.', 'ru'));
  node.begin(t);
  const deleted = await node.request([{ name: 'Ann' }]);
  await untilTrue(() => node.speech.asked.length === 1, 'the first attempt');
  await removeRecord(database.db, deleted);
  assert.equal(await node.rowOf(deleted), undefined);
  const again = await node.request([{ name: 'Ann' }]);
  await node.untilState(again, 'running');
  assert.equal(await requestTranscript(database.db, { recordId: again, language: 'auto' }), 'running');
  assert.equal(await requestTranscript(database.db, { recordId: again, language: 'ru' }), 'waiting');
  await node.untilState(again, 'ready');
  assert.deepEqual(await node.spoken(again), ['0 Ann: Здравствуйте.']);
  await untilTrue(() => readdirSync(node.folder).length === 0, 'no folders');
});

for (const [moment, hanging] of [
  ['their own voice', 'Ann.'],
  ['the voice of another', 'Bob.'],
]) {
  test(`a person who is erased while ${moment} is transcribed is not in the transcript`, async (t) => {
    const node = makeNode();
    const participantId = newId();
    const goesOn = Promise.withResolvers<void>();
    node.cutter.script = () => [0, 10].map((from) => [{ at: 0, from, duration: 5 }]);
    node.speech.script = async (path) => {
      const text = readFileSync(path, 'utf8');
      // The engine returns the erased words after the erasure.
      if (text === hanging && path.endsWith('1.wav')) await goesOn.promise;
      return says(text);
    };
    node.begin(t);
    const recordId = await node.request([
      { name: 'Ann', participantId, content: 'Ann.' },
      { name: 'Bob', externalUserId: 'student-2', content: 'Bob.' },
    ]);
    await untilTrue(() => node.speech.asked.length === (hanging === 'Ann.' ? 2 : 4), 'the last chunk before');
    await inTransaction(database.db, async (trx) => {
      await eraseFromRecords(trx, { erasedId: 'erased:1' }, [participantId]);
      await eraseFromTranscripts(trx, [participantId]);
    });
    const storedOfAnn = async () =>
      (
        await database.pool.query('SELECT FROM transcript_chunks WHERE record_id = $1 AND voice = 1', [
          recordId,
        ])
      ).rowCount;
    assert.equal(await storedOfAnn(), 0);
    goesOn.resolve();
    await node.untilState(recordId, 'ready');
    assert.deepEqual(await node.spoken(recordId), ['0 Bob: Bob.', '10 Bob: Bob.']);
    await requestTranscript(database.db, { recordId, language: 'auto' });
    await node.untilState(recordId, 'ready');
    assert.deepEqual(
      await node.spoken(recordId),
      ['0 Bob: Bob.', '10 Bob: Bob.'],
      'a new request does not bring their speech back',
    );
  });
}

test('each log line about a transcript has the ids of its recording, call, room and group', async (t) => {
  const { lines, log } = collectLog();
  const node = makeNode();
  node.begin(t, { log });
  const recordId = await node.request([
    { name: 'Ann', content: '' },
    { name: 'Bob', content: 'Hello.' },
  ]);
  await untilTrue(() => lines.some(({ msg }) => msg === 'transcribed a recording'), 'the last line');
  const { rows } = await database.pool.query(
    'SELECT call_id AS "callId", room_id AS "roomId", space_id AS "spaceId" FROM records WHERE id = $1',
    [recordId],
  );
  assert.deepEqual(
    lines.map(({ msg, callId, roomId, spaceId, ...line }) => [
      msg,
      line.recordId,
      { callId, roomId, spaceId },
    ]),
    ['left out a voice that cannot be decoded', 'transcribed a recording'].map((msg) => [
      ...[msg, recordId, rows[0]],
    ]),
  );
});

test('an attempt that loses its claim at the end neither stores nor logs a transcript', async () => {
  const node = makeNode();
  const recordId = await node.request([{ name: 'Ann' }]);
  const claiming = { node: node.id, claim: newId(), engine: 'fake', underWay: [], holdSeconds: 60 };
  const transcript = await inTransaction(database.db, (trx) => claimTranscript(trx, claiming));
  assert.equal(transcript?.recordId, recordId);
  await database.pool.query("UPDATE transcripts SET claim = 'of another' WHERE record_id = $1", [recordId]);
  const { lines, log } = collectLog();
  const { signal } = new AbortController();
  const parts = { db: database.db, hasLanguageModel: false, log };
  assert.equal(await finishTranscript(parts, transcript, signal), false);
  assert.deepEqual(lines, []);
  assert.equal((await node.rowOf(recordId))?.state, 'running');
  await database.pool.query('DELETE FROM transcripts WHERE record_id = $1', [recordId]);
});

test('no segment and no word lasts longer than the recording', async (t) => {
  const node = makeNode();
  node.speech.script = () => ({
    language: 'en',
    sentences: [spokenSentence('One two.', 50, 60), spokenSentence('Three.', 61, 70)],
  });
  node.cutter.script = () => [[{ at: 0, from: 0, duration: 70 }]];
  const recordId = await node.request([{ name: 'Ann', offset: 4, duration: 70 }]);
  await database.pool.query('UPDATE records SET duration = 62.5 WHERE id = $1', [recordId]);
  node.begin(t);
  await node.untilState(recordId, 'ready');
  const segments = await segmentsOf(database.db, recordId);
  assert.deepEqual(
    segments.map(({ startSeconds, endSeconds, words }) => [startSeconds, endSeconds, words.at(-1)?.end]),
    [
      [54, 62.5, 62.5],
      [62.5, 62.5, 62.5],
    ],
  );
});

test('a finished recording is requested where room, plan and engine allow it', async () => {
  const node = makeNode();
  const speech = { name: 'fake' };
  const requested = async (change: string | undefined, engine: typeof speech | undefined = speech) => {
    const id = await node.record([{ name: 'Ann' }]);
    if (change) await database.pool.query(change, [node.spaceId]);
    const { rows } = await database.pool.query<{ room_id: string }>(
      'SELECT room_id FROM records WHERE id = $1',
      [id],
    );
    const roomId = rows[0]?.room_id ?? '';
    await inTransaction(database.db, (trx) => requestAutomatically({ speech: engine }, trx, { id, roomId }));
    return (await node.rowOf(id))?.language;
  };
  assert.equal(await requested("UPDATE rooms SET transcription_language = 'ru' WHERE space_id = $1"), 'ru');
  const off = `UPDATE rooms SET flags = '{"isTranscriptionAllowed": false}' WHERE space_id = $1`;
  assert.equal(await requested(off), undefined);
  const free = "UPDATE users SET plan = 'team' WHERE id = (SELECT owner_id FROM spaces WHERE id = $1)";
  assert.equal(await requested(free), undefined);
  const id = await node.record([{ name: 'Ann' }]);
  await inTransaction(database.db, (trx) =>
    requestAutomatically({ speech: undefined }, trx, { id, roomId: id }),
  );
  assert.equal(await node.rowOf(id), undefined);
  assert.ok(!existsSync(node.folder));
  await database.pool.query("DELETE FROM transcripts WHERE state = 'waiting'");
});
