import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startGroup } from '../../../testing/data/standings.ts';
import type { OwnDatabase } from '../../../testing/engines/own-database.ts';
import { sessionById, sessionStateAt } from './sessions.store.ts';

let group: OwnDatabase;
before(async () => {
  group = await startGroup();
});
after(() => group?.remove());

const at = new Date();
/** A moment so many milliseconds after the one that is asked about. */
const inMs = (ms: number | null) => (ms === null ? null : new Date(at.getTime() + ms));

test('database and server agree on when a session runs', async () => {
  const session = await sessionById(group.db, 'session');
  assert.ok(session);
  const cases: [
    situation: string,
    start: number,
    end: number | null,
    finished: number | null,
    runs: boolean,
  ][] = [
    ['it begins now', 0, 1000, null, true],
    ['it begins a moment later', 1, 1000, null, false],
    ['it ends a moment later', -1000, 1, null, true],
    ['it ends now', -1000, 0, null, false],
    ['it has no end', -1000, null, null, true],
    ['it has no end, and begins a moment later', 1, null, null, false],
    ['somebody ended it', -1000, 1000, -1, false],
    ['somebody ended one without an end', -1000, null, -1, false],
    ['somebody cancelled it', 1000, 2000, -1, false],
  ];
  for (const [situation, start, end, finished, runs] of cases) {
    const dates = {
      startDate: new Date(at.getTime() + start),
      endDate: inMs(end),
      finishedAt: inMs(finished),
    };
    const { rows } = await group.pool.query<{ runs: boolean }>(
      'SELECT is_session_running($1, $2, $3, $4) AS runs',
      [dates.startDate, dates.endDate, dates.finishedAt, at],
    );
    assert.equal(rows[0]?.runs, runs, situation);
    assert.equal(sessionStateAt({ ...session, ...dates }, at) === 'running', runs, situation);
  }
});
