import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type Asked, large, numberedId, small, TwoAccounts } from '../../../testing/data/two-accounts.ts';
import { linksOfRoom } from '../../access-links/listed.store.ts';
import { familiesOf } from '../../auth/tokens/store.ts';
import { finishedCallsWithCounts } from '../../calls/counts.store.ts';
import { listParticipants } from '../../participants/store.ts';
import { listRecords } from '../../records/list.store.ts';
import { roleHolders } from '../../rooms/roles.store.ts';
import { listCurrentRooms, listRooms } from '../../rooms/store.ts';
import { invitesOf } from '../../spaces/invites.store.ts';
import { membersOf } from '../../spaces/members.store.ts';
import { spacesOf } from '../../spaces/store.ts';
import { userRegisteredBy } from '../../users/store.ts';
import { forgetAnswers } from '../idempotency/store.ts';
import type { Db } from './db.ts';

/** Every stored response is of somebody else. */
async function fillAnswers(db: Db): Promise<void> {
  await sql`
    INSERT INTO idempotency_keys (caller, operation, key, body_hash, answer, created_at)
    SELECT 'personal:' || 'a' || lpad(to_hex(n), 23, '0'), 'createRoom', 'key', '', jsonb_build_object('id', 'b' || lpad(to_hex(n), 23, '0')), now()
    FROM generate_series(1, 5000) n`.execute(db);
}

let accounts: TwoAccounts;
before(async () => {
  accounts = await TwoAccounts.start(fillAnswers);
});
after(() => accounts?.remove());

// One row per page, so that the total is counted too.
const page = { limit: 1, offset: 0, order: 'desc' } as const;
const search = 'room';
const day = { from: new Date('2026-01-15'), until: new Date('2026-01-16') };

const listsOf = ({ userId, spaceId, roomId }: typeof small): Asked => ({
  groups: (db) => spacesOf(db, userId, { ...page, search: undefined }),
  rooms: (db) => listRooms(db, spaceId, { kind: 'room', userId, leadsSpace: true, search: undefined, page }),
  'rooms that a member may see': (db) =>
    listRooms(db, spaceId, {
      kind: 'room',
      userId: numberedId(9),
      leadsSpace: false,
      search: undefined,
      page,
    }),
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

const searchesOf = ({ userId, spaceId, roomId }: typeof small): Asked => ({
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

test('every foreign key has an index that finds the referring rows', async () => {
  // A partial index counts only if it leaves out nothing but NULL.
  const { rows } = await accounts.pool.query<{ key: string }>(`
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
    ...listsOf(small),
    ...searchesOf(small),
  };
  await accounts.expectIndexes(lists);
});

test('the first page of a large account uses an index', async () => {
  const few: Asked = {
    links: (db) => linksOfRoom(db, large.roomId, page),
    people: (db) => listParticipants(db, { id: large.roomId, kind: 'room' }, { page }),
    'an account by its address': (db) => userRegisteredBy(db, large.userId, 'person7@example.org'),
    calls: (db) =>
      finishedCallsWithCounts(db, {
        spaceId: large.spaceId,
        roomIds: [large.roomId],
        ...day,
        minPeople: 0,
        ...page,
      }),
    'recordings of a day': (db) => listRecords(db, { ...day, roomId: large.roomId }, page),
  };
  await accounts.expectIndexes(few);
});

test('an erasure finds the stored responses by their ids', () => {
  const ids = Array.from({ length: 500 }, (_, n) => n.toString(16).padStart(24, 'd'));
  return accounts.expectIndexes({ 'those of 500 participants': (db) => forgetAnswers(db, ids) });
});
