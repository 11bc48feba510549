import { after, before, test } from 'node:test';
import { assertStandings, startGroup } from '../../testing/data/standings.ts';
import type { OwnDatabase } from '../../testing/engines/own-database.ts';

let group: OwnDatabase;
before(async () => {
  group = await startGroup();
});
after(() => group?.remove());

const inRoom = (room: string) => (account: string) =>
  `
  SELECT coalesce(string_agg(role, ' and ' ORDER BY role), 'nothing')
    || CASE WHEN EXISTS (SELECT FROM leading_roles_in_room('${room}', '${account}')) THEN ', leads' ELSE '' END
    || CASE WHEN EXISTS (SELECT FROM roles_in_private_room('${room}', '${account}')) THEN ', may enter' ELSE '' END
    AS standing
  FROM roles_in_room('${room}', '${account}')`;

const asUser = `UPDATE room_roles SET role = 'user'`;

test('the roles of accounts in a private room', () =>
  assertStandings(group, inRoom('private'), [
    ['the owner of the group', 'owner', '', 'owner, leads, may enter'],
    ['a moderator of the group', 'leader', '', 'moderator, leads, may enter'],
    ['a member of the group', 'member', '', 'nothing'],
    ['a moderator of the room', 'granted', '', 'moderator, leads, may enter'],
    ['a user of the room', 'granted', asUser, 'user, may enter'],
    [
      'a moderator of group and room',
      'leader',
      `UPDATE room_roles SET user_id = 'leader'`,
      'moderator and moderator, leads, may enter',
    ],
    ['a stranger', 'stranger', '', 'nothing'],
  ]));

test('the roles of accounts in a public room', () =>
  assertStandings(group, inRoom('public'), [
    ['the owner of the group', 'owner', '', 'owner, leads, may enter'],
    ['a member of the group', 'member', '', 'user'],
    ['a moderator of another room', 'granted', '', 'nothing'],
  ]));

test('the roles of accounts in a group', () =>
  assertStandings(
    group,
    (account) => `SELECT role AS standing FROM space_standing('group', 'owner', '${account}')`,
    [
      ['its owner', 'owner', '', 'owner'],
      ['a moderator', 'leader', '', 'moderator'],
      ['a member', 'member', '', 'user'],
      ['a moderator of a room', 'granted', '', 'none'],
    ],
  ));
