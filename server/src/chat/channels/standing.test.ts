import { after, before, test } from 'node:test';
import { assertStandings, startGroup } from '../../../testing/data/standings.ts';
import type { OwnDatabase } from '../../../testing/engines/own-database.ts';

let group: OwnDatabase;
before(async () => {
  group = await startGroup();
  await group.pool.query(`
    INSERT INTO chat_users (id, space_id, identity, kind, role, username, display_name, created_at) OVERRIDING SYSTEM VALUE
      SELECT id, 'group', id, kind, role, kind, kind, now()
      FROM (VALUES (1, 'participant', 'user'), (2, 'm2m', 'user'), (3, 'm2m', 'moderator'), (4, 'registered', 'user'),
        (5, 'participant', 'user'), (6, 'participant', 'user')) u (id, kind, role);
    INSERT INTO chat_user_participants (participant_id, user_id, name)
      VALUES ('guest', 1, 'Guest'), ('by owner', 5, 'Owner'), ('viewer', 6, 'Viewer')`);
});
after(() => group?.remove());

const [guest, machine, machineModerator, registered, owner, viewer] = ['1', '2', '3', '4', '5', '6'];
const inRoom = (room: string) => `'${room}', NULL, NULL`;
const direct = (both: string) => `NULL, NULL, '${both}'`;
const session = `'webinar', 'session', NULL`;

/** A subject is "person in channel", or "person as participant in channel". */
const standing = (subject: string) => {
  const [, person, participant, channel] = /^(\d)(?: as (\w+))? in (.+)$/.exec(subject) ?? [];
  return `
    SELECT CASE WHEN is_visible THEN 'sees' ELSE 'does not see' END
      || CASE WHEN is_visible AND is_moderator THEN ', moderates' ELSE '' END AS standing
    FROM channel_standing(${person}, ${participant ? `'${participant}'` : 'NULL'}, ${channel})`;
};
const changed = (id: string, values: string) => `UPDATE participants SET ${values} WHERE id = '${id}';`;
const isRemoved = changed('guest', "removed_at = now(), call_id = 'now'");
const isMachine = `UPDATE chat_user_participants SET user_id = 2 WHERE participant_id = 'guest';`;
const isOpened = `
  INSERT INTO viewings (id, session_id, participant_id, kind, opened_at, seen_at, position)
  VALUES ('viewing', 'session', 'viewer', 'live', now(), now(), 0);`;
const entered = `
  INSERT INTO visits (id, call_id, participant_id, entry_id, engine_sid, entered_at)
  VALUES ('visit', 'now', 'guest', 'entry', 'sid', now());`;

test('who sees the channel of a room', () =>
  assertStandings(group, standing, [
    ['a participant in the call of a private room', `${guest} in ${inRoom('private')}`, entered, 'sees'],
    [
      'a participant who is not in the call of a room that became private',
      `${guest} in ${inRoom('private')}`,
      '',
      'does not see',
    ],
    ['a participant who leads', `${owner} in ${inRoom('private')}`, '', 'sees, moderates'],
    ['a participant of another room', `${guest} in ${inRoom('public')}`, entered, 'does not see'],
    [
      'a participant who waits',
      `${guest} in ${inRoom('private')}`,
      entered + changed('guest', "admission = 'waiting'"),
      'does not see',
    ],
    ['a removed participant', `${guest} in ${inRoom('private')}`, entered + isRemoved, 'does not see'],
    [
      'a participant whom a moderator gave the role',
      `${guest} in ${inRoom('private')}`,
      entered + changed('guest', "role = 'moderator', role_before = 'user'"),
      'sees, moderates',
    ],
    ["the integrator's person", `${machine} in ${inRoom('private')}`, '', 'sees'],
    ["the integrator's moderator", `${machineModerator} in ${inRoom('private')}`, '', 'sees, moderates'],
    [
      "the integrator's person, who was removed",
      `${machine} in ${inRoom('private')}`,
      isMachine + isRemoved,
      'does not see',
    ],
    [
      "the integrator's person, by a session in another room",
      `${machine} as guest in ${inRoom('public')}`,
      isMachine,
      'does not see',
    ],
    ['a registered person in a public room', `${registered} in ${inRoom('public')}`, '', 'sees'],
    ['a registered person in a private room', `${registered} in ${inRoom('private')}`, '', 'does not see'],
    [
      'a registered person in a room without a chat',
      `${registered} in ${inRoom('public')}`,
      `UPDATE rooms SET flags = '{"isChatAllowed": false}'`,
      'does not see',
    ],
  ]));

test('who sees the channel of a session', () =>
  assertStandings(group, standing, [
    ['a viewer who opened it', `${viewer} in ${session}`, isOpened, 'sees'],
    ['a viewer who did not open it', `${viewer} in ${session}`, '', 'does not see'],
    [
      'an account that leads',
      `${owner} in ${session}`,
      changed('by owner', "room_id = 'webinar'"),
      'sees, moderates',
    ],
    ["the integrator's person", `${machine} in ${session}`, '', 'does not see'],
    ["the integrator's moderator", `${machineModerator} in ${session}`, '', 'sees, moderates'],
    ['a registered person', `${registered} in ${session}`, '', 'does not see'],
  ]));

test('who sees a direct channel', () =>
  assertStandings(group, standing, [
    ['a person of it', `${machine} in ${direct('1:2')}`, '', 'sees'],
    ['another person', `${machine} in ${direct('1:3')}`, '', 'does not see'],
    ['a participant in a call', `${guest} in ${direct('1:2')}`, entered, 'sees'],
    [
      'a participant who was removed everywhere',
      `${guest} in ${direct('1:2')}`,
      entered + isRemoved,
      'does not see',
    ],
    ['a registered person', `${registered} in ${direct('2:4')}`, '', 'sees'],
  ]));
