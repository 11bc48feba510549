import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../../kit/clock.fake.ts';
import { Notices } from '../notices.ts';
import { Speaking } from './speaking.ts';

const others = (...ids: string[]) => ids.map((id) => ({ id, isMe: false }));

test('the first speaker becomes the main speaker at once', () => {
  const speaking = new Speaking(createFakeClock());
  speaking.update([{ id: 'me', isMe: true }, ...others('a')]);
  assert.equal(speaking.main.get(), 'a');
  assert.deepEqual([...speaking.ids.get()], ['me', 'a']);
});

test('a cough does not change the main speaker, a sentence does', async () => {
  const clock = createFakeClock();
  const speaking = new Speaking(clock);
  speaking.update(others('a'));
  speaking.update([]);
  speaking.update(others('b'));
  await clock.advance(400);
  speaking.update([]);
  await clock.advance(5_000);
  assert.equal(speaking.main.get(), 'a');
  speaking.update(others('b'));
  await clock.advance(1_000);
  assert.equal(speaking.main.get(), 'b');
});

test('the main speaker stays while they speak, however loud another is', async () => {
  const clock = createFakeClock();
  const speaking = new Speaking(clock);
  speaking.update(others('a'));
  speaking.update(others('b', 'a'));
  await clock.advance(10_000);
  assert.equal(speaking.main.get(), 'a');
});

test('no timer is left after the end', async () => {
  const clock = createFakeClock();
  const speaking = new Speaking(clock);
  speaking.update(others('a'));
  speaking.update(others('b'));
  speaking.end();
  await clock.advance(10_000);
  assert.equal(speaking.main.get(), 'a');
});

test('notices disappear by themselves, and the same one is shown once', async () => {
  const clock = createFakeClock();
  const notices = new Notices(clock);
  notices.add({ kind: 'may-speak', withCamera: true });
  await clock.advance(5_000);
  notices.add({ kind: 'may-speak', withCamera: true });
  assert.equal(notices.list.get().length, 1);
  await clock.advance(5_000);
  assert.equal(notices.list.get().length, 1);
  await clock.advance(3_000);
  assert.equal(notices.list.get().length, 0);
});

test('at most three notices are shown at once, the newest ones', () => {
  const notices = new Notices(createFakeClock());
  for (const name of ['a', 'b', 'c', 'd']) notices.add({ kind: 'action-too-late', name });
  assert.deepEqual(
    notices.list.get().map((notice) => 'name' in notice && notice.name),
    ['b', 'c', 'd'],
  );
  const [first] = notices.list.get();
  notices.dismiss(first?.id ?? 0);
  assert.equal(notices.list.get().length, 2);
  notices.end();
});
