import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer } from '../../../../contract/routes.ts';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { makeAsked } from './testing/asked.ts';

let lectern: InProcess;
let database: Database;
before(async () => {
  lectern = await startInProcess({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' });
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

type Listed = Answer<'listViewingQuestions'>;
const textsIn = ({ items }: Listed): string[] => items.map(({ text }) => text);

/** Waits until the list of a viewer is as wanted: it is read once a second for all. */
const until = (condition: () => Promise<boolean>, message: string) =>
  waitUntil(condition, { timeout: 15_000, message });

test('a viewer asks, sees the own question, and withdraws it while it is open', async () => {
  const { watch, owner, inSession } = await makeAsked(lectern, database.db);
  const ann = await watch({ username: 'Ann' });
  const asked = await ann.ask('  Is the exam in the same room?  ');
  assert.deepEqual(
    { ...asked, id: '', askedAt: '' },
    {
      ...{ id: '', text: 'Is the exam in the same room?', askedAt: '', state: 'open', answer: null },
      ...{ isPublic: false, answeredAt: null, isOwn: true, name: 'Ann' },
    },
  );
  assert.deepEqual((await ann.list()).items, [asked]);
  const second = await ann.ask('And when?');
  assert.deepEqual(textsIn(await ann.list()), ['And when?', 'Is the exam in the same room?']);
  await ann.api.withdrawQuestion({ ...ann.at, questionId: second.id });
  assert.deepEqual((await ann.list()).items, [asked]);
  const { items, total } = await owner.listSessionQuestions(inSession);
  assert.deepEqual([items.map(({ id }) => id), total], [[asked.id], 1]);
});

test('moderators see who asked and at which second; what identifies people elsewhere only with an account', async () => {
  const { watch, owner, inSession } = await makeAsked(lectern, database.db, { begunAgo: 100 });
  const ann = await watch({ username: 'Ann', email: 'ann@example.org', externalUserId: 'learner-1' });
  const moderator = await watch({ role: 'moderator', username: 'Mo' });
  const { id } = await ann.ask('Why?');
  const [byAccount] = (await owner.listSessionQuestions(inSession)).items;
  const position = byAccount?.position ?? 0;
  assert.ok(position >= 100 && position < 130, `${position}`);
  assert.deepEqual(
    [byAccount?.id, byAccount?.name, byAccount?.participantId, byAccount?.email, byAccount?.externalUserId],
    [id, 'Ann', ann.id, 'ann@example.org', 'learner-1'],
  );
  const [byLink] = (await moderator.api.listSessionQuestions(inSession)).items;
  assert.deepEqual([byLink?.id, byLink?.name], [id, 'Ann']);
  assert.ok(!JSON.stringify(byLink).includes('example.org') && !JSON.stringify(byLink).includes('learner-1'));
});

test('an answer to everybody reaches all viewers, one to the person who asked nobody else', async () => {
  const { watch, inSession } = await makeAsked(lectern, database.db);
  const [ann, ben] = [await watch({ username: 'Ann' }), await watch({ username: 'Ben' })];
  const moderator = await watch({ role: 'moderator', username: 'Mo' });
  const [first, second] = [await ann.ask('To all?'), await ann.ask('To me?')];
  const answer = (questionId: string, body: { answer: string; isPublic?: boolean }) =>
    moderator.api.answerQuestion({ ...inSession, questionId, body });
  assert.equal((await ben.report()).questionsRevision, undefined);
  const { revision } = await ann.list();
  const answered = await answer(first.id, { answer: ' Yes. ', isPublic: true });
  assert.deepEqual(
    [answered.state, answered.answer, answered.isPublic, answered.revision],
    ['answered', 'Yes.', true, 1],
  );
  await answer(second.id, { answer: 'Only you.' });
  await until(async () => (await ben.report()).questionsRevision !== undefined, 'the report to tell Ben');
  await until(async () => textsIn(await ben.list()).length === 1, 'Ben to see the answer');
  const [seen] = (await ben.list()).items;
  assert.deepEqual([seen?.text, seen?.answer, seen?.name, seen?.isOwn], ['To all?', 'Yes.', 'Ann', false]);
  await until(async () => (await ann.report()).questionsRevision !== revision, 'the report to tell Ann');
  const own = new Map((await ann.list()).items.map((one) => [one.text, one]));
  assert.deepEqual([own.get('To me?')?.answer, own.get('To me?')?.isPublic], ['Only you.', false]);
  assert.equal((await ann.list()).items.length, 2);
});

test('a public answer is changed, and then taken back by dismissing the question', async () => {
  const { watch, owner, inSession } = await makeAsked(lectern, database.db);
  const [ann, ben] = [await watch(), await watch()];
  const { id: questionId } = await ann.ask('When?');
  const at = { ...inSession, questionId };
  await owner.answerQuestion({ ...at, body: { answer: 'Mondey', isPublic: true } });
  await until(async () => (await ben.list()).items[0]?.answer === 'Mondey', 'the first answer');
  await owner.answerQuestion({ ...at, body: { answer: 'Monday', isPublic: true, ifRevision: 1 } });
  await until(async () => (await ben.list()).items[0]?.answer === 'Monday', 'the second answer');
  await refused(owner.dismissQuestion({ ...at, body: { ifRevision: 1 } }), 'question_changed');
  await owner.dismissQuestion({ ...at, body: { ifRevision: 2 } });
  await until(async () => (await ben.list()).items.length === 0, 'the question to disappear for Ben');
  const [own] = (await ann.list()).items;
  assert.deepEqual([own?.state, own?.answer, own?.isPublic], ['dismissed', null, false]);
});

test('the revision differs when one question is hidden and another one is shown', async () => {
  const { watch, owner, inSession } = await makeAsked(lectern, database.db);
  const [ann, ben] = [await watch(), await watch()];
  const [first, second] = [await ann.ask('First?'), await ann.ask('Second?')];
  const answer = (questionId: string, isPublic: boolean) =>
    owner.answerQuestion({ ...inSession, questionId, body: { answer: 'Yes', isPublic } });
  await answer(first.id, true);
  await until(async () => textsIn(await ben.list()).join() === 'First?', 'the first question');
  const { revision } = await ben.list();
  await answer(first.id, false);
  await answer(second.id, true);
  await until(async () => textsIn(await ben.list()).join() === 'Second?', 'the second question');
  assert.notEqual((await ben.list()).revision, revision);
});

test('a question is marked as answered without a text; lists have a state, a page and an order', async () => {
  const { watch, owner, inSession } = await makeAsked(lectern, database.db);
  const ann = await watch();
  const asked = [await ann.ask('1'), await ann.ask('2'), await ann.ask('3')];
  const { id: questionId = '' } = asked[1] ?? {};
  const marked = await owner.answerQuestion({ ...inSession, questionId, body: {} });
  assert.deepEqual([marked.state, marked.answer, marked.isPublic], ['answered', null, false]);
  const texts = async (query: object) =>
    (await owner.listSessionQuestions({ ...inSession, query })).items.map(({ text }) => text);
  assert.deepEqual(await texts({}), ['3', '2', '1']);
  assert.deepEqual(await texts({ state: 'open', order: 'asc' }), ['1', '3']);
  assert.deepEqual(await texts({ state: 'answered' }), ['2']);
  assert.deepEqual(await texts({ limit: 1, offset: 1 }), ['2']);
});

test('after the end nobody asks, viewers still read, and moderators still answer', async () => {
  const { watch, owner, inSession, at, sessionId } = await makeAsked(lectern, database.db);
  const ann = await watch();
  const { id: questionId } = await ann.ask('Will there be a recording?');
  await owner.endPlaybackSession({ ...at, playbackEventSessionId: sessionId });
  await refused(ann.ask('Hello?'), 'session_not_running');
  await owner.answerQuestion({ ...inSession, questionId, body: { answer: 'Yes' } });
  await until(async () => (await ann.list()).items[0]?.answer === 'Yes', 'the answer');
});

test('the questions of a permanent session are those of all its viewers', async () => {
  const { watch, owner, inSession } = await makeAsked(lectern, database.db, {
    begunAgo: 1,
    isPermanent: true,
  });
  const [ann, ben] = [await watch(), await watch()];
  const { id: questionId } = await ann.ask('When?');
  await owner.answerQuestion({ ...inSession, questionId, body: { answer: 'Now', isPublic: true } });
  await until(async () => textsIn(await ben.list()).length === 1, 'the answer');
});

test('a person is erased with their questions and the answers to them', async () => {
  const { watch, owner, inSession } = await makeAsked(lectern, database.db);
  const ann = await watch({ externalUserId: 'to-erase' });
  const ben = await watch();
  const { id: questionId } = await ann.ask('My number is 12345');
  await ben.ask('Mine stays');
  await owner.answerQuestion({ ...inSession, questionId, body: { answer: 'Call 12345', isPublic: true } });
  await until(async () => (await ben.list()).items.length === 2, 'the answer');
  await owner.erasePerson({ externalUserId: 'to-erase' });
  assert.deepEqual(
    (await owner.listSessionQuestions(inSession)).items.map(({ text }) => text),
    ['Mine stays'],
  );
  await until(async () => (await ben.list()).items.length === 1, 'the question to disappear');
});

test('a deleted participant, session or webinar takes its questions along', async () => {
  const { db } = database;
  const count = async () => (await db.selectFrom('session_questions').select('id').execute()).length;
  const before = await count();
  const { watch, owner, at } = await makeAsked(lectern, db);
  const [ann, ben] = [await watch(), await watch()];
  await ann.ask('Why?');
  await ben.ask('How?');
  await db.deleteFrom('participants').where('id', '=', ann.id).execute();
  assert.equal(await count(), before + 1);
  await owner.deletePlayback(at);
  assert.equal(await count(), before);
});
