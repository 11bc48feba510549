import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Body } from '../../../../../contract/routes.ts';
import { databaseOf } from '../../../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup, type TestUser } from '../../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../../testing/in-process.ts';
import { makeLink } from '../../../../testing/people/entering.ts';
import { joinFakeCall } from '../../../../testing/people/fake-call.ts';
import { sendRaw } from '../../../../testing/raw.ts';
import { type MailServer, startMailServer } from '../../../../testing/receivers/mail-server.ts';
import { shorten } from '../../../../testing/timings.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { finishedCalls } from '../../../calls/testing/queries.ts';
import { now } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/ids.ts';
import { timings as outboxTimings } from '../../../platform/mail/outbox.ts';
import { attendanceEmailWriter } from './email.ts';

let mail: MailServer;
let lectern: InProcess;
let database: Database;
shorten(outboxTimings, { everyMs: 100 });
before(async () => {
  mail = await startMailServer();
  lectern = await startInProcess({ SMTP_URL: mail.url, LECTERN_MAIL_FROM: 'lectern@example.org' });
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
  await mail?.close();
});

/** A group whose room has a name of its own, by which its emails are found. */
const groupWith = (attendanceEmail: 'nobody' | 'owner' | 'moderators', name: string = newId()) =>
  makeGroup(lectern, { name, attendanceEmail, isPublic: false });

const emailsAbout = ({ room }: TestGroup) =>
  mail.emails.filter(({ headers }) => headers.subject?.includes(room.name));

async function isQueueEmpty({ room }: TestGroup): Promise<boolean> {
  const rows = await database.db
    .selectFrom('queued_emails')
    .select('id')
    .where('room_id', '=', room.id)
    .execute();
  return rows.length === 0;
}

/** A call of these people, who leave at once. @returns its id after its emails were sent or dropped */
async function holdCall(group: TestGroup, people: Partial<Body<'generateAccess'>>[]): Promise<string> {
  const joined = await Promise.all(people.map((person) => joinFakeCall(lectern, group, person)));
  for (const { person } of joined) person.leave();
  const isOver = async () => (await finishedCalls(group)).length > 0 && (await isQueueEmpty(group));
  await waitUntil(isOver, { timeout: 30_000, message: 'the call and its emails' });
  return (await finishedCalls(group))[0]?.id ?? '';
}

async function grant(group: TestGroup, user: TestUser, role: 'owner' | 'moderator' | 'user') {
  const of = { user_id: user.id, role, created_at: now() };
  await database.db
    .insertInto('room_roles')
    .values({ ...of, room_id: group.room.id })
    .execute();
}

async function admit(group: TestGroup, user: TestUser, role: 'moderator' | 'user') {
  const of = { user_id: user.id, role, created_at: now() };
  await database.db
    .insertInto('space_members')
    .values({ ...of, space_id: group.spaceId })
    .execute();
}

/** A finished call that was empty, with its absent people, which no request can create. */
async function emptyCall(group: TestGroup, absent: Partial<Body<'generateAccess'>>[]): Promise<string> {
  for (const person of absent) await makeLink(group, person);
  const [id, at] = [newId(), now()];
  await database.db
    .insertInto('calls')
    .values({
      ...{ id, room_id: group.room.id, space_id: group.spaceId, plan_alias: 'team', room_type: 'lesson' },
      ...{ started_at: new Date(at.getTime() - 3_720_000), finished_at: at },
    })
    .execute();
  return id;
}

/** Writes the email of the call for this account, as the outbox does when it sends it. */
function writeFor(group: TestGroup, callId: string, userId: string) {
  const write = attendanceEmailWriter(new URL('https://meet.example.org/'));
  const about = {
    id: 'x',
    kind: 'attendance',
    attempts: 1,
    recordId: null,
    reminderId: null,
    occasion: null,
  } as const;
  return write(database.db, { ...about, roomId: group.room.id, callId, userId });
}

async function writtenFor(group: TestGroup, callId: string, userId: string) {
  const written = await writeFor(group, callId, userId);
  return 'text' in written ? written : assert.fail(written.droppedBecause);
}

async function droppedFor(group: TestGroup, callId: string, userId: string): Promise<string> {
  const written = await writeFor(group, callId, userId);
  return 'droppedBecause' in written ? written.droppedBecause : assert.fail(written.text);
}

// Beside each other: a call ends a second after the last person left.
describe('the email about a call that ended', { concurrency: true }, () => {
  test('an email shows the name, logo and colour of a group that has one of them', async () => {
    const group = await groupWith('owner', 'A & B');
    const { ownerId } = await group.owner.getSpace({ spaceId: group.spaceId });
    const callId = await emptyCall(group, [{ username: 'Ann' }]);
    const { html: plain } = await writtenFor(group, callId, ownerId);
    assert.doesNotMatch(String(plain), /<img|border-top/);
    const body = { name: 'School <b>', color: '#7A1F3D', logo: 'https://school.example.org/a.png' };
    await group.owner.updateSpace({ spaceId: group.spaceId, body });
    const { html } = await writtenFor(group, callId, ownerId);
    assert.match(String(html), /border-top:4px solid #7a1f3d/);
    assert.match(
      String(html),
      new RegExp(`<img src="https://meet.example.org/brand/${group.spaceId}/\\w{12}"`),
    );
    assert.match(String(html), /<b>School &lt;b&gt;<\/b>/);
  });

  test('the room decides who gets the email: nobody, its owners, or also its moderators', async () => {
    const [coOwner, leader, helper, member, gone] = await Promise.all(
      ['co-owner', 'leader', 'helper', 'member', 'gone'].map((name) => makeUser(lectern, name)),
    );
    if (!coOwner || !leader || !helper || !member || !gone) return assert.fail();
    const expected = {
      nobody: [],
      owner: [lectern.owner.email, coOwner.email],
      moderators: [lectern.owner.email, coOwner.email, leader.email, helper.email],
    };
    const groups = [];
    for (const value of ['nobody', 'owner', 'moderators'] as const) {
      const group = await groupWith(value);
      await grant(group, coOwner, 'owner');
      await grant(group, helper, 'moderator');
      await grant(group, gone, 'moderator');
      await admit(group, leader, 'moderator');
      // Two roles are one email.
      await admit(group, helper, 'moderator');
      await admit(group, member, 'user');
      groups.push([value, group] as const);
    }
    await database.db.updateTable('users').set({ disabled_at: now() }).where('id', '=', gone.id).execute();
    await Promise.all(groups.map(([, group]) => holdCall(group, [{ username: 'Ann' }, { username: 'Ben' }])));
    for (const [value, group] of groups) {
      const told = emailsAbout(group).map(({ to }) => to.join());
      assert.deepEqual(told.sort(), [...expected[value]].sort(), value);
    }
  });

  test('the email states the totals and links the report and the setting', async () => {
    const group = await groupWith('owner', 'Algebra, group 7B');
    await makeLink(group, { username: 'Carl' });
    await makeLink(group, { username: 'Fay', role: 'moderator' });
    const teacher = { username: 'Mo', role: 'moderator' } as const;
    const callId = await holdCall(group, [{ username: 'Ann' }, { username: 'Ben' }, teacher]);
    const [email] = emailsAbout(group);
    if (!email) return assert.fail('no email');
    const room = `${lectern.url}/groups/${group.spaceId}/rooms/${group.room.id}`;
    assert.match(email.headers.subject ?? '', /^Attendance: Algebra, group 7B, \d+ \w+ \d{4}$/);
    assert.equal(email.headers['message-id']?.startsWith(`<attendance.${callId}.`), true);
    assert.equal(email.headers['auto-submitted'], 'auto-generated');
    for (const part of [email.text, email.html.replaceAll(/<[^>]*>/g, '')]) {
      assert.match(part, /Time: \d+ \w+ \d{4}.*\d\d:\d\d.*, \S+/);
      assert.match(part, /Length: \d+ secs?/);
      assert.match(part, /People who came: 2/);
      assert.match(part, /Present: \d of 3 expected/);
      assert.match(part, /Did not come: 1/);
      assert.match(part, /Carl/);
      assert.doesNotMatch(part, /Ben|Fay/);
      assert.match(part, /Turn it off in the room settings/);
    }
    assert.ok(email.text.includes(`${room}/calls/${callId}`), email.text);
    assert.ok(email.html.includes(`href="${room}/calls/${callId}"`));
    assert.ok(email.html.includes(`href="${room}/general"`));
  });

  test('names with markup, line breaks and right-to-left text change neither HTML nor headers', async () => {
    const name = 'Algebra <img src=x onerror=alert(1)> "7" Bcc: everybody@example.org';
    const group = await groupWith('owner', name);
    await database.db
      .updateTable('rooms')
      .set({ name: name.replace(' Bcc', '\r\nBcc') })
      .where('id', '=', group.room.id)
      .execute();
    await makeLink(group, { username: '<b onclick="x()">O\'Brien</b> & co' });
    await makeLink(group, { username: 'علي' });
    await holdCall(group, [{ username: 'Ann' }]);
    const found = mail.emails.filter(({ text }) => text.includes('onerror'));
    assert.equal(found.length, 1);
    const [email] = found;
    if (!email) return assert.fail('no email');
    assert.equal(email.headers.bcc, undefined);
    assert.deepEqual(email.to, [lectern.owner.email]);
    assert.equal(email.headers.subject?.startsWith(`Attendance: ${name}`), true);
    assert.doesNotMatch(email.html, /<img|<b onclick/);
    assert.ok(
      email.html.includes(
        '<li><bdi>&lt;b onclick=&quot;x()&quot;&gt;O&#39;Brien&lt;/b&gt; &amp; co</bdi></li>',
      ),
    );
    assert.ok(email.html.includes('<li><bdi>علي</bdi></li>'));
  });

  test('a call in which one moderator was alone sends nothing, unless somebody was expected', async () => {
    const alone = await groupWith('owner');
    await holdCall(alone, [{ username: 'Teacher', role: 'moderator' }]);
    assert.deepEqual(emailsAbout(alone), []);
    assert.match(lectern.output(), /dropped an email/);
    const waiting = await groupWith('owner');
    await makeLink(waiting, { username: 'Carl' });
    await holdCall(waiting, [{ username: 'Teacher', role: 'moderator' }]);
    assert.equal(emailsAbout(waiting).length, 1);
  });
});

test('a long list of absent people ends with the number of the rest', async () => {
  const group = await groupWith('owner');
  const absent = Array.from({ length: 32 }, (_, n) => ({
    username: `Learner ${String(n).padStart(2, '0')}`,
  }));
  const callId = await emptyCall(group, absent);
  const { id } = await group.owner.getOwnUser();
  const { text, html } = await writtenFor(group, callId, id);
  assert.match(text, /Did not come: 32\n {2}– Learner 00\n/);
  assert.match(text, / {2}– Learner 19\n {2}– and 12 more\n/);
  assert.doesNotMatch(`${text}${html}`, /Learner 20/);
  assert.match(text, /Length: 1 hr, 2 mins/);
  assert.match(text, /Present: 0 of 32 expected/);
});

test('an account that lost its role, or that the room no longer names, gets nothing', async () => {
  const group = await groupWith('moderators');
  const helper = await makeUser(lectern, 'former');
  await grant(group, helper, 'moderator');
  const callId = await emptyCall(group, [{ username: 'Carl' }]);
  await writtenFor(group, callId, helper.id);
  const reason = 'the room no longer sends it to this account';
  await group.owner.updateRoom({ ...group.at, body: { attendanceEmail: 'owner' } });
  assert.equal(await droppedFor(group, callId, helper.id), reason);
  await group.owner.updateRoom({ ...group.at, body: { attendanceEmail: 'moderators' } });
  await database.db
    .updateTable('room_roles')
    .set({ role: 'user' })
    .where('user_id', '=', helper.id)
    .where('room_id', '=', group.room.id)
    .execute();
  assert.equal(await droppedFor(group, callId, helper.id), reason);
});

test('the name of a person who was erased meanwhile is not in the email', async () => {
  const group = await groupWith('owner');
  const { id } = await group.owner.getOwnUser();
  const callId = await emptyCall(group, [
    { username: 'Carl' },
    { username: 'Dora', externalUserId: 'erased-before-sending' },
  ]);
  assert.match((await writtenFor(group, callId, id)).text, /Dora/);
  await group.owner.erasePerson({ externalUserId: 'erased-before-sending' });
  const { text, html } = await writtenFor(group, callId, id);
  assert.doesNotMatch(`${text}${html}`, /Dora|Erased person/);
  assert.match(text, /Did not come: 1\n {2}– Carl/);
});

test('the email is in the language that the browser of the account preferred at its last sign-in', async () => {
  const group = await groupWith('owner');
  const teacher = await makeUser(lectern, 'teacher');
  await grant(group, teacher, 'owner');
  const signIn = (language: string) =>
    sendRaw(lectern.url, {
      path: '/v1/auth/session',
      type: 'application/json',
      body: JSON.stringify({ email: teacher.email, password: teacher.password }),
      headers: { origin: lectern.url, 'accept-language': language },
    });
  const callId = await emptyCall(group, [{ username: 'Карл' }]);
  assert.match((await writtenFor(group, callId, teacher.id)).subject, /^Attendance: /);
  assert.equal((await signIn('de, ru-RU;q=0.8, en;q=0.5')).status, 200);
  const { subject, text, html } = await writtenFor(group, callId, teacher.id);
  assert.match(subject, /^Посещаемость: /);
  assert.match(text, /Длительность: 1 ч 2 мин/);
  assert.match(text, /Присутствовали: 0 из 1/);
  assert.match(html, /lang="ru"/);
  assert.equal((await signIn('en-GB')).status, 200);
  assert.match((await writtenFor(group, callId, teacher.id)).subject, /^Attendance: /);
});

test('an installation without a mail server queues nothing', async () => {
  await lectern.stop();
  await lectern.start({ SMTP_URL: '', LECTERN_MAIL_FROM: '' });
  const group = await groupWith('owner');
  const joined = await joinFakeCall(lectern, group, { username: 'Ann' });
  const queued = () => database.db.selectFrom('queued_emails').selectAll().execute();
  joined.person.leave();
  await waitUntil(async () => (await finishedCalls(group)).length > 0, {
    timeout: 30_000,
    message: 'the call to end',
  });
  assert.deepEqual(await queued(), []);
});
