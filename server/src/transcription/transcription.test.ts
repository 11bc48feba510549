import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Answer } from '../../../contract/routes.ts';
import { type Database, databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { insertEndedRecord } from '../../testing/records/records.ts';
import { insertTranscript, type TestSegment } from '../../testing/records/transcripts.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import { FakeSpeechEngine } from '../engines/speech/testing/fake.ts';

let lectern: Lectern;
let database: Database;
let group: TestGroup;
before(async () => {
  // Without places nothing transcribes: the tests write the rows that the job would write.
  lectern = await startInProcess({ LECTERN_SPEECH_PLACES: '0' }, { speech: new FakeSpeechEngine() });
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false, transcriptionLanguage: 'ru' });
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const finished = async () => {
  const { recordId } = await insertEndedRecord(lectern, group, 'finished');
  return { ...group.at, recordId };
};

async function transcribed(segments?: TestSegment[]) {
  const at = await finished();
  const segmentIds = await insertTranscript(database.db, at.recordId, segments);
  return { at, segmentIds };
}

const segmentsIn = ({
  transcription,
}: Answer<'getTranscription'>): Answer<'getTranscriptionJson'>['segments'] =>
  JSON.parse(Buffer.from(transcription.segmentsBufferString, 'base64').toString('utf8'));

const bodyOf = async (path: string) => {
  const headers = { authorization: `Bearer ${lectern.owner.personalToken}` };
  const response = await fetch(`${lectern.url}${path}`, { headers });
  return {
    type: response.headers.get('content-type'),
    headers: response.headers,
    text: await response.text(),
  };
};

test('a transcript has exactly the fields of the interface, and more with details', async () => {
  const { at } = await transcribed([
    { start: 4, text: 'Привет, мир 😀', speaker: 'Анна', externalUserId: 'student-9', language: 'ru' },
    { start: 1.25, end: 2.5, text: 'Hello everybody.' },
  ]);
  const answer = await group.owner.getTranscription(at);
  assert.deepEqual(Object.keys(answer), ['transcription']);
  assert.deepEqual(Object.keys(answer.transcription), ['segmentsBufferString', 'segmentsCount', 'summary']);
  assert.deepEqual(
    [answer.transcription.segmentsCount, answer.transcription.summary],
    [2, 'Hello everybody.'],
  );
  const [first, second] = segmentsIn(answer);
  assert.deepEqual(Object.keys(first ?? {}), [
    ...['id', 'start', 'end', 'text', 'speaker', 'participantId', 'externalUserId', 'language', 'confidence'],
    'words',
  ]);
  assert.deepEqual([first?.start, first?.end, first?.text], [1.25, 2.5, 'Hello everybody.']);
  assert.deepEqual(
    [second?.text, second?.speaker, second?.externalUserId, second?.words[0]],
    ['Привет, мир 😀', 'Анна', 'student-9', { word: 'Привет,', start: 4, end: 6 }],
  );
  const { transcription } = await group.owner.getTranscription({ ...at, query: { details: true } });
  const { segmentsBufferString: _, ...details } = transcription;
  assert.deepEqual(details, {
    ...{ segmentsCount: 2, summary: 'Hello everybody.', summaryKind: 'highlights', sections: [], tasks: [] },
    ...{ lines: [{ text: 'Hello everybody.', start: 1 }], revision: 1, language: 'en', engine: 'fake' },
  });
});

test('a recording states what is known about its transcript, also in lists', async () => {
  const { at } = await transcribed();
  const { at: withoutOne } = { at: await finished() };
  const none = { state: 'none', progress: null, reason: null, revision: null };
  assert.deepEqual((await group.owner.getRecord(at)).transcription, { ...none, state: 'ready', revision: 1 });
  assert.deepEqual((await group.owner.getRecord(withoutOne)).transcription, none);
  const states = (await group.owner.listSpaceRecords({ spaceId: at.spaceId })).items.map(
    ({ id, transcription }) => [id === at.recordId, transcription.state],
  );
  assert.deepEqual(
    new Map(states as [boolean, string][]),
    new Map([
      [true, 'ready'],
      [false, 'none'],
    ]),
  );
  await database.pool.query(
    "UPDATE transcripts SET state = 'running', finished_at = NULL, progress = 0.25 WHERE record_id = $1",
    [at.recordId],
  );
  assert.deepEqual((await group.owner.getRecord(at)).transcription, {
    ...none,
    ...{ state: 'running', progress: 0.25 },
  });
});

test('files have their type, a readable name and all segments', async () => {
  const { at } = await transcribed([
    { start: 3661.5, end: 3663, text: 'Second.', speaker: 'Bob' },
    { start: 1, end: 2.25, text: 'First.', speaker: 'Ann' },
  ]);
  const path = `/v1/spaces/${at.spaceId}/rooms/${at.roomId}/records/${at.recordId}/transcription`;
  const vtt = await bodyOf(`${path}.vtt`);
  assert.equal(vtt.type, 'text/vtt; charset=utf-8');
  assert.match(vtt.headers.get('content-disposition') ?? '', /attachment; .*Of the path .*\.vtt/);
  assert.equal(
    vtt.text,
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.250\n<v Ann>First.\n\n01:01:01.500 --> 01:01:03.000\n<v Bob>Second.\n',
  );
  assert.equal(
    await group.owner.getTranscriptionSrt(at),
    '1\n00:00:01,000 --> 00:00:02,250\nAnn: First.\n\n2\n01:01:01,500 --> 01:01:03,000\nBob: Second.\n',
  );
  assert.equal(await group.owner.getTranscriptionTxt(at), '[0:00:01] Ann: First.\n[1:01:01] Bob: Second.\n');
  const whole = await group.owner.getTranscriptionJson(at);
  assert.deepEqual([whole.recordId, whole.name, whole.segments.length], [at.recordId, 'Of the path', 2]);
  assert.deepEqual(whole.segments, segmentsIn(await group.owner.getTranscription(at)));
});

test('a correction keeps the original, and the original text restores it', async () => {
  const { at, segmentIds } = await transcribed([{ text: 'Two routes.', speaker: 'Ann' }]);
  const segmentId = segmentIds[0] ?? '';
  const correct = (body: { text?: string; speaker?: string }) =>
    group.owner.updateTranscriptionSegment({ ...at, segmentId, body });
  const first = await correct({ text: ' Two\n roots. ' });
  assert.deepEqual(
    [first.text, first.originalText, first.originalSpeaker, first.revision],
    ['Two roots.', 'Two routes.', undefined, 2],
  );
  const second = await correct({ text: 'Two roots!', speaker: 'Anna' });
  assert.deepEqual(
    [second.text, second.originalText, second.speaker, second.originalSpeaker, second.revision],
    ['Two roots!', 'Two routes.', 'Anna', 'Ann', 3],
  );
  assert.equal((await correct({})).revision, 3, 'nothing changes');
  assert.equal((await correct({ text: 'Two roots!' })).revision, 3, 'the same text changes nothing');
  const [shown] = segmentsIn(await group.owner.getTranscription(at));
  assert.deepEqual({ ...shown, revision: 3 }, second);
  const restored = await correct({ text: 'Two routes.', speaker: 'Ann' });
  assert.deepEqual(
    [restored.originalText, restored.originalSpeaker, restored.revision],
    [undefined, undefined, 4],
  );
  assert.equal((await group.owner.getRecord(at)).transcription.revision, 4);
});

/** The lesson in which Ann came back as another participant, and Clara sat beside Ben. */
const people = {
  ann: '0000000000000000000000a1',
  annAgain: '0000000000000000000000a2',
  ben: '0000000000000000000000b1',
  otherBen: '0000000000000000000000b2',
};
const spokenLesson: TestSegment[] = [
  { start: 1, speaker: 'iPhone', participantId: people.ann, externalUserId: 'ann' },
  { start: 4, speaker: 'Ann', participantId: people.annAgain, externalUserId: 'ann' },
  { start: 7, speaker: 'Ben', participantId: people.ben },
  { start: 10, speaker: 'Ben', participantId: people.ben },
  { start: 13, speaker: 'Ben', participantId: people.otherBen },
];

async function namesIn(at: Awaited<ReturnType<typeof finished>>): Promise<[string, string?][]> {
  const segments = segmentsIn(await group.owner.getTranscription(at));
  return segments.map(({ speaker, originalSpeaker }) =>
    originalSpeaker === undefined ? [speaker] : [speaker, originalSpeaker],
  );
}

test('a speaker is renamed in the whole transcript by one revision, and each original name is restored', async () => {
  const { at } = await transcribed(spokenLesson);
  const rename = (participantId: string, body: { speaker: string | null }) =>
    group.owner.updateTranscriptionSpeaker({ ...at, participantId, body });
  assert.deepEqual(await rename(people.ann, { speaker: ' Anna\n Petrova ' }), {
    changedCount: 2,
    revision: 2,
  });
  const renamed = [['Anna Petrova', 'iPhone'], ['Anna Petrova', 'Ann'], ['Ben'], ['Ben'], ['Ben']];
  assert.deepEqual(await namesIn(at), renamed);
  const same = await rename(people.annAgain, { speaker: 'Anna Petrova' });
  assert.deepEqual(same, { changedCount: 0, revision: 2 }, 'the same name changes nothing');
  assert.deepEqual(await rename(people.ann, { speaker: 'Ann' }), { changedCount: 2, revision: 3 });
  assert.deepEqual((await namesIn(at)).slice(0, 2), [['Ann', 'iPhone'], ['Ann']]);
  assert.deepEqual(await rename(people.annAgain, { speaker: null }), { changedCount: 1, revision: 4 });
  assert.deepEqual(await namesIn(at), [['iPhone'], ['Ann'], ['Ben'], ['Ben'], ['Ben']]);
  assert.equal((await group.owner.getRecord(at)).transcription.revision, 4);
});

test('a rename from a name spares other people with this name, and follows corrected segments', async () => {
  const { at, segmentIds } = await transcribed(spokenLesson);
  const correct = (index: number, speaker: string) =>
    group.owner.updateTranscriptionSegment({ ...at, segmentId: segmentIds[index] ?? '', body: { speaker } });
  await correct(1, 'Ben');
  await correct(3, 'Clara');
  const rename = (speaker: string | null, from: string) =>
    group.owner.updateTranscriptionSpeaker({
      ...at,
      participantId: people.ben,
      body: { speaker, from: [from, 'Bert'] },
    });
  assert.deepEqual(await rename('Benjamin', 'Ben'), { changedCount: 2, revision: 4 });
  assert.deepEqual(await namesIn(at), [
    ['iPhone'],
    ['Benjamin', 'Ann'],
    ['Benjamin', 'Ben'],
    ['Clara', 'Ben'],
    ['Ben'],
  ]);
  assert.deepEqual(await rename('Nobody', 'Ben'), { changedCount: 0, revision: 4 });
  assert.deepEqual(await rename(null, 'Benjamin'), { changedCount: 2, revision: 5 });
  assert.deepEqual(await namesIn(at), [['iPhone'], ['Ann'], ['Ben'], ['Clara', 'Ben'], ['Ben']]);
});

test('a renaming and corrections at the same time are all stored', async () => {
  const { at, segmentIds } = await transcribed(spokenLesson);
  const revisions = await Promise.all([
    group.owner.updateTranscriptionSpeaker({
      ...at,
      participantId: people.ben,
      body: { speaker: 'Benjamin' },
    }),
    ...segmentIds.map((segmentId) =>
      group.owner.updateTranscriptionSegment({ ...at, segmentId, body: { text: 'Corrected.' } }),
    ),
  ]);
  assert.deepEqual(
    revisions.map(({ revision }) => revision).sort((a, b) => a - b),
    [2, 3, 4, 5, 6, 7],
  );
  assert.deepEqual((await namesIn(at)).slice(2, 4), [
    ['Benjamin', 'Ben'],
    ['Benjamin', 'Ben'],
  ]);
  const texts = segmentsIn(await group.owner.getTranscription(at)).map(({ text }) => text);
  assert.deepEqual(new Set(texts), new Set(['Corrected.']));
});

test('concurrent corrections are all stored, each with a revision of its own', async () => {
  const { at, segmentIds } = await transcribed(Array.from({ length: 8 }, (_, start) => ({ start })));
  const answers = await Promise.all(
    segmentIds.map((segmentId, index) =>
      group.owner.updateTranscriptionSegment({ ...at, segmentId, body: { text: `Corrected ${index}.` } }),
    ),
  );
  assert.deepEqual(
    answers.map(({ revision }) => revision).sort((a, b) => a - b),
    [2, 3, 4, 5, 6, 7, 8, 9],
  );
  const texts = segmentsIn(await group.owner.getTranscription(at)).map(({ text }) => text);
  assert.deepEqual(
    texts,
    segmentIds.map((_, index) => `Corrected ${index}.`),
  );
});

test('a request starts a transcript anew in the language of the room or of the body', async () => {
  const { at } = await transcribed();
  assert.deepEqual(await group.owner.requestTranscription(at), { state: 'waiting' });
  const language = async () =>
    (await database.pool.query('SELECT language FROM transcripts WHERE record_id = $1', [at.recordId]))
      .rows[0];
  assert.deepEqual(await language(), { language: 'ru' });
  const { retryAfter } = await refused(group.owner.getTranscription(at), 'transcription_not_ready');
  assert.ok(retryAfter !== null && retryAfter >= 5, `Retry-After ${retryAfter}`);
  const { rows } = await database.pool.query('SELECT FROM transcript_segments WHERE record_id = $1', [
    at.recordId,
  ]);
  assert.equal(rows.length, 0);
  await group.owner.requestTranscription({ ...at, body: { language: 'en' } });
  assert.deepEqual(await language(), { language: 'en' });
});

test('an erased person is not in the transcript, and its summary is made again', async () => {
  const link = { role: 'user' as const, externalUserId: 'student-erased' };
  const person = await enterBy(lectern, group, { url: await makeLink(group, link) });
  const at = await finished();
  await database.pool.query(
    `INSERT INTO record_voices
      (record_id, number, participant_id, external_user_id, name, offset_seconds, duration, bytes, key)
    VALUES ($1, 1, $2, 'student-erased', 'Ann', 0, 60, 9, 'none')`,
    [at.recordId, person.id],
  );
  await insertTranscript(database.db, at.recordId, [
    { start: 1, text: 'My secret is a purple elephant.', participantId: person.id },
    { start: 5, text: 'The lesson is about equations with two roots.', speaker: 'Bob' },
  ]);
  await group.owner.erasePerson({ externalUserId: 'student-erased' });
  const read = () => group.owner.getTranscriptionJson(at);
  const { segments, revision } = await read();
  assert.deepEqual(
    segments.map(({ speaker }) => speaker),
    ['Bob'],
  );
  assert.ok(revision >= 2, `revision ${revision}`);
  // The erasure is one revision, and the new summary the next.
  const isSummarized = async () => (await read()).revision === 3;
  await waitUntil(isSummarized, { timeout: 30_000, message: 'a new summary' });
  const { summary, lines } = await read();
  assert.doesNotMatch(JSON.stringify([summary, lines]), /Hello|elephant/);
});

test('a deleted transcript is not found; the deletion of its recording takes it, too', async () => {
  const { at } = await transcribed();
  await group.owner.deleteTranscription(at);
  await refused(group.owner.getTranscription(at), 'not_found');
  await refused(group.owner.deleteTranscription(at), 'not_found');
  assert.equal((await group.owner.getRecord(at)).transcription.state, 'none');
  const { at: other } = await transcribed();
  await group.owner.deleteRecord(other);
  const left = await database.pool.query('SELECT FROM transcripts WHERE record_id = $1', [other.recordId]);
  assert.equal(left.rowCount, 0);
  const { at: third } = await transcribed();
  await group.owner.deleteRoom(third);
  const gone = await database.pool.query('SELECT FROM transcript_segments WHERE record_id = $1', [
    third.recordId,
  ]);
  assert.equal(gone.rowCount, 0);
});
