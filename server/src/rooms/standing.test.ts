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
  SELECT coalesce(role, 'nothing') || CASE WHEN leads THEN ', leads' ELSE '' END
    || CASE WHEN may_enter_when_private THEN ', may enter' WHEN may_enter THEN ', may enter while it is public' ELSE '' END
    AS standing
  FROM room_standing('${room}', ${account === 'nobody' ? 'NULL' : `'${account}'`})`;

const asUser = `UPDATE room_roles SET role = 'user'`;

test('accounts have roles in a private room', () =>
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
      'moderator, leads, may enter',
    ],
    [
      'a moderator of the group who is a user of the room',
      'leader',
      `UPDATE room_roles SET user_id = 'leader', role = 'user'`,
      'moderator, leads, may enter',
    ],
    ['its owner', 'granted', `UPDATE room_roles SET role = 'owner'`, 'owner, leads, may enter'],
    ['a stranger', 'stranger', '', 'nothing'],
    ['somebody without an account', 'nobody', '', 'nothing'],
  ]));

test('accounts have roles in a public room', () =>
  assertStandings(group, inRoom('public'), [
    ['the owner of the group', 'owner', '', 'owner, leads, may enter'],
    ['a member of the group', 'member', '', 'user, may enter while it is public'],
    [
      'a member with a role of the room',
      'member',
      `UPDATE room_roles SET user_id = 'member', room_id = 'public', role = 'user'`,
      'user, may enter',
    ],
    ['a moderator of another room', 'granted', '', 'nothing, may enter while it is public'],
    ['somebody without an account', 'nobody', '', 'nothing, may enter while it is public'],
  ]));

const knowing = (viewer: string) => (account: string) =>
  `
  SELECT CASE WHEN shares_group THEN 'shares a group' ELSE 'is a stranger' END AS standing
  FROM acquaintance('${account}', '${viewer}')`;

test('accounts that share a group are acquainted', async () => {
  await assertStandings(group, knowing('member'), [
    ['the viewer', 'member', '', 'shares a group'],
    ['another member', 'leader', '', 'shares a group'],
    ['the owner', 'owner', '', 'shares a group'],
    ['a moderator of a room', 'granted', '', 'is a stranger'],
  ]);
  await assertStandings(group, knowing('owner'), [
    ['a member', 'member', '', 'shares a group'],
    ['a member who left', 'member', `DELETE FROM space_members WHERE user_id = 'member'`, 'is a stranger'],
    ['somebody without a group', 'stranger', '', 'is a stranger'],
  ]);
});

test('accounts have roles in a group', () =>
  assertStandings(
    group,
    (account) => `
      SELECT role || CASE WHEN leads THEN ', leads' ELSE '' END AS standing FROM space_standing('group', 'owner', '${account}')`,
    [
      ['its owner', 'owner', '', 'owner, leads'],
      ['a moderator', 'leader', '', 'moderator, leads'],
      ['a member', 'member', '', 'user'],
      ['a moderator of a room', 'granted', '', 'none'],
      ['its own account', 'leader', 'UPDATE space_members SET is_service = true', 'owner, leads'],
    ],
  ));
