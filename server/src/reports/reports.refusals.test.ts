import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import type { Query } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import {
  checkEachCredential,
  credentialsFor,
  leadersInPrivate,
  leadersInPublic,
} from '../../testing/people/credentials.ts';
import { sendRaw } from '../../testing/raw.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { now } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';

let lectern: Lectern;
let open: TestGroup;
let hidden: TestGroup;
before(async () => {
  lectern = await startInProcess();
  open = await makeGroup(lectern);
  hidden = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
});
after(() => lectern?.remove());

const date = '2026-03-01T00:00:00Z';
const ask =
  (group: TestGroup, roomId = group.room.id) =>
  (api: Client) =>
    api.analyticsCalls({ spaceId: group.spaceId, query: { roomId, date } });

test('only accounts that lead a room see analytics, the sessions of a call never do', async () => {
  await checkEachCredential(await credentialsFor(lectern, open), ask(open), leadersInPublic);
  await checkEachCredential(await credentialsFor(lectern, hidden), ask(hidden), leadersInPrivate);
});

test('moderators of the group see every room, moderators of a room see that room, members see none', async () => {
  const { db, close } = await databaseOf(lectern);
  const created_at = now();
  const other = await hidden.owner.createRoom({
    spaceId: hidden.spaceId,
    body: { name: 'Geometry', isPublic: false },
  });
  for (const role of ['moderator', 'user'] as const) {
    const [member, granted] = [
      await makeUser(lectern, `member-${role}`),
      await makeUser(lectern, `granted-${role}`),
    ];
    await db
      .insertInto('space_members')
      .values({ space_id: hidden.spaceId, user_id: member.id, role, created_at })
      .execute();
    await db
      .insertInto('room_roles')
      .values({ room_id: hidden.room.id, user_id: granted.id, role, created_at })
      .execute();
    if (role === 'moderator') {
      assert.equal((await ask(hidden)(member.api)).total, 0);
      assert.equal((await ask(hidden, other.id)(member.api)).total, 0);
      assert.equal((await ask(hidden)(granted.api)).total, 0);
      await refused(ask(hidden, other.id)(granted.api), 'not_found');
    } else {
      await refused(ask(hidden)(member.api), 'forbidden');
      await refused(ask(hidden)(granted.api), 'not_found');
    }
  }
  await close();
});

test('an unknown group or room, or a room of another group, is not_found', async () => {
  await refused(ask({ ...open, spaceId: newId() })(open.owner), 'not_found');
  await refused(ask({ ...open, spaceId: 'nonsense' })(open.owner), 'not_found');
  for (const roomId of [newId(), hidden.room.id]) await refused(ask(open, roomId)(open.owner), 'not_found');
});

test('a refusal lists every bad value of the query, and no value causes a 5xx', async () => {
  const api = open.owner;
  const query = (values: Record<string, unknown>) =>
    api.analyticsCalls({ spaceId: open.spaceId, query: values as unknown as Query<'analyticsCalls'> });
  await refusedFields(query({}), 'date');
  const bad = { roomId: 'nonsense', date: 'today', minParticipants: -1, limit: 0, offset: -1, order: 'up' };
  await refusedFields(query(bad), ...Object.keys(bad));
  const odd = [
    '2026-02-30',
    '2026-3-1',
    '2026-02-30T00:00:00Z',
    '2026-03-01T24:00:00Z',
    '1',
    '',
    'NaN',
    '2026-03-01T00:00:00',
  ];
  for (const value of odd) await refusedFields(query({ roomId: open.room.id, date: value }), 'date');
  const edges = [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59-23:59',
    '2016-12-31T23:59:60Z',
  ];
  for (const value of edges) {
    const path = `/v1/spaces/${open.spaceId}/analytics/calls?roomId=${open.room.id}&date=${encodeURIComponent(value)}`;
    const { status, text } = await sendRaw(lectern.url, {
      method: 'GET',
      path,
      token: lectern.owner.personalToken,
    });
    assert.ok([200, 422].includes(status), `${value}: ${status} ${text}`);
  }
});
