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
      VALUES ('guest', 1, 'Guest'), ('by owner', 5, 'Owner'), ('viewer', 6, 'Viewer');
    INSERT INTO chat_channels (id, space_id, room_id, session_id, epoch, created_at)
      SELECT channel_id, 'group', id, NULL, '', now() FROM rooms
      UNION ALL
      SELECT chat_channel_id, 'group', playback_id, id, '', now() FROM playback_sessions;
    INSERT INTO chat_channels (space_id, direct_of, epoch, created_at) VALUES ('group', '1:2', '', now());
    INSERT INTO chat_members (channel_id, user_id, joined_at)
      SELECT id, unnest(string_to_array(direct_of, ':'))::bigint, now() FROM chat_channels WHERE direct_of IS NOT NULL`);
});
after(() => group?.remove());

const [guest, machine, machineModerator, registered, owner, viewer] = ['1', '2', '3', '4', '5', '6'];
const inRoom = (room: string) => `'${room}', NULL, NULL`;
const direct = (both: string) => `NULL, NULL, '${both}'`;
const session = `'webinar', 'session', NULL`;

/** The first arguments of a rule, of a subject "person" or "person as participant". */
const personOf = (subject: string) => {
  const [person, participant] = subject.split(' as ');
  return `${person}, ${participant ? `'${participant}'` : 'NULL'}`;
};

/** A subject is "person in channel", or "person as participant in channel". */
const standing = (subject: string) => {
  const [person = '', channel] = subject.split(' in ');
  return `
    SELECT CASE WHEN is_visible THEN 'sees' ELSE 'does not see' END
      || CASE WHEN is_visible AND is_moderator THEN ', moderates' ELSE '' END AS standing
    FROM channel_standing(${personOf(person)}, ${channel})`;
};
const changed = (id: string, values: string) => `UPDATE participants SET ${values} WHERE id = '${id}';`;
const isRemoved = changed('guest', "removed_at = now(), call_id = 'now'");
const isWaiting = changed('guest', "admission = 'waiting'");
const isMachine = `UPDATE chat_user_participants SET user_id = 2 WHERE participant_id = 'guest';`;
const isOpened = `
  INSERT INTO viewings (id, session_id, participant_id, kind, opened_at, seen_at, position)
  VALUES ('viewing', 'session', 'viewer', 'live', now(), now(), 0);`;
const entered = `
  INSERT INTO visits (id, call_id, participant_id, entry_id, engine_sid, entered_at)
  VALUES ('visit', 'now', 'guest', 'entry', 'sid', now());`;

test('people of a room see its channel', () =>
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
    ['a participant who waits', `${guest} in ${inRoom('private')}`, entered + isWaiting, 'does not see'],
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

test('viewers see the channel of their session', () =>
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

test('its two people see a direct channel', () =>
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

const admission = (subject: string) => `
  SELECT CASE WHEN may_use THEN 'uses' WHEN may_connect THEN 'connects' ELSE 'is refused' END
    || CASE WHEN may_use AND NOT may_connect THEN ', but may not connect' ELSE '' END AS standing
  FROM chat_admission(${personOf(subject)})`;
const isPrivate = 'UPDATE rooms SET is_public = false;';
/** The person of the viewer came as the guest, too: into the private room. */
const isGuestToo = `UPDATE chat_user_participants SET user_id = 6 WHERE participant_id = 'guest';`;

test('people may use the chat, or only connect to it', () =>
  assertStandings(group, admission, [
    ['a participant in the call of a private room', guest, entered, 'uses'],
    ['a participant who is not in the call of a room that became private', guest, '', 'is refused'],
    ['a participant in a public room', guest, changed('guest', "room_id = 'public'"), 'uses'],
    ['a participant by a link', guest, changed('guest', "link_id = 'link'"), 'uses'],
    ['a participant who leads', owner, '', 'uses'],
    ['a disabled account that leads', owner, 'UPDATE users SET disabled_at = now()', 'is refused'],
    ['a viewer of a webinar that became private', viewer, isPrivate + isOpened, 'uses'],
    [
      'a viewer who closed a webinar that became private',
      viewer,
      `${isPrivate}${isOpened}UPDATE viewings SET closed_at = now()`,
      'is refused',
    ],
    ['a participant who waits', guest, changed('guest', "link_id = 'link'") + isWaiting, 'connects'],
    ['a participant who waits for a room that became private', guest, isWaiting, 'is refused'],
    ['a removed participant', guest, entered + isRemoved, 'is refused'],
    ['a participant who was removed from one of two rooms', viewer, isGuestToo + entered + isRemoved, 'uses'],
    [
      'the session of a removed participant',
      `${viewer} as guest`,
      isGuestToo + entered + isRemoved,
      'is refused',
    ],
    ["a participant of somebody else's", `${viewer} as guest`, entered, 'is refused'],
    ["the integrator's person", machine, '', 'uses'],
    ["the integrator's person, who was removed", machine, isMachine + isRemoved, 'uses'],
    ["the integrator's person, by a session in the call", `${machine} as guest`, isMachine + entered, 'uses'],
    [
      "the integrator's person, by a removed session",
      `${machine} as guest`,
      isMachine + isRemoved,
      'is refused',
    ],
    [
      "the integrator's person, by a session that waits",
      `${machine} as guest`,
      isMachine + entered + isWaiting,
      'connects',
    ],
    ['a registered person', registered, '', 'uses'],
  ]));

/** The names of the channels that the person sees, among all. */
const seen = (subject: string) => `
  WITH channels AS (SELECT id, coalesce(session_id, room_id, 'direct') AS name FROM chat_channels)
  SELECT string_agg(name, ', ' ORDER BY name) AS standing
  FROM channels_seen_by(${personOf(subject)}, ARRAY(SELECT id FROM channels)) JOIN channels ON id = channel_id`;
const isElsewhere = `
  INSERT INTO all_spaces (id, name, is_public, owner_id, created_at) VALUES ('other', 'Other', false, 'owner', now());
  UPDATE chat_users SET space_id = 'other';`;

test('a person sees their channels among all', () =>
  assertStandings(group, seen, [
    ['a participant in the call of a private room', guest, entered, 'direct, private'],
    ['a participant in a public room', guest, changed('guest', "room_id = 'public'"), 'direct, public'],
    ['a participant who leads', owner, '', 'private'],
    ['a viewer who opened a session', viewer, isOpened, 'session'],
    ['a viewer who opened none', viewer, '', 'none'],
    ["the integrator's person", machine, '', 'direct, private, public'],
    [
      "the integrator's person, who was removed from a room",
      machine,
      isMachine + isRemoved,
      'direct, public',
    ],
    [
      "the integrator's person, by a session in a room",
      `${machine} as guest`,
      isMachine + entered,
      'direct, private',
    ],
    ["the integrator's moderator", machineModerator, '', 'private, public, session'],
    ["the integrator's moderator in another group", machineModerator, isElsewhere, 'none'],
    ['a registered person', registered, '', 'public'],
  ]));

test('channels that are not asked about are not listed', () =>
  assertStandings(
    group,
    (room) => `
      SELECT string_agg(r.id, ', ') AS standing
      FROM channels_seen_by(${machine}, NULL, ARRAY(SELECT channel_id FROM rooms WHERE id = '${room}')) s
      LEFT JOIN rooms r USING (channel_id)`,
    [['one of three', 'public', '', 'public']],
  ));
