import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { Refresher } from './refresher.ts';

/** A server whose answers the test gives, and a page that may be hidden. */
function page() {
  const answers: PromiseWithResolvers<string>[] = [];
  const heard: string[] = [];
  const state = { isSeen: true, pause: 0, pace: 2_000 as number | undefined };
  const asker = new Refresher<string>(() => ({
    load: () => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    },
    pace: () => state.pace,
    pauseOf: () => state.pause,
    isSeen: () => state.isSeen,
    onValue: (value) => heard.push(value),
    onError: (error) => heard.push(`failed: ${String(error)}`),
  }));
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const answer = async (value: string): Promise<void> => {
    answers.at(-1)?.resolve(value);
    await settled();
  };
  return { asker, answers, heard, state, settled, answer };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
});

test('it asks again after the pause that an answer is worth, one question at a time', async () => {
  const { asker, answers, heard, answer } = page();
  asker.refresh();
  mock.timers.tick(60_000);
  assert.equal(answers.length, 1);
  await answer('a');
  mock.timers.tick(1_999);
  assert.equal(answers.length, 1);
  mock.timers.tick(1);
  await answer('b');
  assert.deepEqual(heard, ['a', 'b']);
  asker.end();
  mock.timers.tick(60_000);
  assert.equal(answers.length, 2);
});

test('after a failure it waits longer, and as long as the server asks for', async () => {
  const { asker, answers, heard, state, settled } = page();
  state.pause = 40_000;
  asker.refresh();
  answers[0]?.reject('too many');
  await settled();
  mock.timers.tick(39_999);
  assert.equal(answers.length, 1);
  mock.timers.tick(1);
  state.pause = 0;
  answers[1]?.reject('away');
  await settled();
  mock.timers.tick(15_000);
  assert.equal(answers.length, 3);
  assert.deepEqual(heard, ['failed: too many', 'failed: away']);
});

test('an answer that was on its way before a change counts no more', async () => {
  const { asker, answers, heard, answer, settled } = page();
  asker.refresh();
  asker.refreshAfter(1_000);
  await answer('old');
  mock.timers.tick(1_000);
  asker.refresh();
  answers[1]?.resolve('overtaken');
  await settled();
  await answer('new');
  assert.deepEqual(heard, ['new']);
});

test('a hidden page asks nothing until it is seen', async () => {
  const { asker, answers, heard, state, answer } = page();
  asker.refresh();
  state.isSeen = false;
  asker.pause();
  await answer('a');
  mock.timers.tick(60_000);
  assert.deepEqual([answers.length, heard], [1, ['a']]);
  state.isSeen = true;
  asker.refresh();
  await answer('b');
  assert.deepEqual(heard, ['a', 'b']);
});

test('what does not change by itself is asked for once, and again when somebody comes back', async () => {
  const { asker, answers, heard, state, answer } = page();
  state.pace = undefined;
  asker.refresh();
  await answer('a');
  mock.timers.tick(3_600_000);
  assert.equal(answers.length, 1);
  asker.refresh();
  await answer('b');
  assert.deepEqual(heard, ['a', 'b']);
});

test('what has ended says nothing more', async () => {
  const { asker, answers, heard, answer } = page();
  asker.refresh();
  asker.end();
  await answer('late');
  asker.refresh();
  assert.deepEqual([answers.length, heard], [1, []]);
});
