import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import { type Database, databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser, openLink, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { insertEndedRecord } from '../../testing/records/records.ts';
import { insertTranscript } from '../../testing/records/transcripts.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { shorten } from '../../testing/timings.ts';
import { waitUntil } from '../../testing/wait.ts';
import { timings as checkTimings } from '../engines/speech/check.ts';
import { FakeSpeechEngine } from '../engines/speech/testing/fake.ts';
import { inTransaction } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';
import { timings as nodeTimings } from '../startup/nodes/nodes.ts';
import { saveRequest } from './change.store.ts';

let lectern: Lectern;
let database: Database;
let group: TestGroup;
let at: TestGroup['at'] & { recordId: string; segmentId: string; participantId: string };
before(async () => {
  const settings = { LECTERN_SPEECH_PLACES: '0', LECTERN_SUPPORT_ADDRESS: 'help@school.example.org' };
  lectern = await startInProcess(settings, { speech: new FakeSpeechEngine() });
  database = await databaseOf(lectern);
  group = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
  const { recordId } = await insertEndedRecord(lectern, group, 'finished');
  const participantId = newId();
  const [segmentId = ''] = await insertTranscript(database.db, recordId, [{ participantId }]);
  at = { ...group.at, recordId, segmentId, participantId };
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

type Path = typeof at;
const reads = (api: Client, path: Path = at) => [
  () => api.getTranscription(path),
  () => api.getTranscriptionVtt(path),
  () => api.getTranscriptionSrt(path),
  () => api.getTranscriptionTxt(path),
  () => api.getTranscriptionJson(path),
];
const ofRecord = (api: Client, path: Path = at) => [
  ...reads(api, path),
  () => api.updateTranscriptionSegment({ ...path, body: { text: 'Taken over.' } }),
  () => api.updateTranscriptionSpeaker({ ...path, body: { speaker: 'Taken over' } }),
  () => api.requestTranscription(path),
  () => api.deleteTranscription(path),
];
const search = (api: Client) => () => api.searchSpace({ spaceId: group.spaceId, query: { text: 'hello' } });
const everything = (api: Client) => [...ofRecord(api), search(api)];

async function allRefused(asked: (() => Promise<unknown>)[], code: Parameters<typeof refused>[1]) {
  for (const ask of asked) await refused(ask(), code);
}

test('only people who lead the room read and change a transcript', async () => {
  await allRefused(everything(lectern.client()), 'unauthorized');
  await allRefused(everything(lectern.client(`lpt_${'A'.repeat(43)}`)), 'unauthorized');
  const stranger = await makeUser(lectern, 'transcript-stranger');
  await allRefused(everything(stranger.api), 'not_found');
  await allRefused(everything(lectern.client(lectern.owner.clientToken)), 'not_found');
  const guest = await enterBy(lectern, group, { url: await makeLink(group, { role: 'user' }) });
  await allRefused(ofRecord(guest.api), 'forbidden');
  const moderator = await enterBy(lectern, group, { url: await makeLink(group, { role: 'moderator' }) });
  await allRefused(ofRecord(moderator.api), 'forbidden');
  const tab = await openLink(lectern, await makeLink(group, { role: 'moderator' }), 'a browser');
  await allRefused(ofRecord(tab), 'forbidden');
});

test('a moderator of the room reads its transcripts; an ordinary member does not', async () => {
  const member = await makeUser(lectern, 'transcript-member');
  const { spaceId } = group;
  const { id: inviteId } = await group.owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await member.api.activateInvite({ spaceId, inviteId });
  await allRefused(ofRecord(member.api), 'not_found');
  const grant = (role: 'role_room_user' | 'role_room_moderator') =>
    group.owner.grantRole({ ...group.at, body: { targetUserId: member.id, role } });
  await grant('role_room_user');
  await allRefused(ofRecord(member.api), 'forbidden');
  await grant('role_room_moderator');
  for (const read of reads(member.api)) await read();
});

test('a transcript is found only in its own room and recording', async () => {
  const other = await group.owner.createRoom({ spaceId: group.spaceId, body: { name: 'Physics' } });
  await allRefused(ofRecord(group.owner, { ...at, roomId: other.id }), 'not_found');
  await allRefused(ofRecord(group.owner, { ...at, recordId: newId() }), 'not_found');
  const correct = (segmentId: string) =>
    group.owner.updateTranscriptionSegment({ ...at, segmentId, body: { text: 'x' } });
  await refused(correct(newId()), 'not_found');
  await refused(correct('x'), 'not_found');
  const rename = (participantId: string) =>
    group.owner.updateTranscriptionSpeaker({ ...at, participantId, body: { speaker: 'x', from: ['Ann'] } });
  await refused(rename(newId()), 'not_found');
  await refused(rename('x'), 'not_found');
  const { recordId } = await insertEndedRecord(lectern, group, 'finished');
  await allRefused(reads(group.owner, { ...at, recordId }), 'not_found');
});

test('a transcript that is not there is refused with the reason', async () => {
  const { recordId } = await insertEndedRecord(lectern, group, 'finished');
  const path = { ...at, recordId };
  await group.owner.requestTranscription(path);
  for (const read of reads(group.owner, path)) {
    const { retryAfter } = await refused(read(), 'transcription_not_ready');
    assert.ok(retryAfter !== null && retryAfter >= 5 && retryAfter <= 3600, `Retry-After ${retryAfter}`);
  }
  await database.pool.query(
    "UPDATE transcripts SET state = 'failed', failure = 'no_audio', finished_at = now() WHERE record_id = $1",
    [recordId],
  );
  for (const read of reads(group.owner, path)) {
    assert.equal((await refused(read(), 'transcription_failed')).reason, 'no_audio');
  }
  const failed = { ...at, recordId: (await insertEndedRecord(lectern, group, 'failed')).recordId };
  await refused(group.owner.requestTranscription(failed), 'record_not_ready');
});

test('a plan without transcription names the address of the support', async () => {
  const own = await makeUser(lectern, 'transcript-poor');
  const { id: spaceId } = await own.api.createSpace({ body: { name: 'Poor' } });
  const room = await own.api.createRoom({ spaceId, body: { name: 'Algebra' } });
  const { recordId } = await insertEndedRecord(lectern, { spaceId, room }, 'finished');
  const [segmentId = ''] = await insertTranscript(database.db, recordId);
  const path = { spaceId, roomId: room.id, recordId, segmentId, participantId: newId() };
  await database.pool.query("UPDATE users SET plan = 'team' WHERE id = $1", [own.id]);
  const found = () => own.api.searchSpace({ spaceId, query: { text: 'hello' } });
  for (const ask of [...reads(own.api, path), () => own.api.requestTranscription(path), found]) {
    const { message, reason } = await refused(ask(), 'transcription_unavailable');
    assert.equal(reason, 'plan');
    assert.match(message, /plan .* Contact help@school\.example\.org\.$/);
  }
  assert.equal((await own.api.getRecord(path)).transcription.state, 'unavailable');
  await own.api.deleteTranscription(path);
});

test('a refusal lists every field that is wrong', async () => {
  const { owner } = group;
  const bad = (body: object) => body as never;
  const correct = (body: object) => owner.updateTranscriptionSegment({ ...at, body: bad(body) });
  await refusedFields(correct({ text: [], speaker: 'x'.repeat(201) }), 'text', 'speaker');
  await refusedFields(correct({ text: 'x'.repeat(5001), speaker: ['x'] }), 'text', 'speaker');
  await refusedFields(correct({ text: 'a\u0000b' }), 'text');
  const rename = (body: object) => owner.updateTranscriptionSpeaker({ ...at, body: bad(body) });
  await refusedFields(rename({}), 'speaker');
  await refusedFields(rename({ speaker: ' ', from: [''] }), 'speaker', 'from.0');
  await refusedFields(rename({ speaker: 'x'.repeat(201), from: 'Ann' }), 'speaker', 'from');
  for (const language of ['english', 'EN', 'e', 5]) {
    await refusedFields(owner.requestTranscription({ ...at, body: bad({ language }) }), 'language');
    await refusedFields(
      owner.updateRoom({ ...group.at, body: bad({ transcriptionLanguage: language }) }),
      'transcriptionLanguage',
    );
  }
  const found = (query: object) => owner.searchSpace({ spaceId: group.spaceId, query: bad(query) });
  await refusedFields(found({}), 'text');
  const query = { text: ' ', roomId: 'x', limit: 0, offset: -1, order: 'up' };
  await refusedFields(found(query), ...Object.keys(query));
});

test('while the engine cannot run on any node, requests are refused and recordings wait', async (t) => {
  shorten(nodeTimings, { heartbeatMs: 50 }, t);
  shorten(checkTimings, { againMs: 50 }, t);
  const speech = new FakeSpeechEngine();
  speech.missing = 'The model is not installed.';
  const broken = await startInProcess({ LECTERN_SPEECH_PLACES: '1' }, { speech });
  t.after(() => broken.remove());
  const { db, pool, close } = await databaseOf(broken);
  t.after(close);
  const isReported = async (state: string) => {
    const { rowCount } = await pool.query('SELECT FROM nodes WHERE speech = $1', [state]);
    return rowCount === 1;
  };
  const own = await makeGroup(broken);
  const insert = async () => ({
    ...own.at,
    recordId: (await insertEndedRecord(broken, own, 'finished')).recordId,
  });
  const [waits, other] = [await insert(), await insert()];
  const request = () => own.owner.requestTranscription(other);
  const stateOf = async () => (await own.owner.getRecord(waits)).transcription;
  await inTransaction(db, (trx) =>
    saveRequest(trx, { recordId: waits.recordId, language: 'auto', at: new Date() }),
  );
  await waitUntil(() => isReported('broken'), {
    timeout: 10_000,
    message: 'the heartbeat to report a broken engine',
  });
  for (const ask of [...reads(own.owner, { ...at, ...waits }), request]) {
    const { retryAfter } = await refused(ask(), 'engine_unavailable');
    assert.equal(retryAfter, 60);
  }
  await refused(own.owner.getTranscription(other), 'not_found');
  const { state, reason } = await stateOf();
  assert.deepEqual({ state, reason }, { state: 'waiting', reason: 'engine_unavailable' });

  await pool.query(
    "INSERT INTO nodes (id, started_at, seen_at, speech) VALUES ('other', now(), now(), 'works')",
  );
  assert.equal((await request()).state, 'waiting');
  assert.equal((await stateOf()).reason, null);
  await pool.query("DELETE FROM nodes WHERE id = 'other'");

  speech.missing = undefined;
  // The records of this test have no voices.
  await waitUntil(async () => (await stateOf()).reason === 'no_audio', {
    ...{ timeout: 20_000, message: 'the end of the transcript' },
  });
});

test('without an engine the operator learns what to set, and finished transcripts stay readable', async () => {
  const bare = await startInProcess();
  try {
    const own = await makeGroup(bare);
    const { recordId } = await insertEndedRecord(bare, own, 'finished');
    const path = { ...own.at, recordId };
    for (const ask of [() => own.owner.getTranscription(path), () => own.owner.requestTranscription(path)]) {
      const { message, reason } = await refused(ask(), 'transcription_unavailable');
      assert.equal(reason, 'engine');
      assert.match(message, /LECTERN_SPEECH_MODEL .* LECTERN_SPEECH_URL/);
    }
    assert.equal((await own.owner.getRecord(path)).transcription.state, 'unavailable');
    const { db, close } = await databaseOf(bare);
    await insertTranscript(db, recordId);
    await close();
    assert.equal((await own.owner.getTranscription(path)).transcription.segmentsCount, 1);
  } finally {
    await bare.remove();
  }
});
