import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type Asked, large, numberedId, small, TwoAccounts } from '../../../testing/data/two-accounts.ts';
import { eraseFromRecords } from '../../records/deleting/erase.store.ts';
import { findLeftoverFiles } from '../../records/deleting/leftovers.store.ts';
import { findUnendedElsewhere, findUnendedOf } from '../../records/running/running.store.ts';
import {
  activeRecordOf,
  countActive,
  lockRecordsOfRooms,
  readEarlierInCall,
  recordsOfCall,
  voicesOf,
} from '../../records/store.ts';
import { searchSegments } from '../../transcription/search/search.store.ts';
import type { Db } from './db.ts';

const segments = 3000;

/** In a recording of the large group each segment says the same word. */
async function fillWords(db: Db): Promise<void> {
  const recordId = `cf${numberedId(1).slice(2)}`;
  await sql`
    INSERT INTO transcripts (record_id, state, language, engine, revision, requested_at, finished_at)
    VALUES (${recordId}, 'ready', 'auto', 'fake', 1, now(), now())`.execute(db);
  await sql`
    INSERT INTO transcript_segments (id, record_id, start_seconds, end_seconds, text, speaker, participant_id, words)
    SELECT lpad(to_hex(n), 24, '0'), ${recordId}, n, n + 1, 'Algebra ' || n, 'Ann', 'ann', '[]'
    FROM generate_series(1, ${segments}::integer) n`.execute(db);
}

let accounts: TwoAccounts;
before(async () => {
  accounts = await TwoAccounts.start(fillWords);
});
after(() => accounts?.remove());

// One row per page, so that the total is counted too.
const page = { limit: 1, offset: 0, order: 'desc' } as const;

/** Frequent queries about recordings. */
const ofRecordings: Asked = {
  'of a call': (db) => recordsOfCall(db, { roomId: large.roomId, callId: `8f${numberedId(7).slice(2)}` }),
  'what was in a call before': (db) => readEarlierInCall(db, `8f${numberedId(7).slice(2)}`),
  'the one that runs': (db) => activeRecordOf(db, large.roomId),
  'those that run': (db) => countActive(db),
  'those of a room that is deleted': (db) => lockRecordsOfRooms(db, [large.roomId]),
  'those of a node that have not ended': (db) => findUnendedOf(db, `15f${numberedId(1).slice(3)}`),
  'those of lost nodes': (db) => findUnendedElsewhere(db, numberedId(1)),
  'files to be removed': (db) => findLeftoverFiles(db),
  voices: (db) => voicesOf(db, `12f${numberedId(1).slice(3)}`),
  'of who is erased': (db) => eraseFromRecords(db, { erasedId: 'erased:1' }, [`9f${numberedId(7).slice(2)}`]),
};

test('a search reads what was said in its own group', async () => {
  const by = { userId: large.userId, roomId: undefined, page };
  for (const isLastWordOpen of [true, false]) {
    const find = (spaceId: string) => (db: Db) =>
      searchSegments(db, { ...by, spaceId, text: 'algebra' }, isLastWordOpen);
    assert.equal((await find(large.spaceId)(accounts.db)).total, segments);
    assert.equal((await find(small.spaceId)(accounts.db)).total, 0);
    const read = await accounts.rowsReadBy(find(small.spaceId));
    assert.ok(read < 50, `${read} rows`);
  }
});

test('frequent queries about recordings use an index', () => accounts.expectIndexes(ofRecordings));
