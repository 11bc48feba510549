import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { freePorts } from '../../../testing/processes/ports.ts';
import { sendRaw } from '../../../testing/raw.ts';
import { mailUrl, startMailServer } from '../../../testing/receivers/mail-server.ts';
import { refused } from '../../../testing/refused.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { timings } from '../../platform/mail/mail.ts';

shorten(timings, { pausesMs: [2000, 2000] });
let port: number;
let lectern: Lectern;
before(async () => {
  port = (await freePorts()).http;
  lectern = await startInProcess({
    SMTP_URL: mailUrl(port),
    LECTERN_MAIL_FROM: 'lectern@example.org',
    LECTERN_RATE_LIMIT_PER_MINUTE: '1000000',
  });
});
after(() => lectern?.remove());

const ask = () => lectern.client().requestPasswordReset({ body: { email: lectern.owner.email } });

test('while the mail server is down the response is the same, and the email is sent again later', async () => {
  await ask();
  // One email reports the personal token that every test server starts with, the other one contains the code.
  await waitUntil(() => lectern.output().split('could not send an email; retrying').length > 2, {
    timeout: 30_000,
    message: () => 'the first failure of each email to be logged',
  });
  const mail = await startMailServer(port);
  const hasCode = () =>
    mail.emails.some(({ headers }) => headers.subject === 'Your code to sign in or set a new password');
  try {
    await waitUntil(hasCode, { timeout: 20_000, message: 'the email with the code' });
  } finally {
    await mail.close();
  }
});

test('the log entry of an unsendable email has neither its content nor its recipient', async () => {
  const before = lectern.output().length;
  await ask();
  await waitUntil(() => lectern.output().slice(before).includes('"could not send an email"'), {
    timeout: 20_000,
    message: () => 'the last failure to be logged',
  });
  const log = lectern.output();
  assert.doesNotMatch(log, /p@ss|p%40ss|post master|post%20master/);
  assert.ok(!log.includes(`"${lectern.owner.email}"`));
});

test('an address may be asked for a few times a minute, whether it has an account or not', async () => {
  for (const email of [lectern.owner.email, 'nobody@example.org']) {
    const told: number[] = [];
    // Two minutes' worth and one more: a new minute may begin in between.
    for (let count = 0; count < 7; count += 1) {
      const body = JSON.stringify({ email });
      const request = { path: '/v1/auth/password-reset', type: 'application/json', body };
      const { status, headers } = await sendRaw(lectern.url, request);
      told.push(status);
      if (status === 429) assert.ok(Number(headers.get('retry-after')) >= 1);
    }
    assert.ok(told.includes(429) && told.every((status) => status === 202 || status === 429), told.join());
  }
});

test('an installation without a mail server says so in the sign-in options and refuses', async () => {
  await lectern.stop();
  await lectern.start({ SMTP_URL: '', LECTERN_MAIL_FROM: '' });
  assert.equal((await lectern.client().getSignInOptions()).sendsMail, false);
  await refused(ask(), 'mail_off');
  const { owner, spaceId, at } = await makeGroup(lectern);
  const body = { email: 'anna@example.org' };
  const invite = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await refused(owner.sendInvite({ spaceId, inviteId: invite.id, body }), 'mail_off');
  const link = await owner.generateAccess({ ...at, body: { username: 'Anna', role: 'user' } });
  await refused(owner.sendAccessLink({ ...at, linkId: link.id, body }), 'mail_off');
});
