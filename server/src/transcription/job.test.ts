import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { type Database, databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { refused } from '../../testing/refused.ts';
import { shorten } from '../../testing/timings.ts';
import { insertSpokenRecord } from '../../testing/transcripts/spoken-record.ts';
import { says, untilTrue } from '../../testing/transcripts/transcribing.ts';
import { filesIn } from '../../testing/videos/preparing-node.ts';
import { SpeechAway } from '../engines/speech/speech.ts';
import { FakeSpeechEngine, FakeVoiceCutter } from '../engines/speech/testing/fake.ts';
import { timings as queueTimings } from '../platform/jobs/queue.ts';
import { timings as attemptTimings } from './making/attempt.ts';
import { timings } from './making/making.ts';

shorten(timings, { everyMs: 50 });
shorten(queueTimings, { renewMs: 50 });
shorten(attemptTimings, { retryMs: 20, longestRetryMs: 40 });

const [speech, cutter] = [new FakeSpeechEngine(), new FakeVoiceCutter()];
let lectern: InProcess;
let database: Database;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess({}, { speech, cutter });
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  group = await makeGroup(lectern);
  const { spaceId, owner } = group;
  const url = 'http://127.0.0.1:9/hook';
  await owner.createWebhook({
    spaceId,
    body: { url, events: ['transcription_ready', 'transcription_failed'] },
  });
  cutter.script = () => [0, 10].map((from) => [{ at: 0, from, duration: 5 }]);
  speech.asked.length = 0;
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

/** Inserts a recording with Ann's voice. */
async function finished() {
  const { spaceId, room } = group;
  const place = { spaceId, roomId: room.id, filesFolder: filesIn(lectern.dataDir) };
  const voices = [{ name: 'Ann', content: 'Hello.' }];
  return { ...group.at, recordId: await insertSpokenRecord(database.db, { ...place, voices }) };
}
type Place = Awaited<ReturnType<typeof finished>>;

const stateOf = async (at: Place) => (await group.owner.getRecord(at)).transcription;
const untilState = (at: Place, state: string) =>
  untilTrue(async () => (await stateOf(at)).state === state, `the transcript to be ${state}`);

const eventsOf = async ({ spaceId, recordId }: Place): Promise<string[]> => {
  const { rows } = await database.pool.query<{ body: string }>(
    'SELECT body FROM webhook_deliveries WHERE space_id = $1 AND body LIKE $2',
    [spaceId, `%${recordId}%`],
  );
  return rows.map(({ body }) => JSON.parse(body).eventName);
};

test('a requested transcript shows its progress, becomes ready and is announced once', async () => {
  const goesOn = Promise.withResolvers<void>();
  speech.script = async (path) => {
    if (speech.asked.length === 2) await goesOn.promise;
    return says(readFileSync(path, 'utf8'));
  };
  const at = await finished();
  assert.equal((await stateOf(at)).state, 'none');
  assert.deepEqual(await group.owner.requestTranscription(at), { state: 'waiting' });
  await untilTrue(() => speech.asked.length === 2, 'the second chunk');
  assert.deepEqual(await stateOf(at), { state: 'running', progress: 0.5, reason: null, revision: null });
  const { retryAfter } = await refused(group.owner.getTranscription(at), 'transcription_not_ready');
  assert.ok(retryAfter !== null && retryAfter >= 5, `Retry-After ${retryAfter}`);
  assert.deepEqual(await group.owner.requestTranscription(at), { state: 'running' }, 'the work goes on');
  goesOn.resolve();
  await untilState(at, 'ready');
  assert.deepEqual(await stateOf(at), { state: 'ready', progress: null, reason: null, revision: 1 });
  assert.equal(speech.asked.length, 2);
  assert.equal(await group.owner.getTranscriptionTxt(at), '[0:00:00] Ann: Hello.\n[0:00:10] Ann: Hello.\n');
  assert.deepEqual(await eventsOf(at), ['transcription_ready']);
});

test('a transcript waits for an engine that is away, and becomes ready when it is back', async () => {
  let isAway = true;
  speech.script = (path) => {
    if (isAway) throw new SpeechAway('the engine is away');
    return says(readFileSync(path, 'utf8'));
  };
  const at = await finished();
  await group.owner.requestTranscription(at);
  await untilTrue(() => speech.asked.length > 3, 'several attempts');
  const { retryAfter } = await refused(group.owner.getTranscription(at), 'transcription_not_ready');
  assert.ok(retryAfter !== null && retryAfter >= 5, `Retry-After ${retryAfter}`);
  assert.match((await stateOf(at)).state, /^(?:waiting|running)$/);
  isAway = false;
  await untilState(at, 'ready');
  assert.equal((await group.owner.getTranscription(at)).transcription.segmentsCount, 2);
  assert.deepEqual(await eventsOf(at), ['transcription_ready']);
});

test('a transcript that is deleted while it is made stays deleted, and nothing is announced', async () => {
  speech.script = () => 'hang';
  const at = await finished();
  await group.owner.requestTranscription(at);
  await untilTrue(() => speech.asked.length === 1, 'the first chunk');
  await group.owner.deleteTranscription(at);
  await refused(group.owner.getTranscription(at), 'not_found');
  // The same place makes the next transcript.
  speech.script = (path) => says(readFileSync(path, 'utf8'));
  const next = await finished();
  await group.owner.requestTranscription(next);
  await untilState(next, 'ready');
  assert.equal((await stateOf(at)).state, 'none');
  assert.deepEqual(await eventsOf(at), []);
});

test('a node that no longer transcribes removes the voices that its last run left', async () => {
  const left = join(lectern.dataDir, 'transcribing/of-a-killed-run');
  await database.close();
  await lectern.stop();
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, 'voice.ogg'), 'Hello.');
  await lectern.start({ LECTERN_SPEECH_PLACES: '0' });
  database = await databaseOf(lectern);
  await untilTrue(() => !existsSync(left), 'the voice to be removed');
});
