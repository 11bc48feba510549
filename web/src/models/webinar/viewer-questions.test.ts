import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epoch, FakeWebinarServer, isoAt, questionOf, refusal } from './api.fake.ts';
import { ViewerQuestions } from './viewer-questions.ts';

function stage() {
  const clock = { now: epoch };
  const server = new FakeWebinarServer(() => (clock.now - epoch) / 1_000);
  const questions = new ViewerQuestions({ api: server.api, viewingId: 'v', now: () => clock.now });
  const look = async (revision: string | null): Promise<string[]> => {
    questions.look(revision);
    await new Promise(setImmediate);
    return questions.list.get().map(({ id }) => id);
  };
  return { clock, server, questions, look };
}

const answered = (id: string, at = 1) =>
  questionOf(id, { state: 'answered', answer: 'Yes', isPublic: true, answeredAt: isoAt(at) });

test('the list is read when a report has another revision, and not while there is nothing', async () => {
  const { server, look } = stage();
  assert.deepEqual([await look(null), server.questionReads], [[], 0]);
  server.questions = { revision: '1.1/0.0', items: [answered('a')] };
  assert.deepEqual([await look('1.1/0.0'), server.questionReads], [['a'], 1]);
  assert.deepEqual([await look('1.1/0.0'), server.questionReads], [['a'], 1]);
  // The list was older than the report: the next one reads it again.
  await look('2.2/0.0');
  server.questions = { revision: '2.2/0.0', items: [answered('b'), answered('a')] };
  assert.deepEqual([await look('2.2/0.0'), server.questionReads], [['b', 'a'], 3]);
  server.questions = { revision: null, items: [] };
  assert.deepEqual([await look(null), server.questionReads], [[], 4]);
});

test('after a failure the list is read again some seconds later', async () => {
  const { clock, server, look } = stage();
  server.failure = refusal(503, 'database_away');
  await look('1.1/0.0');
  server.failure = undefined;
  server.questions = { revision: '1.1/0.0', items: [answered('a')] };
  assert.deepEqual(await look('1.1/0.0'), []);
  clock.now += 3_000;
  assert.deepEqual(await look('1.1/0.0'), ['a']);
});

test('new answers are news until the person has seen them; those before the opening are none', async () => {
  const { server, questions, look } = stage();
  server.questions = { revision: '1.1/0.0', items: [answered('a')] };
  await look('1.1/0.0');
  assert.equal(questions.news.get(), 0);
  server.questions = {
    revision: '2.2/1.0',
    items: [questionOf('own', { isOwn: true }), answered('b'), answered('a', 9)],
  };
  await look('2.2/1.0');
  assert.equal(questions.news.get(), 2);
  questions.see();
  assert.equal(questions.news.get(), 0);
  const first = stage();
  await first.look(null);
  first.server.questions = { revision: '1.1/0.0', items: [answered('a')] };
  await first.look('1.1/0.0');
  assert.equal(first.questions.news.get(), 1);
});

test('an own question is listed at once, also if a list from before it arrives later', async () => {
  const { server, questions, look } = stage();
  await look(null);
  questions.draft.set(' Why? ');
  questions.look('1.1/0.0');
  assert.equal(await questions.ask(questions.draft.get()), undefined);
  await new Promise(setImmediate);
  assert.deepEqual([questions.list.get().map(({ text }) => text), questions.draft.get()], [['Why?'], '']);
  server.questions = { ...server.questions, revision: '0.0/1.0' };
  const [id = ''] = await look('0.0/1.0');
  assert.equal(await questions.withdraw(id), undefined);
  assert.deepEqual(questions.list.get(), []);
});

test('a refused question stays in the field; one that was answered meanwhile is read again', async () => {
  const { server, questions, look } = stage();
  await look(null);
  questions.draft.set('Why?');
  server.failure = refusal(409, 'too_many_questions');
  assert.equal(await questions.ask('Why?'), 'too_many_questions');
  assert.equal(questions.draft.get(), 'Why?');
  server.failure = undefined;
  await questions.ask('Why?');
  const [own] = questions.list.get();
  server.api.withdrawQuestion = async () => {
    server.questions = { revision: '0.0/1.1', items: [{ ...answered('x'), isOwn: true }] };
    throw refusal(409, 'question_closed');
  };
  assert.equal(await questions.withdraw(own?.id ?? ''), 'question_closed');
  assert.equal(questions.list.get()[0]?.state, 'answered');
});
