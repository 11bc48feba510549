import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type Asked, large, numberedId, small, TwoAccounts } from '../../../testing/data/two-accounts.ts';
import { continueActivity, endActivity, recordActivity } from '../../calls/visits/activity.store.ts';
import { findExclusion } from '../../participants/store.ts';
import { loadReport } from '../../reports/calls/load.ts';
import { type ReportedCall, reportedCall, reportedCalls } from '../../reports/calls/store.ts';
import { type Db, inTransaction } from './db.ts';

/** Every visit showed its tab; the open ones still do. The small group had many calls. */
async function fillVisitsAndCalls(db: Db): Promise<void> {
  await sql`
    INSERT INTO activity_intervals (visit_id, kind, started_at, ended_at)
    SELECT id, 'tab', entered_at, exited_at FROM visits`.execute(db);
  await sql`
    INSERT INTO calls (id, room_id, space_id, plan_alias, room_type, started_at, finished_at)
    SELECT 'c' || lpad(to_hex(n), 23, '0'), ${small.roomId}, ${small.spaceId}, 'business', 'lesson', now(), now()
    FROM generate_series(1, 100) n`.execute(db);
}

let accounts: TwoAccounts;
before(async () => {
  accounts = await TwoAccounts.start(fillVisitsAndCalls);
});
after(() => accounts?.remove());

const [somebody, theirVisit] = [`9f${numberedId(7).slice(2)}`, `af${numberedId(7).slice(2)}`];
const moment = new Date();

/** After an outage all visits of a large call begin anew. */
const ofActivity: Asked = {
  'the end of a visit': (db) => endActivity(db, theirVisit, moment),
  'a visit that continues another': (db) => continueActivity(db, theirVisit),
};

test('a report reads its call by indexes', async () => {
  const [callId, reportedAt] = [`8f${numberedId(7).slice(2)}`, new Date('2026-01-15T12:00:00Z')];
  const reported: ReportedCall = {
    ...{ id: callId, spaceId: small.spaceId, roomId: small.roomId, roomName: 'Room', roomType: 'lesson' },
    ...{ revision: 1, isPast: false, startedAt: reportedAt, finishedAt: null, isSample: false },
    rule: { minShare: 0.85, minSeconds: 0 },
  };
  await accounts.expectIndexes({
    'the call': (db) => reportedCall(db, { spaceId: small.spaceId, callId }),
    'its people': (db) =>
      loadReport(db, reported, { generatedAt: reportedAt, viewerId: small.userId, rule: {} }),
  });
});

test('the visits of a large call begin and end by indexes', () => accounts.expectIndexes(ofActivity));

test('a report of activity reads no table completely', async () => {
  await inTransaction(accounts.db, async (trx) => {
    const readRows = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT coalesce(sum(seq_tup_read), 0)::int AS count FROM pg_stat_xact_user_tables`.execute(trx);
      return rows[0]?.count;
    };
    const report = { participantId: somebody, spaceId: large.spaceId, entryId: null };
    const before = await readRows();
    // A function plans its statements anew for its first five calls.
    for (let number = 1; number <= 10; number += 1)
      assert.ok(await recordActivity(trx, { ...report, number, on: ['tab'], off: ['speaking'] }));
    assert.equal(await readRows(), before);
  });
});

test('the revision of a report reads no links of other rooms', async () => {
  // With most links in one room the planner expects many in any room.
  await sql`UPDATE access_links SET room_id = ${large.roomId}, expires_at = now() + interval '1 day'`.execute(
    accounts.db,
  );
  await sql`VACUUM ANALYZE access_links`.execute(accounts.db);
  const { rows } = await sql<{ id: string }>`SELECT id FROM calls WHERE room_id = ${small.roomId}`.execute(
    accounts.db,
  );
  const callIds = rows.map((row) => row.id);
  const read = await accounts.rowsReadBy((db) => reportedCalls(db, { spaceId: small.spaceId, callIds }));
  assert.ok(read < 20 * callIds.length, `${read} rows for ${callIds.length} calls`);
});

test('who is kept out of a room is answered without its removals from past calls', async () => {
  // By one link for all.
  const { rows } = await sql`
    WITH past AS (
      SELECT c.id, c.room_id, p.link_id FROM participants p JOIN calls c ON c.room_id = p.room_id
      WHERE p.id = ${somebody} AND c.finished_at IS NOT NULL LIMIT 1
    )
    UPDATE participants p SET removed_at = now(), call_id = past.id, link_id = past.link_id
    FROM past WHERE p.room_id = past.room_id AND p.id <> ${somebody}
    RETURNING p.id`.execute(accounts.db);
  assert.ok(rows.length > 1000, `${rows.length} removals`);
  await sql`VACUUM ANALYZE participants`.execute(accounts.db);
  const read = await accounts.rowsReadBy((db) => findExclusion(db, somebody));
  assert.ok(read < 50, `${read} rows`);
});
