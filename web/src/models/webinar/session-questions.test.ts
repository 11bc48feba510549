import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from './api.fake.ts';
import { type SessionQuestion, SessionQuestions } from './session-questions.ts';

const question = (more: Partial<SessionQuestion> = {}): SessionQuestion => ({
  ...{ id: 'q', text: 'Why?', askedAt: '2026-11-24T15:00:00.000Z', state: 'open', answer: null },
  ...{ isPublic: false, answeredAt: null, position: 12, participantId: 'p', name: 'Ann', revision: 0 },
  ...more,
});

const still = { now: () => 0, after: () => () => undefined };

async function stage() {
  const server = { list: [question()], failure: undefined as unknown, given: [] as unknown[] };
  const reply = (changed: SessionQuestion): SessionQuestion => {
    if (server.failure) throw server.failure;
    server.list = [changed];
    return changed;
  };
  const questions = new SessionQuestions(
    {
      read: async () => server.list,
      answer: async (_id, given) => {
        server.given.push(given);
        const { answer = null, isPublic = false } = given;
        return reply(question({ state: 'answered', answer, isPublic, revision: given.ifRevision + 1 }));
      },
      dismiss: async () => reply(question({ state: 'dismissed', revision: 1 })),
    },
    still,
  );
  await questions.list.read();
  const known = (): SessionQuestion => questions.list.value.get()?.[0] ?? question();
  return { server, questions, known };
}

test('an answer names the revision that was read, replaces the question and closes the form', async () => {
  const { server, questions, known } = await stage();
  questions.write(known());
  assert.deepEqual(questions.draft.get(), { id: 'q', text: '', isPublic: true, revision: 0 });
  assert.equal(await questions.answer(known(), { answer: 'So', isPublic: true }), undefined);
  assert.deepEqual(server.given, [{ answer: 'So', isPublic: true, ifRevision: 0 }]);
  assert.deepEqual([known().state, known().answer, questions.draft.get()], ['answered', 'So', undefined]);
  questions.write(known());
  assert.deepEqual(questions.draft.get(), { id: 'q', text: 'So', isPublic: true, revision: 1 });
});

test('a question that somebody else changed keeps the form open, and is answered by a second press', async () => {
  const { server, questions, known } = await stage();
  questions.write(known());
  server.failure = refusal(409, 'question_changed');
  assert.equal(await questions.answer(known(), { answer: 'So' }), 'question_changed');
  assert.equal(questions.draft.get()?.id, 'q');
  server.failure = undefined;
  server.list = [question({ state: 'dismissed', revision: 4 })];
  await questions.list.read();
  assert.equal(await questions.answer(known(), { answer: 'So' }), undefined);
  assert.deepEqual(
    server.given.map((given) => (given as { ifRevision: number }).ifRevision),
    [0, 4],
  );
  assert.equal(questions.draft.get(), undefined);
});
