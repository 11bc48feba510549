import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { Refresher } from './refresher.ts';

/** A server whose responses the test gives, and a page that can be hidden. */
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

test('the next request follows after the pause of the last response, one at a time', async () => {
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

test('the pause is longer after a failure, and as long as the server asks', async () => {
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

test('a response that was in flight before a change is dropped', async () => {
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

test('a hidden page sends no requests until it is shown', async () => {
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

test('what does not change on its own is requested once, and again when the page is shown', async () => {
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

test('a refresher that has ended reports nothing', async () => {
  const { asker, answers, heard, answer } = page();
  asker.refresh();
  asker.end();
  await answer('late');
  asker.refresh();
  assert.deepEqual([answers.length, heard], [1, []]);
});
