import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../../kit/clock.fake.ts';
import { createStore } from '../../../kit/store.ts';
import { OwnLink } from './own-link.ts';

function createWorld() {
  const clock = createFakeClock();
  const page = new EventTarget();
  const silence = createStore(false);
  const world = { received: 0, changes: 0 };
  const link = new OwnLink({
    received: async () => world.received,
    silence,
    clock,
    page,
    changed: () => {
      world.changes += 1;
    },
  });
  link.setPhase('connected');
  /** A second in which so many bytes arrive. */
  const second = async (bytes: number): Promise<void> => {
    await clock.advance(0);
    world.received += bytes;
    await clock.advance(1_000);
  };
  return { world, link, page, silence, second };
}

test('a browser without network has lost the connection at once, unless media still arrive', async () => {
  const { link, page, second } = createWorld();
  page.dispatchEvent(new Event('offline'));
  assert.equal(link.isLost, true);
  await second(500);
  assert.equal(link.isLost, false);
  await second(0);
  assert.equal(link.isLost, true);
  page.dispatchEvent(new Event('online'));
  assert.equal(link.isLost, false);
});

test('where nothing at all arrives, the connection is lost until media arrive again', async () => {
  const { world, link, silence, second } = createWorld();
  silence.set(true);
  assert.deepEqual([link.isLost, world.changes], [true, 1]);
  link.setPhase('reconnecting');
  // The receivers of a session that the SDK replaces are watched no longer.
  silence.set(false);
  assert.equal(link.isLost, true);
  await second(0);
  assert.equal(link.isLost, true);
  await second(500);
  assert.equal(link.isLost, false);
  assert.equal(link.isMediaFlowing, true);
  link.setPhase('connected');
  assert.equal(link.isLost, false);
});

test('where only the signalling is lost, media go on', async () => {
  const { link, second } = createWorld();
  link.setPhase('reconnecting');
  assert.equal(link.isLost, false, 'one look says nothing');
  await second(500);
  assert.deepEqual([link.isLost, link.isMediaFlowing], [false, true]);
  await second(0);
  assert.deepEqual([link.isLost, link.isMediaFlowing], [true, false]);
});
