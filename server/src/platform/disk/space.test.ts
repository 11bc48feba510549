import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DiskSpace } from './space.ts';

/** A disk with so many free bytes, of which 100 stay free. */
function diskWith(free: number) {
  const disk = { free };
  const space = new DiskSpace({ folder: '/', keptFreeBytes: 100, freeBytes: async () => disk.free });
  return { disk, space };
}

test('requests that reserve at the same time get no more than is there', async () => {
  const { space } = diskWith(1_000);
  const reservations = await Promise.all(Array.from({ length: 90 }, () => space.reserve(90)));
  assert.equal(reservations.filter(Boolean).length, 10);
  assert.equal(await space.available(), 0);
  assert.equal(await space.reserve(1), undefined);
});

test('bytes are there again when their reservation has ended, once', async () => {
  const { space } = diskWith(1_000);
  const one = await space.reserve(500);
  const two = await space.reserve(400);
  one?.end();
  one?.end();
  assert.equal(await space.available(), 500);
  two?.end();
  assert.equal(await space.available(), 900);
});

test('bytes that were written while the disk was asked are counted once', async () => {
  const disk = { free: 1_000 };
  const answer = Promise.withResolvers<void>();
  let isSlow = false;
  const space = new DiskSpace({
    ...{ folder: '/', keptFreeBytes: 0 },
    freeBytes: async () => {
      const { free } = disk;
      if (isSlow) await answer.promise;
      return free;
    },
  });
  const written = await space.reserve(600);
  isSlow = true;
  const reserving = space.reserve(600);
  // The bytes are on the disk now, after it was asked.
  disk.free = 400;
  written?.end();
  answer.resolve();
  assert.equal(await reserving, undefined);
});

test('what programs of their own will write is not given away', async () => {
  const space = new DiskSpace({
    ...{ folder: '/', keptFreeBytes: 100, freeBytes: async () => 1_000, promisedBytes: async () => 600 },
  });
  assert.equal(await space.available(), 300);
  assert.equal(await space.reserve(301), undefined);
  assert.ok(await space.reserve(300));
  assert.equal(await space.unreserved(), 100);
});

test('less than what must stay free makes nothing available', async () => {
  const { disk, space } = diskWith(1_000);
  disk.free = 50;
  assert.equal(await space.available(), -50);
  assert.equal(await space.reserve(0), undefined);
});
