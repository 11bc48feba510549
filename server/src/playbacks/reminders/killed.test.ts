import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { databaseOf } from '../../../testing/database.ts';
import { type LecternProcess, startLectern } from '../../../testing/lectern.ts';
import { enterPlayback, giveVideo, makePlayback } from '../../../testing/playbacks.ts';
import { freePorts } from '../../../testing/processes/ports.ts';
import { mailUrl, startMailServer } from '../../../testing/receivers/mail-server.ts';
import { withTimings } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';

const waitsWith = (attemptMs: number) =>
  withTimings({
    'platform/mail/outbox.ts': { everyMs: 100, pauseMs: 2_000, longestPauseMs: 2_000, attemptMs },
    'playbacks/reminders/queue.ts': { everyMs: 100 },
  });
let port: number;
let lectern: LecternProcess;
before(async () => {
  port = (await freePorts()).http;
  lectern = await startLectern({
    SMTP_URL: mailUrl(port),
    LECTERN_MAIL_FROM: 'lectern@example.org',
    // The mail server is silent: an attempt ends soon, so that the next emails are attempted.
    ...waitsWith(500),
  });
});
after(() => lectern?.remove());

test('kill -9 between queueing and sending: the next start sends each reminder once', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
  const { db, close } = await databaseOf(lectern);
  const webinar = await makePlayback(lectern);
  await giveVideo(lectern, webinar, 600);
  const { owner, spaceId, at } = webinar;
  const startDate = new Date(Date.now() + 2 * 3_600_000).toISOString();
  await owner.createPlaybackEvent({ spaceId, body: { playbackId: at.playbackId, startDate } });
  const [session] = (await owner.getPlaybackEventSessions(at)).items;
  const emails = ['ann@example.org', 'ben@example.org'];
  for (const email of emails) {
    const { api } = await enterPlayback(lectern, webinar, { email });
    await api.requestReminders({ ...at, body: { sessionId: session?.id ?? '' } });
  }
  // An hour passes.
  await db.transaction().execute(async (trx) => {
    await sql`UPDATE playback_sessions SET start_date = start_date - interval '1 hour',
      end_date = end_date - interval '1 hour'`.execute(trx);
    await sql`UPDATE reminders SET start_date = start_date - interval '1 hour',
      due_at = due_at - interval '1 hour'`.execute(trx);
  });
  const queued = () => db.selectFrom('queued_emails').selectAll().execute();
  const reminders = async () => (await queued()).filter(({ occasion }) => occasion === 'hourBefore');
  await waitUntil(
    async () => sockets.length > 0 && (await reminders()).filter(({ attempts }) => attempts > 0).length === 2,
    { timeout: 30_000, message: 'an attempt to send both reminders' },
  );
  await lectern.kill();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  const mail = await startMailServer(port);
  try {
    await lectern.start(waitsWith(30_000));
    await waitUntil(async () => (await queued()).length === 0, {
      timeout: 60_000,
      message: 'the emails to be sent',
    });
    const sent = mail.emails.map(({ to, headers }) => `${headers.subject?.split(':')[0]} to ${to.join()}`);
    const expected = emails.flatMap((email) => [`Reminders are on to ${email}`, `Starting soon to ${email}`]);
    assert.deepEqual(sent.sort(), expected.sort());
  } finally {
    await mail.close();
    await close();
  }
});
