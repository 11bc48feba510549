import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Type } from 'typebox';
import { quietLog } from '../../testing/quiet-log.ts';
import type { ClientMessage } from '../engines/socket/socket.ts';
import { Refusal } from '../platform/errors.ts';
import { Budgets } from './budgets.ts';
import { LiveInbox, type LiveOutcome } from './inbox.ts';
import { liveMethod } from './methods.ts';

function createInbox() {
  const outcomes: LiveOutcome[] = [];
  const handled: unknown[] = [];
  const fail = async ({ data }: { data: { how: string } }) => {
    if (data.how === 'late') throw new Refusal('rate_limited', { retryAfter: 1 });
    if (data.how === 'away') throw new Refusal('storage_away');
    if (data.how === 'forbidden') throw new Refusal('forbidden');
    if (data.how === 'gone') throw new Refusal('not_found');
    throw new Error('of ours, with a secret');
  };
  const inbox = new LiveInbox({
    methods: [
      liveMethod('rpc', 'add', {
        schema: Type.Object({ a: Type.Integer(), b: Type.Optional(Type.Integer()) }),
        handle: async ({ userId, data: { a, b = 0, ...rest } }) => {
          handled.push({ userId, ...rest });
          return a + b;
        },
      }),
      liveMethod('rpc', 'fail', { schema: Type.Object({ how: Type.String() }), handle: fail }),
      liveMethod('send', 'rare', {
        schema: Type.Object({}),
        perSecond: 5,
        handle: async () => void handled.push('rare'),
      }),
    ],
    onMessage: ({ outcome }) => outcomes.push(outcome),
    log: quietLog,
  });
  const message = (method: string, data: unknown, more: Partial<ClientMessage> = {}): ClientMessage => ({
    ...{ userId: '7', method, data, size: 100 },
    ...more,
  });
  return { inbox, outcomes, handled, message };
}

suite('the inbox', () => {
  test('a handler gets checked data without undeclared fields', async () => {
    const { inbox, handled, message, outcomes } = createInbox();
    assert.deepEqual(await inbox.answer(message('add', { a: 3, b: 4, admin: true })), { data: 7 });
    assert.deepEqual(handled, [{ userId: '7' }]);
    const { error } = (await inbox.answer(message('add', { a: 'x' }))) as {
      error: { code: number; message: string };
    };
    assert.equal(error.code, 422);
    assert.match(error.message, /^validation_failed: .*\ba\b/);
    assert.deepEqual(outcomes, ['taken', 'refused']);
  });

  test('refusals become errors of the protocol, and an error of ours says nothing of itself', async () => {
    const { inbox, message } = createInbox();
    const codes: unknown[] = [];
    for (const how of ['late', 'away', 'forbidden', 'gone', 'other']) {
      const answer = await inbox.answer(message('fail', { how }));
      codes.push('error' in answer && [answer.error.code, answer.error.message]);
    }
    assert.deepEqual(codes, [
      [111, 'too many requests'],
      [100, 'internal server error'],
      [103, 'permission denied'],
      [404, 'not_found'],
      [100, 'internal server error'],
    ]);
    assert.deepEqual(await inbox.answer(message('rare', {})), {
      error: { code: 104, message: 'method not found' },
    });
    assert.deepEqual(await inbox.answer(message('constructor', {})), {
      error: { code: 104, message: 'method not found' },
    });
  });

  test('a person has one budget for all messages, a large one costs more, and others are not affected', async () => {
    const { inbox, message, outcomes } = createInbox();
    for (let count = 0; count < 80; count += 1) await inbox.answer(message('add', { a: count }));
    const limited = () => outcomes.filter((outcome) => outcome === 'limited').length;
    assert.ok(limited() >= 15 && limited() <= 20, `${limited()}`);
    assert.deepEqual(await inbox.answer(message('add', { a: 1 }, { userId: '8' })), { data: 1 });
    for (let count = 0; count < 5; count += 1)
      await inbox.answer(message('add', { a: 1 }, { userId: '9', size: 65_000 }));
    assert.deepEqual(outcomes.slice(-5), ['taken', 'taken', 'taken', 'limited', 'limited']);
  });

  test('a method may have a smaller budget', async () => {
    const { inbox, message, handled } = createInbox();
    for (let count = 0; count < 20; count += 1) inbox.take(message('rare', {}));
    await new Promise((done) => setImmediate(done));
    assert.equal(handled.length, 5);
  });
});

test('a budget refills with time, and full ones are forgotten', () => {
  const budgets = new Budgets({ burst: 10, perSecond: 5 });
  const spent = (moment: number) => {
    let count = 0;
    while (budgets.charge('a', 1, moment)) count += 1;
    return count;
  };
  assert.equal(spent(0), 10);
  assert.equal(spent(1_000), 5);
  assert.equal(spent(60_000), 10);
  for (let count = 0; count < 5_000; count += 1) budgets.charge(`person ${count}`, 1, 100_000 + count * 10);
  assert.ok(budgets.size < 1_200, `${budgets.size}`);
});
