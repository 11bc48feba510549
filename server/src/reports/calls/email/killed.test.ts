import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../../../testing/database.ts';
import { makeGroup } from '../../../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../../../testing/lectern.ts';
import { makeLink } from '../../../../testing/people/entering.ts';
import { freePorts } from '../../../../testing/processes/ports.ts';
import { mailUrl, startMailServer } from '../../../../testing/receivers/mail-server.ts';
import { withTimings } from '../../../../testing/timings.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { newId } from '../../../platform/ids.ts';
import { queueAttendanceEmails } from './email.ts';

let port: number;
let lectern: LecternProcess;
before(async () => {
  port = (await freePorts()).http;
  lectern = await startLectern({
    SMTP_URL: mailUrl(port),
    LECTERN_MAIL_FROM: 'lectern@example.org',
    ...withTimings({ 'platform/mail/outbox.ts': { everyMs: 100, pauseMs: 2_000 } }),
  });
});
after(() => lectern?.remove());

test('kill -9 while the mail server has not accepted the email: the next start sends it once', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
  const group = await makeGroup(lectern, { name: 'Chemistry', attendanceEmail: 'owner' });
  await makeLink(group, { username: 'Carl' });
  const { db, close } = await databaseOf(lectern);
  const call = { id: newId(), room_id: group.room.id, space_id: group.spaceId, plan_alias: 'team' };
  const at = new Date();
  const over = { room_type: 'lesson' as const, started_at: new Date(at.getTime() - 60_000), finished_at: at };
  const before = sockets.length;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('calls')
      .values({ ...call, ...over })
      .execute();
    await queueAttendanceEmails(trx, { id: call.id, roomId: group.room.id });
  });
  const queued = () => db.selectFrom('queued_emails').selectAll().execute();
  await waitUntil(async () => sockets.length > before && (await queued())[0]?.attempts === 1, {
    timeout: 30_000,
    message: 'an attempt to send the email',
  });
  await lectern.kill();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  const mail = await startMailServer(port);
  try {
    await lectern.start();
    await waitUntil(async () => (await queued()).length === 0, {
      timeout: 30_000,
      message: 'the email to be sent',
    });
    const subjects = mail.emails.map(({ headers }) => headers.subject);
    assert.equal(subjects.filter((subject) => subject?.startsWith('Attendance: Chemistry')).length, 1);
  } finally {
    await mail.close();
    await close();
  }
});
