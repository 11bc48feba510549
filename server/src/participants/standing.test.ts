import { after, before, test } from 'node:test';
import { assertStandings, startGroup } from '../../testing/data/standings.ts';
import type { OwnDatabase } from '../../testing/engines/own-database.ts';

let group: OwnDatabase;
before(async () => {
  group = await startGroup();
});
after(() => group?.remove());

const changed = (id: string, values: string) => `UPDATE participants SET ${values} WHERE id = '${id}';`;
/** Another participant in this browser, who was removed from the running call. */
const otherRemoved = (browser: string) => `
  INSERT INTO participants (id, room_id, browser_hash, name, role, origin, created_at, removed_at, call_id, external_user_id)
  VALUES ('other', 'private', '${browser}', 'Other', 'user', '{}', now(), now(), 'now', 'learner');`;
const otherByLink = changed('other', "link_id = 'link'");
const visit = (id: string) => `
  INSERT INTO visits (id, call_id, participant_id, entry_id, engine_sid, entered_at)
  VALUES ('visit', 'now', '${id}', 'entry', 'sid', now());`;
const exited = (ago: string) => `UPDATE visits SET exited_at = now() - interval '${ago}';`;
const view = `
  INSERT INTO viewings (id, session_id, participant_id, kind, opened_at, seen_at, position)
  VALUES ('viewing', 'session', 'lin', 'live', now(), now(), 0);`;
const linkIs = (values: string) => `UPDATE access_links SET ${values};`;
const roomIs = (values: string) => `UPDATE rooms SET ${values} WHERE id = 'private';`;
const beforePastEnded = `now() - interval '90 minutes'`;

const standing = (participant: string) => `
  SELECT CASE WHEN is_excluded THEN 'excluded' WHEN is_admitted THEN 'admitted' ELSE 'waits' END
    || ' as ' || role || ', session: ' || coalesce(call_role, 'none') || coalesce(', ' || ban, '') AS standing
  FROM participant_standing WHERE participant_id = '${participant}'`;

test('a participant has a role in the call, or a reason for none', () =>
  assertStandings(group, standing, [
    ['a guest', 'guest', '', 'admitted as user, session: user'],
    ['a moderator by link', 'lin', '', 'admitted as moderator, session: moderator'],
    ['an account that leads', 'by owner', '', 'admitted as moderator, session: moderator'],
    ['a member', 'by member', '', 'admitted as user, session: user'],
    [
      'a guest whom a moderator gave the role',
      'guest',
      changed('guest', "role = 'moderator', role_before = 'user'"),
      'admitted as moderator, session: moderator',
    ],
    [
      'an account that leads and was given another role',
      'by owner',
      changed('by owner', "role = 'user', role_before = 'moderator'"),
      'admitted as moderator, session: moderator',
    ],
    ['an expired link', 'lin', linkIs('expires_at = now()'), 'admitted as moderator, session: user'],
    [
      'an expired link, in the call',
      'lin',
      linkIs('expires_at = now()') + visit('lin'),
      'admitted as moderator, session: moderator',
    ],
    [
      'an expired link, watching a session',
      'lin',
      linkIs('expires_at = now()') + view,
      'admitted as moderator, session: moderator',
    ],
    [
      'a link in another browser',
      'lin',
      linkIs(`bound_to = '\\x09'`),
      'excluded as moderator, session: user',
    ],
    [
      'a link that another browser took, in the call',
      'lin',
      linkIs(`bound_to = '\\x09'`) + visit('lin'),
      'excluded as moderator, session: user',
    ],
    [
      'a link in this browser',
      'lin',
      linkIs(`bound_to = '\\x01'`),
      'admitted as moderator, session: moderator',
    ],
    ['a revoked link', 'lin', linkIs('revoked_at = now()'), 'excluded as moderator, session: none'],
    [
      'a disabled account',
      'by owner',
      'UPDATE users SET disabled_at = now()',
      'excluded as moderator, session: none',
    ],
    [
      'an account whose password was reset',
      'by owner',
      'UPDATE users SET entries_valid_from = now()',
      'excluded as moderator, session: none',
    ],
    [
      'an account that entered after its password was reset',
      'by owner',
      `UPDATE users SET entries_valid_from = now() - interval '1 hour'`,
      'admitted as moderator, session: moderator',
    ],
    [
      'a member who lost their part in a private room',
      'by member',
      changed('by member', 'by_part = true'),
      'excluded as user, session: none',
    ],
    [
      'a member who lost their part in a public room',
      'by member',
      changed('by member', 'by_part = true') + roomIs('is_public = true'),
      'admitted as user, session: user',
    ],
  ]));

const exclusion = (participant: string) => `
  SELECT coalesce(exclusion, 'none') AS standing FROM participant_standing WHERE participant_id = '${participant}'`;
const isTaken = linkIs(`bound_to = '\\x09'`);

test('an excluded participant gets the reason', () =>
  assertStandings(group, exclusion, [
    ['in the browser of the link', 'lin', linkIs(`bound_to = '\\x01'`), 'none'],
    ['another browser has the link', 'lin', isTaken, 'link_used'],
    ['a permanent link', 'lin', isTaken + linkIs('is_permanent = true'), 'none'],
    ['the link was revoked, too', 'lin', isTaken + linkIs('revoked_at = now()'), 'removed_from_call'],
    ['they were removed, too', 'lin', isTaken + changed('lin', 'removed_at = now()'), 'removed_from_call'],
  ]));

test('a decision of a moderator keeps people out', () =>
  assertStandings(group, standing, [
    [
      'removed',
      'guest',
      changed('guest', "removed_at = now(), call_id = 'now'"),
      'excluded as user, session: user, removed_from_call',
    ],
    [
      'removed from a call that is over',
      'guest',
      changed('guest', "removed_at = now(), call_id = 'past'"),
      'excluded as user, session: user',
    ],
    [
      'removed from a webinar',
      'viewer',
      changed('viewer', 'removed_at = now()'),
      'excluded as user, session: user, removed_from_call',
    ],
    [
      'the same browser was removed from a webinar',
      'guest',
      changed('viewer', 'removed_at = now()'),
      'admitted as user, session: user',
    ],
    [
      'the same browser was removed',
      'guest',
      otherRemoved('\\x02'),
      'excluded as user, session: user, removed_from_call',
    ],
    ['another browser was removed', 'guest', otherRemoved('\\x08'), 'admitted as user, session: user'],
    [
      'a moderator in the browser of a removed guest',
      'lin',
      otherRemoved('\\x01'),
      'admitted as moderator, session: moderator',
    ],
    [
      'the same external id was removed',
      'lin',
      otherRemoved('\\x08') + changed('lin', "external_user_id = 'learner'"),
      'excluded as moderator, session: moderator, removed_from_call',
    ],
    [
      'the same account was removed',
      'by member',
      otherRemoved('\\x08') + changed('other', "user_id = 'member'"),
      'excluded as user, session: user, removed_from_call',
    ],
    [
      'the same link was removed',
      'lin',
      otherRemoved('\\x08') + otherByLink,
      'excluded as moderator, session: moderator, removed_from_call',
    ],
    [
      'another person by the same permanent link was removed',
      'lin',
      otherRemoved('\\x08') + otherByLink + linkIs('is_permanent = true'),
      'admitted as moderator, session: moderator',
    ],
    [
      'the same browser by the same permanent link was removed',
      'lin',
      otherRemoved('\\x01') + otherByLink + linkIs('is_permanent = true'),
      'excluded as moderator, session: moderator, removed_from_call',
    ],
    [
      'a guest by a link of their own in the browser of a removed guest',
      'lin',
      otherRemoved('\\x01') + changed('lin', "role = 'user'"),
      'admitted as user, session: user',
    ],
    [
      'a guest by a permanent link in the browser of a removed guest',
      'lin',
      otherRemoved('\\x01') + changed('lin', "role = 'user'") + linkIs('is_permanent = true'),
      'excluded as user, session: user, removed_from_call',
    ],
    [
      'refused',
      'guest',
      changed('guest', "admission = 'refused', decided_at = now()"),
      'excluded as user, session: user, entry_refused',
    ],
    [
      'refused, and the same browser was removed',
      'guest',
      changed('guest', "admission = 'refused', decided_at = now()") + otherRemoved('\\x02'),
      'excluded as user, session: user, removed_from_call',
    ],
    [
      'the same browser was refused',
      'guest',
      otherRemoved('\\x02') +
        changed('other', "removed_at = NULL, admission = 'refused', decided_at = now()"),
      'excluded as user, session: user, entry_refused',
    ],
    [
      'refused in a call that is over',
      'guest',
      changed('guest', `admission = 'refused', decided_at = ${beforePastEnded}`),
      'excluded as user, session: user',
    ],
    ['not decided yet', 'guest', changed('guest', "admission = 'waiting'"), 'waits as user, session: user'],
    [
      'admitted to a call that is over',
      'guest',
      changed('guest', `decided_at = ${beforePastEnded}`),
      'waits as user, session: user',
    ],
  ]));

const waiting = (participant: string) => `
  SELECT CASE WHEN has_to_wait THEN 'has to wait' ELSE 'enters' END
    || CASE WHEN stays_admitted THEN ', stays admitted' ELSE '' END
    || CASE WHEN is_waiting THEN ', waits' ELSE '' END
    || coalesce(' for ' || waits_for, '') || CASE WHEN opened_at IS NOT NULL THEN ', until the call ends' ELSE '' END
    AS standing
  FROM participant_standing WHERE participant_id = '${participant}'`;
const isWaiting = changed('guest', "admission = 'waiting'");
const forAll = roomIs("waiting_room_audience = 'everyone'");
const forGuests = roomIs("waiting_room_audience = 'guests'");
const withModerator = roomIs("opens_with = 'moderator'");
const opensLater = roomIs(`opens_at = now() + interval '1 hour'`);

test('a participant waits for a reason, or not', () =>
  assertStandings(group, waiting, [
    ['nobody waits', 'guest', '', 'enters'],
    ['everyone waits', 'guest', forAll, 'has to wait'],
    [
      'a guest by a link that waits',
      'other',
      otherRemoved('\\x08') + otherByLink + linkIs('waits_for_admission = true'),
      'has to wait',
    ],
    ['a moderator by a link that waits', 'lin', linkIs('waits_for_admission = true'), 'enters'],
    [
      'everyone waits, but who is in the call stays',
      'guest',
      forAll + visit('guest'),
      'has to wait, stays admitted',
    ],
    [
      'everyone waits, but who was admitted to this call stays',
      'guest',
      forAll + changed('guest', 'decided_at = now()'),
      'has to wait, stays admitted',
    ],
    ['everyone waits, except who leads', 'by owner', forAll, 'enters'],
    ['guests wait', 'guest', forGuests, 'has to wait'],
    ['guests wait, also members without a role in a private room', 'by member', forGuests, 'has to wait'],
    [
      'guests wait, not members in a public room',
      'by member',
      forGuests + roomIs('is_public = true'),
      'enters',
    ],
    ['a moderator has to be there', 'guest', withModerator, 'has to wait'],
    ['a moderator is there', 'guest', withModerator + visit('lin'), 'enters, until the call ends'],
    ['a guest is there', 'guest', withModerator + visit('guest'), 'has to wait, stays admitted'],
    [
      'a moderator left a moment ago',
      'guest',
      withModerator + visit('lin') + exited('59 seconds'),
      'enters, until the call ends',
    ],
    ['a moderator left', 'guest', withModerator + visit('lin') + exited('61 seconds'), 'has to wait'],
    [
      'a moderator was removed',
      'guest',
      withModerator + visit('lin') + changed('lin', 'removed_at = now()'),
      'has to wait',
    ],
    [
      'a moderator was in a call that is over',
      'guest',
      `${withModerator}${visit('lin')}UPDATE visits SET call_id = 'past'`,
      'has to wait',
    ],
    ['the room opens later', 'guest', opensLater, 'has to wait'],
    ['the room opened', 'guest', roomIs(`opens_at = now() - interval '1 hour'`), 'enters'],
    ['the room opens later, but not for who leads', 'by owner', opensLater, 'enters'],
    ['waiting for a moderator', 'guest', isWaiting, 'enters, waits for moderator'],
    [
      'waiting for a decision',
      'guest',
      isWaiting + forAll + visit('lin'),
      'has to wait, waits for admission',
    ],
    ['waiting for the opening', 'guest', isWaiting + opensLater, 'has to wait, waits for opening'],
  ]));

test('people see what remains of their calls', () =>
  assertStandings(
    group,
    (participant) => `
      SELECT CASE WHEN s.may_see THEN 'sees' ELSE 'does not see' END AS standing
      FROM participants p CROSS JOIN LATERAL past_call_standing(p, 'now') s WHERE p.id = '${participant}'`,
    [
      ['somebody who attended', 'guest', '', 'sees'],
      [
        'somebody who was removed',
        'guest',
        changed('guest', "removed_at = now(), call_id = 'now'"),
        'does not see',
      ],
      ['the same person was removed', 'guest', otherRemoved('\\x02'), 'does not see'],
      [
        'the same person was removed from another call',
        'guest',
        `${otherRemoved('\\x02')}${changed('other', "call_id = 'past'")}`,
        'sees',
      ],
      ['somebody who was erased', 'guest', changed('guest', 'erased_at = now()'), 'does not see'],
      ['a revoked link', 'lin', linkIs('revoked_at = now()'), 'does not see'],
      ['an expired link', 'lin', linkIs('expires_at = now()'), 'sees'],
      ['a disabled account', 'by owner', 'UPDATE users SET disabled_at = now()', 'does not see'],
    ],
  ));
