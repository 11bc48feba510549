import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { fill } from '../../../testing/data/fill.ts';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { nodesOf, type QueryPlan, rowsOf, statementsOf } from '../../../testing/engines/plans.ts';
import { linksOfRoom } from '../../access-links/listed.store.ts';
import { familiesOf } from '../../auth/tokens/store.ts';
import { finishedCallsWithCounts } from '../../calls/counts.store.ts';
import { continueActivity, endActivity, recordActivity } from '../../calls/visits/activity.store.ts';
import { publicChannels } from '../../chat/channels/rights.store.ts';
import { lockRoomChannel } from '../../chat/channels/store.ts';
import { usersAsParticipants, usersSeenBy } from '../../chat/people/store.ts';
import { findExclusion, listParticipants } from '../../participants/store.ts';
import { eraseFromRecords } from '../../records/deleting/erase.store.ts';
import { findLeftoverFiles } from '../../records/deleting/leftovers.store.ts';
import { listRecords } from '../../records/list.store.ts';
import { findUnendedElsewhere, findUnendedOf } from '../../records/running/running.store.ts';
import {
  activeRecordOf,
  countActive,
  lockRecordsOfRooms,
  readEarlierInCall,
  recordsOfCall,
  voicesOf,
} from '../../records/store.ts';
import { loadReport } from '../../reports/calls/load.ts';
import { type ReportedCall, reportedCall, reportedCalls } from '../../reports/calls/store.ts';
import { roleHolders } from '../../rooms/roles.store.ts';
import { listCurrentRooms, listRooms } from '../../rooms/store.ts';
import { invitesOf } from '../../spaces/invites.store.ts';
import { membersOf } from '../../spaces/members.store.ts';
import { spacesOf } from '../../spaces/store.ts';
import { searchSegments } from '../../transcription/search/search.store.ts';
import { userRegisteredBy } from '../../users/store.ts';
import { forgetAnswers } from '../idempotency/store.ts';
import { type Db, inTransaction } from './db.ts';

/** A small account beside a large one: its lists must not cost more because of the other. */
const id = (n: number) => n.toString(16).padStart(24, '0');
const [large, small] = [id(1), id(2)];
const [largeSpace, smallSpace] = [id(3), id(4)];
const [largeRoom, smallRoom] = [id(5), id(6)];
/** Tables with more rows must not be read completely. */
const big = 1500;

const [machineUser, registeredUser] = ['1', '2'];
const people = 4000;

/** In the large group every room has a channel with a member, and all participants of its room are chat users. */
async function fillChat(db: Db): Promise<void> {
  await sql`
    INSERT INTO chat_channels (id, space_id, room_id, epoch, created_at)
    SELECT channel_id, space_id, id, 'epoch', now() FROM rooms`.execute(db);
  await sql`
    INSERT INTO chat_users (id, space_id, identity, kind, role, username, display_name, created_at)
    SELECT n, ${largeSpace}, 'person:' || n, CASE n WHEN 1 THEN 'm2m' WHEN 2 THEN 'registered' ELSE 'participant' END,
      'user', 'Person', 'Person', now()
    FROM generate_series(1, ${people}::integer) n`.execute(db);
  await sql`
    INSERT INTO chat_user_participants (participant_id, user_id, name)
    SELECT id, 3 + row_number() OVER (ORDER BY id) % (${people}::integer - 3), name FROM participants`.execute(
    db,
  );
  await sql`
    INSERT INTO chat_members (channel_id, user_id, joined_at)
    SELECT channel_id, 3 + row_number() OVER (ORDER BY id) % (${people}::integer - 3), now() FROM rooms`.execute(
    db,
  );
  await sql`VACUUM ANALYZE`.execute(db);
}

/** Every visit showed its tab; the open ones still do. */
async function fillActivity(db: Db): Promise<void> {
  await sql`
    INSERT INTO activity_intervals (visit_id, kind, started_at, ended_at)
    SELECT id, 'tab', entered_at, exited_at FROM visits`.execute(db);
}

const segments = 3000;

/** In a recording of the large group each segment says the same word; every answer is of somebody else. */
async function fillWordsAndKeys(db: Db): Promise<void> {
  const recordId = `cf${id(1).slice(2)}`;
  await sql`
    INSERT INTO transcripts (record_id, state, language, engine, revision, requested_at, finished_at)
    VALUES (${recordId}, 'ready', 'auto', 'fake', 1, now(), now())`.execute(db);
  await sql`
    INSERT INTO transcript_segments (id, record_id, start_seconds, end_seconds, text, speaker, participant_id, words)
    SELECT lpad(to_hex(n), 24, '0'), ${recordId}, n, n + 1, 'Algebra ' || n, 'Ann', 'ann', '[]'
    FROM generate_series(1, ${segments}::integer) n`.execute(db);
  await sql`
    INSERT INTO idempotency_keys (caller, operation, key, body_hash, answer, created_at)
    SELECT 'personal:' || 'a' || lpad(to_hex(n), 23, '0'), 'createRoom', 'key', '', jsonb_build_object('id', 'b' || lpad(to_hex(n), 23, '0')), now()
    FROM generate_series(1, 5000) n`.execute(db);
  // The small group had many calls.
  await sql`
    INSERT INTO calls (id, room_id, space_id, plan_alias, room_type, started_at, finished_at)
    SELECT 'c' || lpad(to_hex(n), 23, '0'), ${smallRoom}, ${smallSpace}, 'business', 'lesson', now(), now()
    FROM generate_series(1, 100) n`.execute(db);
  await sql`VACUUM ANALYZE`.execute(db);
}

let database: OwnDatabase;
before(async () => {
  database = await startOwnDatabase();
  const { db } = database;
  for (const [user, space, room] of [
    [large, largeSpace, largeRoom],
    [small, smallSpace, smallRoom],
  ] as const) {
    await sql`INSERT INTO users (id, email, username, password_hash, plan, created_at)
      VALUES (${user}, ${`${user}@example.org`}, 'Somebody', 'none', 'business', now())`.execute(db);
    await sql`INSERT INTO spaces (id, name, is_public, owner_id, created_at)
      VALUES (${space}, 'Group', false, ${user}, now())`.execute(db);
    await sql`INSERT INTO rooms (id, space_id, alias, name, type, is_public, flags, waiting_room_audience, join_fields, created_at)
      VALUES (${room}, ${space}, ${`own-${room.slice(-6)}`}, 'Room', 'lesson', false, '{}', 'nobody', '[]', now())`.execute(
      db,
    );
  }
  const amounts = {
    ...{ spaces: 4000, rooms: 4000, links: 10_000, participants: 10_000, present: 50 },
    ...{ calls: 2000, members: 4000, invites: 4000, roles: 3000, sessions: 2000, records: 4000 },
  };
  const at = { spaceId: largeSpace, roomId: largeRoom };
  await fill(db, { ownerId: large, at, amounts });
  await fillActivity(db);
  await fillChat(db);
  await fillWordsAndKeys(db);
});
after(() => database?.remove());

async function scansOf(ask: (db: Db) => Promise<unknown>): Promise<string[]> {
  const { db, pool } = database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples >= ${big}`,
  );
  const bigOnes = new Set(tables.map(({ name }) => name));
  const found: string[] = [];
  for (const { sql: text, parameters } of await statementsOf(db, ask)) {
    const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) ${text}`, [...parameters]);
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: QueryPlan }];
    for (const node of nodesOf(plan)) {
      const table = node['Relation Name'] ?? '';
      if (node['Node Type'] === 'Seq Scan' && bigOnes.has(table)) found.push(table);
    }
  }
  return found;
}

/** How many rows of tables and indexes the statements of `ask` look at. */
async function rowsReadBy(ask: (db: Db) => Promise<unknown>): Promise<number> {
  const { db, pool } = database;
  let sum = 0;
  for (const { sql: text, parameters } of await statementsOf(db, ask)) {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...parameters]);
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: QueryPlan }];
    sum += nodesOf(plan).reduce((read, node) => read + rowsOf(node), 0);
  }
  return sum;
}

// One row per page, so that the total is counted too.
const page = { limit: 1, offset: 0, order: 'desc' } as const;
const search = 'room';
const day = { from: new Date('2026-01-15'), until: new Date('2026-01-16') };

type Lists = Record<string, (db: Db) => Promise<unknown>>;
const listsOf = (userId: string, spaceId: string, roomId: string): Lists => ({
  groups: (db) => spacesOf(db, userId, { ...page, search: undefined }),
  rooms: (db) => listRooms(db, spaceId, { kind: 'room', userId, leadsSpace: true, search: undefined, page }),
  'rooms that a member may see': (db) =>
    listRooms(db, spaceId, { kind: 'room', userId: id(9), leadsSpace: false, search: undefined, page }),
  'automatic webinars': (db) =>
    listRooms(db, spaceId, { kind: 'playback', userId, leadsSpace: true, search: undefined, page }),
  'rooms with a call or an opening soon': (db) =>
    listCurrentRooms(db, { userId, until: day.until, limit: 1 }),
  links: (db) => linksOfRoom(db, roomId, page),
  people: (db) => listParticipants(db, { id: roomId, kind: 'room' }, { page }),
  'people who wait': (db) => listParticipants(db, { id: roomId, kind: 'room' }, { page, status: 'waiting' }),
  members: (db) => membersOf(db, spaceId, { role: undefined, search: undefined, page }),
  invitations: (db) => invitesOf(db, spaceId, { status: undefined, page }),
  roles: (db) => roleHolders(db, roomId, { viewerId: userId, search: undefined, page }),
  'sign-ins': (db) => familiesOf(db, userId, page),
  calls: (db) => finishedCallsWithCounts(db, { spaceId, roomIds: [roomId], ...day, minPeople: 0, ...page }),
  'calls of many': (db) =>
    finishedCallsWithCounts(db, { spaceId, roomIds: [roomId], ...day, minPeople: 2, ...page }),
  'calls of a group': (db) =>
    finishedCallsWithCounts(db, { spaceId, roomIds: undefined, ...day, minPeople: 0, ...page }),
  'an account by its address': (db) => userRegisteredBy(db, userId, 'person7@example.org'),
  recordings: (db) => listRecords(db, { roomId }, page),
  'recordings of a group': (db) => listRecords(db, { spaceId }, page),
});

const searchesOf = (userId: string, spaceId: string, roomId: string): Lists => ({
  'groups by name': (db) => spacesOf(db, userId, { ...page, search }),
  'rooms by name': (db) => listRooms(db, spaceId, { kind: 'room', userId, leadsSpace: true, search, page }),
  'links by name': (db) => linksOfRoom(db, roomId, { ...page, search }),
  'links of a person': (db) => linksOfRoom(db, roomId, { ...page, externalUserId: 'learner-7' }),
  'unused links': (db) => linksOfRoom(db, roomId, { ...page, status: 'unused' }),
  'members by name': (db) => membersOf(db, spaceId, { role: undefined, search, page }),
  'unused invitations': (db) => invitesOf(db, spaceId, { status: 'unused', page }),
  'roles by name': (db) => roleHolders(db, roomId, { viewerId: userId, search, page }),
  'recordings by name': (db) => listRecords(db, { roomId, name: search }, page),
  'recordings of a day': (db) => listRecords(db, { ...day, spaceId, roomId }, page),
});

/** Frequent queries about recordings. */
const ofRecordings: Lists = {
  'of a call': (db) => recordsOfCall(db, { roomId: largeRoom, callId: `8f${id(7).slice(2)}` }),
  'what was in a call before': (db) => readEarlierInCall(db, `8f${id(7).slice(2)}`),
  'the one that runs': (db) => activeRecordOf(db, largeRoom),
  'those that run': (db) => countActive(db),
  'those of a room that is deleted': (db) => lockRecordsOfRooms(db, [largeRoom]),
  'those of a node that have not ended': (db) => findUnendedOf(db, `15f${id(1).slice(3)}`),
  'those of lost nodes': (db) => findUnendedElsewhere(db, id(1)),
  'files to be removed': (db) => findLeftoverFiles(db),
  voices: (db) => voicesOf(db, `12f${id(1).slice(3)}`),
  'of who is erased': (db) => eraseFromRecords(db, { erasedId: 'erased:1' }, [`9f${id(7).slice(2)}`]),
};

const [somebody, theirVisit] = [`9f${id(7).slice(2)}`, `af${id(7).slice(2)}`];
const moment = new Date();

/** After an outage all visits of a large call begin anew. */
const ofActivity: Lists = {
  'the end of a visit': (db) => endActivity(db, theirVisit, moment),
  'a visit that continues another': (db) => continueActivity(db, theirVisit),
};

async function holds(lists: Lists): Promise<void> {
  const found: Record<string, string[]> = {};
  for (const [name, ask] of Object.entries(lists)) {
    const scanned = await scansOf(ask);
    if (scanned.length > 0) found[name] = scanned;
  }
  assert.deepEqual(found, {});
}

test('every foreign key has an index that finds the referring rows', async () => {
  // A partial index counts only if it leaves out nothing but NULL.
  const { rows } = await database.pool.query<{ key: string }>(`
    SELECT c.conrelid::regclass || ': ' || c.conname AS key
    FROM pg_constraint c
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT FROM pg_index i
      WHERE i.indrelid = c.conrelid AND i.indisvalid
        AND (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey
        AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = (
          SELECT '(' || quote_ident(a.attname) || ' IS NOT NULL)' FROM pg_attribute a
          WHERE a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        ))
    )
    ORDER BY key`);
  assert.deepEqual(
    rows.map(({ key }) => key),
    [],
  );
});

test('no list of a small account scans a big table', async () => {
  const lists = {
    ...listsOf(small, smallSpace, smallRoom),
    ...searchesOf(small, smallSpace, smallRoom),
  };
  await holds(lists);
});

test('a report reads its call by indexes', async () => {
  const [callId, reportedAt] = [`8f${id(7).slice(2)}`, new Date('2026-01-15T12:00:00Z')];
  const reported: ReportedCall = {
    ...{ id: callId, spaceId: smallSpace, roomId: smallRoom, roomName: 'Room', roomType: 'lesson' },
    ...{ revision: 1, isPast: false, startedAt: reportedAt, finishedAt: null },
    rule: { minShare: 0.85, minSeconds: 0 },
  };
  await holds({
    'the call': (db) => reportedCall(db, { spaceId: smallSpace, callId }),
    'its people': (db) => loadReport(db, reported, { generatedAt: reportedAt, viewerId: small, rule: {} }),
  });
});

test('the first page of a large account uses an index', async () => {
  const few: Lists = {
    links: (db) => linksOfRoom(db, largeRoom, page),
    people: (db) => listParticipants(db, { id: largeRoom, kind: 'room' }, { page }),
    'an account by its address': (db) => userRegisteredBy(db, large, 'person7@example.org'),
    calls: (db) =>
      finishedCallsWithCounts(db, {
        spaceId: largeSpace,
        roomIds: [largeRoom],
        ...day,
        minPeople: 0,
        ...page,
      }),
    'recordings of a day': (db) => listRecords(db, { ...day, roomId: largeRoom }, page),
  };
  await holds(few);
});

test('looking up chat users does not read all rooms of the group', async () => {
  const ids = Array.from({ length: 100 }, (_, n) => String(n + 1));
  const { rows } = await sql<{ id: string }>`
    SELECT participant_id AS id FROM chat_user_participants WHERE user_id = ANY (${ids}::bigint[])
    ORDER BY participant_id LIMIT 100`.execute(database.db);
  const participantIds = rows.map(({ id }) => id);
  assert.equal(participantIds.length, 100);
  for (const userId of [machineUser, registeredUser, '5']) {
    const asking = { userId, spaceId: largeSpace };
    await holds({
      [`by their ids, for ${userId}`]: (db) => usersSeenBy(db, asking, ids),
      [`by those of participants, for ${userId}`]: (db) => usersAsParticipants(db, asking, participantIds),
    });
  }
  const seen = await usersSeenBy(database.db, { userId: machineUser, spaceId: largeSpace }, ids);
  assert.equal(seen.length, 99, 'a machine sees every user of a room');
});

test('the public rooms of a large group are not read for each of its people', async () => {
  await sql`UPDATE rooms SET flags = flags || '{"isChatAllowed": true}' WHERE space_id = ${largeSpace}`.execute(
    database.db,
  );
  const { rows } = await sql<{ id: string }>`
    SELECT user_id AS id FROM chat_user_participants ORDER BY user_id LIMIT 1`.execute(database.db);
  const participant = await rowsReadBy((db) => publicChannels(db, { userId: rows[0]?.id ?? '' }));
  assert.ok(participant < 500, `${participant} rows for a participant`);
  for (const userId of [machineUser, registeredUser]) {
    const publics = await publicChannels(database.db, { userId });
    assert.equal(publics.length, 1000);
    const read = await rowsReadBy((db) => publicChannels(db, { userId }));
    assert.ok(read < 10_000, `${read} rows for 1,000 of user ${userId}`);
  }
});

test('a search reads what was said in its own group', async () => {
  const by = { userId: large, roomId: undefined, page };
  for (const isLastWordOpen of [true, false]) {
    const find = (spaceId: string) => (db: Db) =>
      searchSegments(db, { ...by, spaceId, text: 'algebra' }, isLastWordOpen);
    assert.equal((await find(largeSpace)(database.db)).total, segments);
    assert.equal((await find(smallSpace)(database.db)).total, 0);
    const read = await rowsReadBy(find(smallSpace));
    assert.ok(read < 50, `${read} rows`);
  }
});

test('an erasure finds the stored responses by their ids', () => {
  const ids = Array.from({ length: 500 }, (_, n) => n.toString(16).padStart(24, 'd'));
  return holds({ 'those of 500 participants': (db) => forgetAnswers(db, ids) });
});

test('the channel of a room is found by its index', () =>
  holds({ 'that a raised hand locks': (db) => lockRoomChannel(db, smallRoom) }));

test('frequent queries about recordings use an index', () => holds(ofRecordings));

test('the visits of a large call begin and end by indexes', () => holds(ofActivity));

test('a report of activity reads no table completely', async () => {
  await inTransaction(database.db, async (trx) => {
    const readRows = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT coalesce(sum(seq_tup_read), 0)::int AS count FROM pg_stat_xact_user_tables`.execute(trx);
      return rows[0]?.count;
    };
    const report = { participantId: somebody, spaceId: largeSpace, entryId: null };
    const before = await readRows();
    // A function plans its statements anew for its first five calls.
    for (let number = 1; number <= 10; number += 1)
      assert.ok(await recordActivity(trx, { ...report, number, on: ['tab'], off: ['speaking'] }));
    assert.equal(await readRows(), before);
  });
});

test('the revision of a report reads no links of other rooms', async () => {
  // With most links in one room the planner expects many in any room.
  await sql`UPDATE access_links SET room_id = ${largeRoom}, expires_at = now() + interval '1 day'`.execute(
    database.db,
  );
  await sql`VACUUM ANALYZE access_links`.execute(database.db);
  const { rows } = await sql<{ id: string }>`SELECT id FROM calls WHERE room_id = ${smallRoom}`.execute(
    database.db,
  );
  const callIds = rows.map((row) => row.id);
  const read = await rowsReadBy((db) => reportedCalls(db, { spaceId: smallSpace, callIds }));
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
    RETURNING p.id`.execute(database.db);
  assert.ok(rows.length > 1000, `${rows.length} removals`);
  await sql`VACUUM ANALYZE participants`.execute(database.db);
  const read = await rowsReadBy((db) => findExclusion(db, somebody));
  assert.ok(read < 50, `${read} rows`);
});
