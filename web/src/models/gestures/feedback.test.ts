import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal, unreachable } from '../chat/server.fake.ts';
import { createFakeGestures } from './gestures.fake.ts';

test('answers that were given before are there from the beginning, and follow the changes of the channel', async () => {
  const { enter, answers, given, give, clear } = createFakeGestures();
  answers.set('p2', 'yes');
  await enter();
  assert.equal(given(), 'p2 yes');
  give({ p3: 'no', p2: 'slower' });
  assert.equal(given(), 'p2 slower, p3 no');
  give({ p2: null });
  assert.equal(given(), 'p3 no');
  clear();
  assert.equal(given(), '');
});

test('the own answer is shown at once; a second press takes it back, another answer replaces it', async () => {
  const { enter, feedback, asked, given, clock } = createFakeGestures();
  await enter();
  void feedback.toggle('yes');
  assert.equal(feedback.mine.get(), 'yes');
  await clock.advance(0);
  assert.equal(given(), 'p1 yes');
  await feedback.toggle('faster');
  assert.deepEqual([feedback.mine.get(), given()], ['faster', 'p1 faster']);
  await feedback.toggle('faster');
  assert.deepEqual([feedback.mine.get(), given()], [null, '']);
  assert.deepEqual(
    asked.filter((operation) => operation === 'answer'),
    ['answer', 'answer', 'answer'],
  );
});

test('three presses within a request send the first and the last', async () => {
  const { enter, feedback, beforeAnswer, asked, given, clock } = createFakeGestures();
  await enter();
  const sending = Promise.withResolvers<void>();
  beforeAnswer((operation) => (operation === 'answer' ? sending.promise : undefined));
  const done = (['yes', 'no', 'slower'] as const).map((answer) => feedback.toggle(answer));
  assert.equal(feedback.mine.get(), 'slower');
  sending.resolve();
  await clock.advance(0);
  assert.deepEqual(await Promise.all(done), [true, true, true]);
  assert.deepEqual([asked.filter((one) => one === 'answer').length, given()], [2, 'p1 slower']);
});

test('the own answer ends when a moderator clears all', async () => {
  const { enter, feedback, given } = createFakeGestures();
  await enter();
  await feedback.toggle('yes');
  await feedback.clear();
  assert.deepEqual([feedback.mine.get(), given()], [null, '']);
});

test('a refused answer is taken back, and the reason is reported', async () => {
  const { enter, feedback, beforeAnswer, clock } = createFakeGestures();
  await enter();
  beforeAnswer(() => {
    throw refusal(403, 'reactions_off');
  });
  const failures: unknown[] = [];
  feedback.onFailure((error) => failures.push((error as { code?: unknown }).code));
  assert.equal(await feedback.toggle('yes'), false);
  await clock.advance(0);
  assert.deepEqual([feedback.mine.get(), failures], [null, ['reactions_off']]);
});

test('without the socket the own answer stays, and what was missed is there after the return', async () => {
  const { enter, link, feedback, give, given, server, clock } = createFakeGestures();
  await enter();
  link.down();
  await feedback.toggle('yes');
  await clock.advance(60_000);
  assert.equal(feedback.mine.get(), 'yes');
  const from = server.seq - 1;
  give({ p2: 'no' });
  give({ p1: null });
  link.up({ from, recovered: true });
  assert.deepEqual([feedback.mine.get(), given()], [null, 'p2 no']);
});

test('the answers are read again after the channel was read whole, and after a failed reading', async () => {
  const { enter, link, answers, given, beforeAnswer, clock } = createFakeGestures();
  await enter();
  link.down();
  answers.set('p2', 'no');
  beforeAnswer(() => {
    throw unreachable();
  });
  link.up({ epoch: 'another' });
  await clock.advance(0);
  assert.equal(given(), '');
  beforeAnswer(() => undefined);
  await clock.advance(1_000);
  assert.equal(given(), 'p2 no');
});

test('changes of an unknown shape are ignored, and an unknown answer counts as none', async () => {
  const { enter, given, give, server } = createFakeGestures();
  await enter();
  give({ p2: 'yes', p3: 'no' });
  for (const changes of [undefined, 'yes', [null, 'p2', { participantId: 2, answer: 'no' }]])
    server.change('feedback', { changes });
  server.change('feedback', { changes: [{ participantId: 'p3', answer: 'again' }] });
  assert.equal(given(), 'p2 yes');
});
