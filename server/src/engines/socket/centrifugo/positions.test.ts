import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OwnDatabase, startOwnDatabase } from '../../../../testing/engines/own-database.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { type Positions, type PublishedPosition, positionsIn } from './positions.store.ts';

let database: OwnDatabase;
let positions: Positions;
before(async () => {
  database = await startOwnDatabase();
  positions = positionsIn(database.db);
});
after(() => database?.remove());

const at = (seq: number): PublishedPosition => ({
  epoch: 'first',
  seq,
  engine: { epoch: 'theirs', offset: seq + 5 },
});

test('concurrent holders of a channel each begin where the one before ended', async () => {
  const seen: number[] = [];
  const step = () =>
    positions.hold('chat:1', async (kept, keep) => {
      seen.push(kept?.seq ?? 0);
      await positions.lately(1, []);
      keep(at((kept?.seq ?? 0) + 1));
    });
  await Promise.all(Array.from({ length: 8 }, step));
  assert.deepEqual(seen, [0, 1, 2, 3, 4, 5, 6, 7]);
});

test('holding one channel does not block another', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = positions.hold('chat:slow', () => promise);
  await positions.hold('chat:quick', async (_kept, keep) => keep(at(1)));
  resolve();
  await slow;
  assert.equal((await positions.lately(0, ['chat:quick', 'chat:slow'])).get('chat:quick'), 1);
});

test('the last kept position is saved even if the next step fails', async () => {
  const failing = positions.hold('chat:2', async (_kept, keep) => {
    keep(at(3));
    throw new Error('away');
  });
  await assert.rejects(failing, /away/);
  let kept: PublishedPosition | undefined;
  await positions.hold('chat:2', async (found) => {
    kept = found;
  });
  assert.deepEqual(kept, at(3));
});

test('every node sees the positions that any node advanced lately', async () => {
  await positions.hold('chat:3', async (_kept, keep) => keep(at(7)));
  assert.equal((await positions.lately(60, [])).get('chat:3'), 7);
  await waitUntil(async () => !(await positions.lately(0.01, [])).has('chat:3'), {
    timeout: 3000,
    message: 'the change to be out of the period',
  });
  assert.equal((await positions.lately(0.01, ['chat:3'])).get('chat:3'), 7);
});
