import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertStandings, startGroup } from '../../testing/data/standings.ts';
import type { OwnDatabase } from '../../testing/engines/own-database.ts';
import { insertIfPermitted, type NewLink } from './store.ts';

let group: OwnDatabase;
before(async () => {
  group = await startGroup();
});
after(() => group?.remove());

test('a link gives a role', () =>
  assertStandings(
    group,
    (link) => `SELECT call_role AS standing FROM link_standing WHERE link_id = '${link}'`,
    [
      ['a valid link', 'link', '', 'moderator'],
      ['an expired link', 'link', 'UPDATE access_links SET expires_at = now()', 'none'],
      ['a revoked link', 'link', 'UPDATE access_links SET revoked_at = now()', 'none'],
    ],
  ));

test('the accounts that lead a room may create links', async () => {
  const { db, pool } = group;
  const { rows } = await pool.query<{ account: string; room: string; leads: boolean }>(`
    SELECT u.id AS account, r.id AS room, (SELECT s.leads FROM room_standing(r.id, u.id) s) AS leads
    FROM users u, rooms r`);
  const link: Omit<NewLink, 'id' | 'roomId' | 'createdBy'> = {
    ...{ spaceId: 'group', username: 'Ann', role: 'user', externalUserId: null, externalMeetingId: null },
    ...{ email: null, phone: null, fields: {}, isPermanent: false, isNameAsked: false },
    waitsForAdmission: false,
    ...{ createdAt: new Date(), expiresAt: new Date() },
  };
  for (const { account, room, leads } of rows) {
    const id = `${account} in ${room}`;
    const alias = await insertIfPermitted(db, { ...link, id, roomId: room, createdBy: account });
    assert.equal(alias !== undefined, leads, id);
  }
});
