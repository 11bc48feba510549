import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from './api.fake.ts';
import { Reminders, type RemindersAnswer } from './reminders.ts';

const startDate = '2026-11-24T15:00:00.000Z';
const email = 'ann@example.org';

function opened() {
  let failure: unknown;
  let stored: RemindersAnswer = { obstacle: null, email, items: [] };
  const reminders = new Reminders({
    read: async () => stored,
    request: async ({ sessionId }) => {
      if (failure) throw failure;
      return { sessionId, startDate, email, kinds: ['start'] };
    },
    cancel: async () => {
      if (failure) throw failure;
    },
  });
  const fail = (error: unknown, next: Partial<RemindersAnswer> = {}) => {
    failure = error;
    stored = { ...stored, ...next };
  };
  const sessions = () => reminders.state.get().answer?.items.map(({ sessionId }) => sessionId);
  return { reminders, fail, sessions };
}

test('reminders are turned on and off for each session', async () => {
  const { reminders, sessions } = opened();
  await reminders.load();
  await reminders.turnOn({ sessionId: 'one' });
  await reminders.turnOn({ sessionId: 'two' });
  await reminders.turnOn({ sessionId: 'one' });
  assert.deepEqual(sessions(), ['two', 'one']);
  assert.equal(reminders.state.get().outcome, 'on');
  await reminders.turnOff('two');
  assert.deepEqual(sessions(), ['one']);
  assert.equal(reminders.state.get().outcome, 'off');
  reminders.forget();
  assert.equal(reminders.state.get().outcome, undefined);
});

test('a refusal changes nothing, says why, and reads the obstacle that the page did not know', async () => {
  const { reminders, fail, sessions } = opened();
  await reminders.load();
  fail(refusal(429, 'rate_limited'));
  await reminders.turnOn({ sessionId: 'one' });
  assert.equal(reminders.state.get().outcome, 'tooMany');
  fail(refusal(409, 'reminders_stopped'), { obstacle: 'reminders_stopped' });
  await reminders.turnOn({ sessionId: 'one' });
  const { outcome, isBusy, answer } = reminders.state.get();
  assert.deepEqual([outcome, isBusy, answer?.obstacle], ['failed', false, 'reminders_stopped']);
  assert.deepEqual(sessions(), []);
});

test('in a zone that the server does not know, the emails state the zone of the event', async () => {
  const sent: (string | undefined)[] = [];
  const details = [{ path: 'timezone', message: 'must be a time zone' }];
  const reminders = new Reminders({
    read: async () => ({ obstacle: null, email, items: [] }),
    request: async ({ sessionId, timezone }) => {
      sent.push(timezone);
      if (timezone !== undefined) throw Object.assign(refusal(422, 'validation_failed'), { details });
      return { sessionId, startDate, email, kinds: ['start'] };
    },
    cancel: async () => undefined,
  });
  await reminders.load();
  await reminders.turnOn({ sessionId: 'one', timezone: 'America/Coyhaique' });
  assert.deepEqual(sent, ['America/Coyhaique', undefined]);
  assert.equal(reminders.state.get().outcome, 'on');
});

test('a second press while a request runs does nothing', async () => {
  const { reminders, sessions } = opened();
  await reminders.load();
  await Promise.all([reminders.turnOn({ sessionId: 'one' }), reminders.turnOff('one')]);
  assert.deepEqual(sessions(), ['one']);
});
