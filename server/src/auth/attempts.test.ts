import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../testing/database.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import type { Database } from '../platform/db/db.ts';
import { deleteOldAttempts } from './attempts.store.ts';
import { type Attempt, AttemptLimits } from './attempts.ts';

let lectern: Lectern;
let database: Database;
before(async () => {
  lectern = await startLectern();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

/** As the window of a minute is over. */
const endWindows = () =>
  database.db
    .updateTable('sign_in_attempts')
    .set({ resets_at: new Date(Date.now() - 1000) })
    .execute();

test('two nodes that are asked at once allow ten together, then none until the minute is over', async () => {
  const nodes = [new AttemptLimits(undefined), new AttemptLimits(60)];
  const attempt: Attempt = { kind: 'sign-in', account: 'ann@example.org', ip: '192.0.2.1' };
  const askAll = async () => {
    const asked = Array.from({ length: 15 }, () => nodes.map((node) => node.count(database.db, attempt)));
    return (await Promise.all(asked.flat())).filter((counted) => counted?.allowed).length;
  };
  assert.equal(await askAll(), 10);
  assert.equal(await askAll(), 0);
  for (const other of [
    { ...attempt, account: 'ben@example.org' },
    { ...attempt, ip: '192.0.2.2' },
    { ...attempt, kind: 'reset-code' as const },
  ]) {
    assert.equal((await nodes[0]?.count(database.db, other))?.allowed, true);
  }
  const upper = { ...attempt, account: 'ANN@example.org' };
  assert.equal((await nodes[1]?.count(database.db, upper))?.allowed, false);
  await endWindows();
  assert.equal(await askAll(), 10);
});

test('with limits off nothing is counted, and what is over is forgotten', async () => {
  await endWindows();
  await deleteOldAttempts(database.db);
  const off = new AttemptLimits(0);
  assert.equal(await off.count(database.db, { kind: 'sign-in', account: 'a', ip: 'b' }), undefined);
  assert.deepEqual(await database.db.selectFrom('sign_in_attempts').selectAll().execute(), []);
});
