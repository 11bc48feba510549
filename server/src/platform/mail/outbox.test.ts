import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { freePorts } from '../../../testing/processes/ports.ts';
import { mailUrl, startMailServer } from '../../../testing/receivers/mail-server.ts';
import { insertRoomRows } from '../../../testing/records/records.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { newId } from '../ids.ts';
import { startRepeating } from '../jobs/jobs.ts';
import { createLog } from '../logging/log.ts';
import { createMailer, type Mailer } from './mail.ts';
import { claimQueuedEmails } from './outbox.store.ts';
import { type EmailWriter, queueEmails, sendEmailsJob, timings } from './outbox.ts';

let database: OwnDatabase;
before(async () => {
  database = await startOwnDatabase();
});
after(() => database?.remove());

shorten(timings, { everyMs: 20, pauseMs: 300, longestPauseMs: 1000, stopMs: 50 });

let output = '';
const log = createLog('info', {
  write: (text) => {
    output += text;
  },
});
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await database.db.deleteFrom('queued_emails').execute();
  output = '';
});

const addressOf = (userId: string) => `${userId}@example.org`;
const plain: EmailWriter = async (_db, { userId }) => ({
  to: addressOf(userId ?? ''),
  subject: 'Attendance',
  text: 'text',
  html: '<p>text</p>',
});

/** One node that sends queued emails. */
function startNode(url: string, write: EmailWriter = plain, mailer?: Pick<Mailer, 'deliver'>): void {
  const own = createMailer({ url: new URL(url), from: 'lectern@example.org', log });
  const parts = { db: database.db, log, host: 'meet.example.org', writers: { attendance: write } };
  const job = sendEmailsJob({ ...parts, mailer: mailer ?? own });
  const { db, pool } = database;
  stops.push(startRepeating({ db, pool, node: newId(), log }, [{ name: 'mail', ...job }]), own.stop);
}

async function openMail(port?: number) {
  const mail = await startMailServer(port);
  stops.push(mail.close);
  return mail;
}

/** Queues one email for the owner of a new room. */
async function queueOne(expiresInMs = 3_600_000) {
  const { db } = database;
  const { ownerId: userId, spaceId, roomId } = await insertRoomRows(db);
  const callId = newId();
  const call = { id: callId, room_id: roomId, space_id: spaceId, plan_alias: 'team', room_type: 'lesson' };
  await db
    .insertInto('calls')
    .values({ ...call, room_type: 'lesson', started_at: new Date() })
    .execute();
  const email = { id: `attendance.${callId}.${userId}`, kind: 'attendance' as const, roomId, callId, userId };
  await queueEmails(db, [email], new Date(Date.now() + expiresInMs));
  return { ...email, email };
}

const queued = () => database.db.selectFrom('queued_emails').selectAll().execute();
const untilEmpty = () =>
  waitUntil(async () => (await queued()).length === 0, { timeout: 20_000, message: 'an empty queue' });

test('an email waits for a mail server that is away, and is sent once when it is back', async () => {
  const port = (await freePorts()).http;
  await queueOne();
  await queueOne();
  startNode(mailUrl(port));
  await waitUntil(async () => (await queued()).every(({ attempts }) => attempts > 1), {
    timeout: 20_000,
    message: 'a second attempt of each',
  });
  assert.equal(output.split('emails wait in the database').length, 2, output);
  const mail = await openMail(port);
  await untilEmpty();
  assert.equal(mail.emails.length, 2);
  assert.match(output, /the mail server takes emails again/);
  assert.doesNotMatch(output, /p@ss|p%40ss|@example\.org/);
});

test('an email that is queued twice is one email, and its Message-ID never changes', async () => {
  const { id, email } = await queueOne();
  await queueEmails(database.db, [email], new Date(Date.now() + 1000));
  const mail = await openMail();
  startNode(mail.url);
  await untilEmpty();
  assert.deepEqual(
    mail.emails.map(({ headers }) => headers['message-id']),
    [`<${id}@meet.example.org>`],
  );
});

test('four nodes send each of sixty emails once', async () => {
  const expected = [];
  for (let count = 0; count < 60; count += 1) expected.push(addressOf((await queueOne()).userId));
  const mail = await openMail();
  // No attempt counts as lost, however slow the machine is.
  shorten(timings, { pauseMs: 60_000 }, { after: (end) => stops.push(async () => end()) });
  for (let node = 0; node < 4; node += 1) startNode(mail.url);
  await untilEmpty();
  assert.deepEqual(mail.emails.flatMap(({ to }) => to).sort(), expected.sort());
});

test('an email that a killed node had claimed is sent by another one', async () => {
  const { id } = await queueOne();
  const claim = { kinds: ['attendance' as const], limit: 4, pauseMs: 300, longestPauseMs: 1000 };
  // The killed node did no more than this.
  assert.deepEqual(
    (await claimQueuedEmails(database.db, claim)).map((email) => email.id),
    [id],
  );
  assert.deepEqual(await claimQueuedEmails(database.db, claim), []);
  const mail = await openMail();
  startNode(mail.url);
  await untilEmpty();
  assert.equal(mail.emails.length, 1);
});

test('an email whose acceptance was not stored is sent again with the same Message-ID', async () => {
  const { id } = await queueOne();
  const mail = await openMail();
  const mailer = createMailer({ url: new URL(mail.url), from: 'lectern@example.org', log });
  stops.push(mailer.stop);
  let isFirst = true;
  const killedAfterAcceptance: Pick<Mailer, 'deliver'> = {
    deliver: async (email) => {
      await mailer.deliver(email);
      if (isFirst) {
        isFirst = false;
        throw new Error('killed');
      }
    },
  };
  startNode(mail.url, plain, killedAfterAcceptance);
  await untilEmpty();
  const ids = mail.emails.map(({ headers }) => headers['message-id']);
  assert.deepEqual(ids, [`<${id}@meet.example.org>`, `<${id}@meet.example.org>`]);
});

test('an unknown mailbox ends the email with a logged reason, and the others are sent', async () => {
  const [first, second] = [await queueOne(), await queueOne()];
  const mail = await openMail();
  mail.unknown.add(addressOf(first.userId));
  startNode(mail.url);
  await untilEmpty();
  assert.deepEqual(
    mail.emails.map(({ to }) => to),
    [[addressOf(second.userId)]],
  );
  assert.match(output, /"responseCode":550.*the mail server refused an email; not retrying/);
  assert.ok(output.includes(first.id));
});

test('an email whose time is over is not sent, and the log says so', async () => {
  const { id } = await queueOne(-1);
  const mail = await openMail();
  startNode(mail.url);
  await untilEmpty();
  assert.deepEqual(mail.emails, []);
  assert.match(output, new RegExp(`${id}.*gave up on an email: its time is over`));
});

test('an email that cannot be written is tried again, and does not hold up others', async () => {
  const broken = await queueOne();
  const { userId } = await queueOne();
  const mail = await openMail();
  let isBroken = true;
  startNode(mail.url, async (db, email) => {
    if (isBroken && email.id === broken.id) throw new Error('no figures');
    return plain(db, email);
  });
  await mail.take(addressOf(userId));
  assert.match(output, /no figures.*could not write an email; retrying/);
  isBroken = false;
  await mail.take(addressOf(broken.userId));
});

test('an email goes with its call, its room and its account', async () => {
  const { db } = database;
  const [one, two] = [await queueOne(), await queueOne()];
  await db.deleteFrom('calls').where('id', '=', one.callId).execute();
  await db.deleteFrom('rooms').where('id', '=', two.roomId).execute();
  assert.deepEqual(await queued(), []);
});

test('an email of a kind that a newer version queued stays for that version', async () => {
  const { id } = await queueOne();
  await sql`UPDATE queued_emails SET kind = 'newsletter' WHERE id = ${id}`.execute(database.db);
  const mail = await openMail();
  startNode(mail.url);
  const { userId } = await queueOne();
  await mail.take(addressOf(userId));
  // The mail server has the other email before its row is deleted.
  await waitUntil(async () => (await queued()).length === 1, { timeout: 20_000, message: 'one row' });
  assert.deepEqual(
    (await queued()).map((email) => email.id),
    [id],
  );
});

test('a stop does not wait for a mail server that hangs, and loses nothing', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const { userId } = await queueOne();
  startNode(mailUrl(port));
  await waitUntil(() => sockets.length > 0, { timeout: 20_000, message: 'a connection to the mail server' });
  // The mail server still hangs when the stop has returned.
  await stops[0]?.();
  assert.equal((await queued()).length, 1);
  for (const socket of sockets) socket.destroy();
  silent.close();
  const mail = await openMail();
  startNode(mail.url);
  await mail.take(addressOf(userId));
});
