import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ServerClock } from './server-clock.ts';

/** A server at noon and a device whose clock is off by `ahead`; time passes only during a request. */
function stand(context: TestContext, ahead: number) {
  let now = Date.UTC(2026, 0, 1, 12) + 400;
  const clock = new ServerClock(() => now + ahead);
  let headers = (): Record<string, string> => ({ date: new Date(now).toUTCString() });
  context.mock.method(globalThis, 'fetch', async () => {
    now += 30;
    const answer = new Response(null, { headers: headers() });
    now += 30;
    return answer;
  });
  return {
    ask: () => clock.fetch('/'),
    error: () => clock.now() - now,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    say: (next: typeof headers) => {
      headers = next;
    },
  };
}

test('a right clock stays unchanged', async (context) => {
  const { ask, error, pass } = stand(context, 0);
  for (let times = 0; times < 5; times += 1) {
    await ask();
    assert.equal(error(), 0);
    pass(777);
  }
});

test('a clock that is an hour off is right to the second after one response, and closer after more', async (context) => {
  for (const wrong of [3_600_000, -3_600_000]) {
    const { ask, error, pass } = stand(context, wrong);
    await ask();
    assert.ok(Math.abs(error()) <= 1_060, `${error()} ms`);
    for (let times = 0; times < 20; times += 1) {
      pass(777);
      await ask();
    }
    assert.ok(Math.abs(error()) <= 150, `${error()} ms`);
    context.mock.restoreAll();
  }
});

test('a slow response and one without a date change nothing', async (context) => {
  const { ask, error, pass, say } = stand(context, 0);
  say(() => {
    const date = new Date(Date.UTC(2026, 0, 1, 12)).toUTCString();
    pass(20_000);
    return { date };
  });
  await ask();
  assert.equal(error(), 0);
  say(() => ({}));
  await ask();
  assert.equal(error(), 0);
});
