import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { PageError as Schema } from '../../../contract/operations/page-errors.ts';
import { ErrorReporter, type PageError } from './report.ts';

const origin = 'https://meet.example.org';
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

function createFaults(userAgent = chrome) {
  const sent: PageError[] = [];
  const faults = new ErrorReporter({
    origin,
    userAgent,
    send: async (error) => {
      assert.ok(Value.Check(Schema, error), JSON.stringify([...Value.Errors(Schema, error)]));
      sent.push(error);
    },
  });
  return { sent, faults };
}

function thrown(stack: string, error: Error = new TypeError('Anna wrote “secret”')): Error {
  error.stack = stack;
  return error;
}

const inChrome = (line = 7) => `TypeError: Anna wrote “secret”
    at row (${origin}/assets/meeting-B1x_9.js:1:${line})
    at Array.map (<anonymous>)
    at ${origin}/assets/main-C2.js:2:30`;

test('a report has the position of an error, without its message', () => {
  const { sent, faults } = createFaults();
  faults.report('chat', 'render', thrown(inChrome()));
  assert.deepEqual(sent, [
    {
      part: 'chat',
      kind: 'render',
      name: 'TypeError',
      frames: ['meeting-B1x_9.js:1:7', 'main-C2.js:2:30'],
      browser: 'chrome',
      browserVersion: 131,
    },
  ]);
});

test('stacks of other browsers are read too', () => {
  const agents = {
    firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
    safari: 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    edge: 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    other: 'curl/8',
  };
  for (const [browser, agent] of Object.entries(agents)) {
    const { sent, faults } = createFaults(agent);
    faults.report('page', 'error', thrown(`row@${origin}/assets/a-1.js:3:4\n@${origin}/assets/b.js:5:6`));
    assert.deepEqual([sent[0]?.browser, sent[0]?.frames], [browser, ['a-1.js:3:4', 'b.js:5:6']]);
  }
});

test('a report contains no part of an address and no name that somebody chose', () => {
  const { sent, faults } = createFaults();
  const named = Object.assign(new Error('x'), { name: 'Anna Petrova' });
  const stack = `${inChrome()}
    at ${origin}/room/abc?accessToken=secret:1:1
    at f (${origin}/room/Anna.js?accessToken=secret:1:2)
    at eval (eval at x (${origin}/room/secret:1:1), <anonymous>:1:1)`;
  faults.report('stage', 'render', thrown(stack, named));
  assert.equal(sent[0]?.name, 'other');
  assert.deepEqual(sent[0]?.frames?.slice(0, 2), ['meeting-B1x_9.js:1:7', 'main-C2.js:2:30']);
  assert.doesNotMatch(JSON.stringify(sent), /secret|accessToken|Anna|https/);
});

test('errors outside our code are not reported, but every broken part is', () => {
  const { sent, faults } = createFaults();
  faults.report('page', 'error', thrown('Error\n    at chrome-extension://abc/content.js:1:1'));
  faults.report('page', 'error', thrown('Error\n    at https://cdn.example.com/assets/x.js:1:1'));
  faults.report('page', 'error', thrown(`Error\n    at ${origin}.evil.example/assets/x.js:1:1`));
  faults.report('page', 'error', undefined);
  faults.report('page', 'rejection', 'Anna');
  assert.deepEqual(sent, []);
  faults.report('polls', 'render', 'thrown without a stack');
  assert.deepEqual(sent, [
    { part: 'polls', kind: 'render', name: 'other', frames: [], browser: 'chrome', browserVersion: 131 },
  ]);
});

test('an error is reported once, and ten at most', () => {
  const { sent, faults } = createFaults();
  for (let times = 0; times < 5; times += 1) faults.report('chat', 'render', thrown(inChrome()));
  assert.equal(sent.length, 1);
  faults.report('polls', 'render', thrown(inChrome()));
  assert.equal(sent.length, 2);
  for (let line = 100; line < 200; line += 1) faults.report('chat', 'error', thrown(inChrome(line)));
  assert.equal(sent.length, 10);
});

test('an outage of the server is not reported', async () => {
  const faults = new ErrorReporter({
    origin,
    userAgent: chrome,
    send: () => Promise.reject(new TypeError('away')),
  });
  faults.report('chat', 'render', thrown(inChrome()));
  await new Promise(setImmediate);
});
