import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Body } from '../../../../contract/routes.ts';
import { databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { enterPlayback, giveVideo, makePlayback } from '../../../testing/playbacks.ts';
import {
  type MailServer,
  type ReceivedEmail,
  startMailServer,
} from '../../../testing/receivers/mail-server.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import type { Database } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { timings as outboxTimings } from '../../platform/mail/outbox.ts';
import { timings as queueTimings } from './queue.ts';

let mail: MailServer;
let lectern: InProcess;
let database: Database;
shorten(outboxTimings, { everyMs: 50 });
shorten(queueTimings, { everyMs: 50 });
before(async () => {
  mail = await startMailServer();
  lectern = await startInProcess({ SMTP_URL: mail.url, LECTERN_MAIL_FROM: 'School <lectern@example.org>' });
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
  await mail?.close();
});

const day = 86_400_000;
const hour = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const newEmail = () => `${newId()}@example.org`;
/** The same mailbox. Mail programs write domains in lower case. */
const upperCased = (email: string) => email.toUpperCase().replace('EXAMPLE.ORG', 'example.org');

/** A webinar of 10 minutes with one session, in two days unless the test says otherwise. */
async function scheduled({ name = 'Algebra again', startsIn = 2 * day } = {}) {
  const webinar = await makePlayback(lectern, { name, isPublic: false });
  await giveVideo(lectern, webinar, 600);
  const { owner, spaceId, at } = webinar;
  const event = await owner.createPlaybackEvent({
    spaceId,
    body: { playbackId: at.playbackId, startDate: fromNow(startsIn) },
  });
  const [session] = (await owner.getPlaybackEventSessions(at)).items;
  return { ...webinar, event, sessionId: session?.id ?? '' };
}
type Scheduled = Awaited<ReturnType<typeof scheduled>>;

/** A viewer who came by a link with an address, and requested reminders; the email that confirms them. */
async function reminded(
  webinar: Scheduled,
  more: Partial<Body<'requestReminders'>> = {},
  email = newEmail(),
) {
  const viewer = await enterPlayback(lectern, webinar, { email, ttl: 432_000 });
  const body = { sessionId: webinar.sessionId, ...more };
  const reminder = await viewer.api.requestReminders({ ...webinar.at, body });
  return { ...viewer, email, reminder, confirmation: await mail.take(email) };
}

/** Lets time pass for this webinar: its session, reminders and links are so much earlier. */
async function pass({ at: { playbackId } }: Scheduled, ms: number): Promise<void> {
  const { db } = database;
  await db.transaction().execute(async (trx) => {
    const shift = sql`${ms} * interval '1 millisecond'`;
    await sql`UPDATE playback_sessions SET start_date = start_date - ${shift}, end_date = end_date - ${shift}
      WHERE playback_id = ${playbackId}`.execute(trx);
    await sql`UPDATE reminders SET start_date = start_date - ${shift}, due_at = due_at - ${shift}
      WHERE playback_id = ${playbackId}`.execute(trx);
  });
}

const emailsTo = (email: string) => mail.emails.filter(({ to }) => to.includes(email));

/** Waits until nothing is due and nothing is queued for the webinar. */
async function settled({ at: { playbackId } }: Scheduled): Promise<void> {
  await waitUntil(
    async () => {
      const { rows } = await sql`
        SELECT FROM reminders WHERE playback_id = ${playbackId} AND due_at <= now()
        UNION ALL SELECT FROM queued_emails WHERE room_id = ${playbackId}`.execute(database.db);
      return rows.length === 0;
    },
    { timeout: 20_000, message: 'the reminders that are due' },
  );
}

const linesOf = ({ calendar }: ReceivedEmail) => calendar.replaceAll('\r\n ', '').split('\r\n');
const calendarValue = (email: ReceivedEmail, name: string) =>
  linesOf(email)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .replaceAll('\\,', ',');
const stopUrlOf = ({ headers }: ReceivedEmail) =>
  /^<(.+)>$/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? '';
const tokenOf = (email: ReceivedEmail) => stopUrlOf(email).split('/').at(-1) ?? '';

test('a request is confirmed at once, with a calendar entry and the person’s own link', async () => {
  const webinar = await scheduled({ name: 'Algebra, part 2; "again" <b>' });
  const viewer = await reminded(webinar, { timezone: 'Europe/Berlin' });
  assert.deepEqual(viewer.reminder.kinds, ['dayBefore', 'hourBefore', 'start']);
  assert.equal(viewer.reminder.email, viewer.email);
  const { confirmation } = viewer;
  const { headers, text, html, calendar } = confirmation;
  assert.match(headers.subject ?? '', /^Reminders are on: Algebra, part 2; "again" <b>, \d+ \w+ \d{4}/);
  assert.match(text, /Central European .*Time/);
  assert.match(text, /24 hours before the start, 1 hour before the start, at the start/);
  assert.ok(text.includes(viewer.url), text);
  assert.ok(html.includes(viewer.url.replaceAll('&', '&amp;')), html);
  assert.doesNotMatch(html, /<b>,/);
  assert.equal(headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
  assert.ok(stopUrlOf(confirmation).startsWith(`${lectern.url}/reminders/`));
  assert.ok(calendar.startsWith('BEGIN:VCALENDAR\r\n') && calendar.endsWith('END:VCALENDAR\r\n'));
  for (const line of calendar.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  const { startDate } = viewer.reminder;
  assert.equal(calendarValue(confirmation, 'DTSTART'), startDate.replace(/[-:]|\.\d{3}/g, ''));
  assert.equal(calendarValue(confirmation, 'UID'), `${webinar.sessionId}@${new URL(lectern.url).host}`);
  assert.equal(calendarValue(confirmation, 'METHOD'), 'REQUEST');
  assert.equal(calendarValue(confirmation, 'URL'), viewer.url);
  assert.equal(calendarValue(confirmation, 'ORGANIZER'), 'mailto:lectern@example.org');
  assert.match(confirmation.raw, /text\/calendar; charset=utf-8; method=REQUEST/);
});

test('each reminder goes out once at its time, in the language of the request', async () => {
  const webinar = await scheduled();
  const { email } = await reminded(webinar, { language: 'ru', timezone: 'Europe/Moscow' });
  await pass(webinar, day);
  await settled(webinar);
  await pass(webinar, 23 * hour);
  await settled(webinar);
  await pass(webinar, hour);
  await settled(webinar);
  const subjects = emailsTo(email).map(({ headers }) => headers.subject?.split(':')[0]);
  assert.deepEqual(subjects, ['Напоминания включены', 'Напоминание', 'Скоро начало', 'Начинаем']);
  assert.match(emailsTo(email)[1]?.text ?? '', /Москва/);
});

test('two browsers of one address get one reminder', async () => {
  const webinar = await scheduled();
  const email = newEmail();
  await reminded(webinar, {}, email);
  await reminded(webinar, {}, upperCased(email));
  await pass(webinar, day);
  await settled(webinar);
  const about = mail.emails.filter(({ to }) => to[0]?.toLowerCase() === email);
  assert.equal(about.filter(({ headers }) => headers.subject?.startsWith('Reminder:')).length, 1);
});

test('the state shows what was requested, a second request replaces the first, and off is off', async () => {
  const webinar = await scheduled();
  const { api, email, reminder } = await reminded(webinar);
  const { sessionId, at } = webinar;
  assert.deepEqual(await api.getReminders(at), { obstacle: null, email, items: [reminder] });
  await api.requestReminders({ ...at, body: { sessionId, kinds: ['start'] } });
  const [changed] = (await api.getReminders(at)).items;
  assert.deepEqual(changed?.kinds, ['start']);
  await api.cancelReminders({ ...at, playbackEventSessionId: sessionId });
  await api.cancelReminders({ ...at, playbackEventSessionId: sessionId });
  assert.deepEqual((await api.getReminders(at)).items, []);
  await pass(webinar, 2 * day);
  await settled(webinar);
  // The confirmation is not repeated either.
  assert.equal(emailsTo(email).length, 1);
  await refused(api.cancelReminders({ ...at, playbackEventSessionId: newId() }), 'not_found');
});

test('requests without an address, for other sessions or for emails of the past are refused', async () => {
  const webinar = await scheduled({ startsIn: 2 * hour });
  const { at, sessionId } = webinar;
  const { api } = await enterPlayback(lectern, webinar);
  assert.deepEqual(await api.getReminders(at), { obstacle: 'email_missing', email: null, items: [] });
  await refused(api.requestReminders({ ...at, body: { sessionId } }), 'email_missing');
  const { api: ann } = await enterPlayback(lectern, webinar, { email: newEmail() });
  const other = await scheduled();
  for (const foreign of [other.sessionId, newId()]) {
    await refused(ann.requestReminders({ ...at, body: { sessionId: foreign } }), 'session_not_upcoming');
  }
  await refusedFields(ann.requestReminders({ ...at, body: { sessionId, kinds: ['dayBefore'] } }), 'kinds');
  await refusedFields(ann.requestReminders({ ...at, body: { sessionId, kinds: [] } }), 'kinds');
  await refused(other.owner.getReminders(other.at), 'forbidden');
  await pass(webinar, 2 * hour + 1000);
  await refused(ann.requestReminders({ ...at, body: { sessionId } }), 'session_not_upcoming');
});

test('an address gets at most ten confirmations in 24 hours, whoever entered it', async () => {
  const email = newEmail();
  const webinar = await scheduled();
  for (let count = 0; count < 10; count += 1) await reminded(webinar, {}, email);
  const { api } = await enterPlayback(lectern, webinar, { email: upperCased(email) });
  const body = { sessionId: webinar.sessionId };
  const refusal = await refused(api.requestReminders({ ...webinar.at, body }), 'rate_limited');
  assert.equal(refusal.status, 429);
});

test('a moved session keeps its calendar entry: the email says the new start, and reminders follow', async () => {
  const webinar = await scheduled();
  const { owner, spaceId, event, at } = webinar;
  const { email, confirmation } = await reminded(webinar);
  const startDate = fromNow(5 * day);
  await owner.updatePlaybackEvent({ spaceId, playbackEventId: event.id, body: { startDate } });
  const moved = await mail.take(email);
  assert.match(moved.headers.subject ?? '', /^New time: /);
  assert.equal(calendarValue(moved, 'UID'), calendarValue(confirmation, 'UID'));
  assert.equal(calendarValue(moved, 'SEQUENCE'), '1');
  assert.equal(calendarValue(moved, 'DTSTART'), startDate.replace(/[-:]|\.\d{3}/g, ''));
  const { items } = await owner.getPlaybackEventSessions(at);
  assert.deepEqual(
    items.map(({ id }) => id),
    [webinar.sessionId],
  );
  // The link is valid for five days.
  assert.match(moved.text, /Your link expires before the start/);
  assert.equal(calendarValue(moved, 'URL'), undefined);
  await pass(webinar, 4 * day);
  assert.match((await mail.take(email)).headers.subject ?? '', /^Reminder: /);
});

test('a cancelled session and a deleted event remove the calendar entry', async () => {
  for (const how of ['session', 'event'] as const) {
    const webinar = await scheduled();
    const { owner, spaceId, event, at } = webinar;
    const { email, confirmation } = await reminded(webinar);
    if (how === 'event') await owner.deletePlaybackEvent({ spaceId, playbackEventId: event.id });
    else await owner.endPlaybackSession({ ...at, playbackEventSessionId: webinar.sessionId });
    const cancelled = await mail.take(email);
    assert.match(cancelled.headers.subject ?? '', /^Cancelled: /);
    assert.equal(calendarValue(cancelled, 'METHOD'), 'CANCEL');
    assert.equal(calendarValue(cancelled, 'STATUS'), 'CANCELLED');
    assert.equal(calendarValue(cancelled, 'UID'), calendarValue(confirmation, 'UID'));
    await settled(webinar);
    assert.equal(emailsTo(email).length, 2);
  }
});

const endings: Record<
  string,
  (webinar: Scheduled, viewer: Awaited<ReturnType<typeof reminded>>) => Promise<unknown>
> = {
  'the viewer was removed': ({ owner, spaceId }, { id }) =>
    owner.removeParticipant({ spaceId, participantId: id }),
  'the link was revoked': async ({ owner, asRoom }) => {
    const [link] = (await owner.listAccessLinks(asRoom)).items;
    await owner.revokeAccessLink({ ...asRoom, linkId: link?.id ?? '' });
  },
  'the webinar is a draft': ({ owner, at }) =>
    owner.updatePlayback({ ...at, body: { readinessStatus: 'draft' } }),
  'the webinar was deleted': ({ owner, at }) => owner.deletePlayback(at),
  'the address was unsubscribed': (_, { confirmation }) =>
    lectern.client().stopReminderEmails({ reminderToken: tokenOf(confirmation) }),
};
for (const [name, end] of Object.entries(endings)) {
  test(`no reminder goes out: ${name}`, async () => {
    const webinar = await scheduled();
    const viewer = await reminded(webinar);
    await end(webinar, viewer);
    await pass(webinar, day);
    await settled(webinar);
    assert.equal(emailsTo(viewer.email).length, 1);
  });
}

test('erasing a person deletes their reminders', async () => {
  const webinar = await scheduled();
  const email = newEmail();
  const externalUserId = newId();
  const viewer = await enterPlayback(lectern, webinar, { email, externalUserId });
  await viewer.api.requestReminders({ ...webinar.at, body: { sessionId: webinar.sessionId } });
  await webinar.owner.erasePerson({ externalUserId });
  const { rows } = await sql`SELECT FROM reminders WHERE email = ${email}`.execute(database.db);
  assert.equal(rows.length, 0);
});

test('one press in the mail program unsubscribes; a GET does not; the page can undo it', async () => {
  const webinar = await scheduled();
  const { api, email, confirmation, reminder } = await reminded(webinar);
  const reminderToken = tokenOf(confirmation);
  const anybody = lectern.client();
  const url = stopUrlOf(confirmation);
  const page = await fetch(url);
  assert.match(page.headers.get('content-type') ?? '', /text\/html/);
  const before = { name: 'Algebra again', email: `${email[0]}•••@example.org`, isStopped: false };
  assert.deepEqual(await anybody.getReminderEmails({ reminderToken }), before);
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), form]) {
    assert.equal((await fetch(url, { method: 'POST', body })).status, 200);
  }
  assert.deepEqual(await anybody.getReminderEmails({ reminderToken }), { ...before, isStopped: true });
  assert.deepEqual(await api.getReminders(webinar.at), { obstacle: 'reminders_stopped', email, items: [] });
  const body = { sessionId: webinar.sessionId };
  await refused(api.requestReminders({ ...webinar.at, body }), 'reminders_stopped');
  // Also for somebody else who enters the address.
  const { api: other } = await enterPlayback(lectern, webinar, { email: upperCased(email) });
  await refused(other.requestReminders({ ...webinar.at, body }), 'reminders_stopped');
  assert.deepEqual(await anybody.resumeReminderEmails({ reminderToken }), before);
  assert.deepEqual((await api.getReminders(webinar.at)).items, [reminder]);
  await pass(webinar, day);
  await settled(webinar);
  assert.equal(emailsTo(email).length, 2);
});

test('a forged token finds nothing, and one whose reminder was deleted says that nothing is sent', async () => {
  const webinar = await scheduled();
  const { confirmation } = await reminded(webinar);
  const token = tokenOf(confirmation);
  const anybody = lectern.client();
  const forged = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`;
  for (const reminderToken of [forged, `${token}A`, 'x']) {
    await refused(anybody.stopReminderEmails({ reminderToken }), 'not_found');
    const { status } = await fetch(`${lectern.url}/reminders/${reminderToken}`, { method: 'POST' });
    assert.equal(status, 404);
  }
  await webinar.owner.deletePlayback(webinar.at);
  const nothing = { name: null, email: null, isStopped: true };
  assert.deepEqual(await anybody.stopReminderEmails({ reminderToken: token }), nothing);
});

test('an installation without a mail server refuses requests', async () => {
  await lectern.stop();
  await lectern.start({ SMTP_URL: '', LECTERN_MAIL_FROM: '' });
  const webinar = await scheduled();
  const email = newEmail();
  const { api } = await enterPlayback(lectern, webinar, { email });
  assert.equal((await api.getReminders(webinar.at)).obstacle, 'mail_off');
  const body = { sessionId: webinar.sessionId };
  await refused(api.requestReminders({ ...webinar.at, body }), 'mail_off');
});
