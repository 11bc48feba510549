import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../../kit/clock.fake.ts';
import { OwnLink } from './own-link.ts';

function createWorld() {
  const clock = createFakeClock();
  const page = new EventTarget();
  const world = { received: 0, voices: 2, changes: 0 };
  const link = new OwnLink({
    received: async () => world.received,
    voices: () => world.voices,
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
  return { world, link, page, second };
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
  await second(500);
  assert.equal(link.isLost, false);
});

test('where everybody has stopped at once, the own connection is lost until media arrive again', async () => {
  const { link, second } = createWorld();
  link.doubt();
  assert.equal(link.isLost, false, 'one look says nothing');
  await second(0);
  assert.equal(link.isLost, true);
  link.setPhase('reconnecting');
  assert.equal(link.isLost, true, 'the SDK noticed it too');
  await second(500);
  assert.equal(link.isLost, false);
  assert.equal(link.isMediaFlowing, true);
});

test('where one person has stopped and others still arrive, nothing is lost and nobody counts on', async () => {
  const { world, link, second } = createWorld();
  link.doubt();
  await second(500);
  assert.equal(link.isLost, false);
  const { changes } = world;
  await second(0);
  await second(0);
  assert.deepEqual([link.isLost, world.changes], [false, changes]);
});

test('the silence of a single other person is theirs, until the SDK has lost the connection', async () => {
  const { world, link, second } = createWorld();
  world.voices = 1;
  link.doubt();
  await second(0);
  await second(0);
  assert.equal(link.isLost, false);
  link.setPhase('reconnecting');
  await second(0);
  assert.equal(link.isLost, true);
  link.setPhase('connected');
  assert.equal(link.isLost, false);
});
