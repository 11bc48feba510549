import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { type MailServer, startMailServer } from '../../../testing/receivers/mail-server.ts';
import { refused } from '../../../testing/refused.ts';

let mail: MailServer;
let lectern: Lectern;
before(async () => {
  mail = await startMailServer();
  lectern = await startInProcess({
    SMTP_URL: mail.url,
    LECTERN_MAIL_FROM: 'lectern@example.org',
    // The limits of the tests are off otherwise.
    LECTERN_RATE_LIMIT_PER_MINUTE: '10000',
  });
});
after(async () => {
  await lectern?.remove();
  await mail?.close();
});

test('an invitation arrives by email with its link; one address gets a few, and a revoked one is not sent', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  const { id: inviteId, url } = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  const send = (email: string) => owner.sendInvite({ spaceId, inviteId, body: { email } });
  await send('anna@example.org');
  const { headers, text, html } = await mail.take('anna@example.org');
  assert.equal(headers.subject, 'You are invited to a group');
  assert.ok(text.includes(url), text);
  assert.ok(html.includes(`href="${url}"`), html);
  const sent = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(() => send('often@example.org')));
  assert.ok(sent.some(({ status }) => status === 'rejected'));
  await owner.revokeInvite({ spaceId, inviteId });
  await refused(send('late@example.org'), 'invite_revoked');
});

test('the name of a group does not become a link in the email of a stranger', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  await owner.updateSpace({ spaceId, body: { name: 'Win at shop.example or https://shop.example' } });
  const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await owner.sendInvite({ spaceId, inviteId, body: { email: 'stranger@example.org' } });
  const { text } = await mail.take('stranger@example.org');
  assert.ok(text.includes('“Win at shop. example or https: //shop. example”'), text);
});

test('a link arrives by email; a revoked one is not sent', async () => {
  const { owner, at } = await makeGroup(lectern);
  const { id: linkId, url } = await owner.generateAccess({
    ...at,
    body: { username: 'Boris', role: 'user' },
  });
  const send = (email: string) => owner.sendAccessLink({ ...at, linkId, body: { email } });
  await send('boris@example.org');
  const { headers, text } = await mail.take('boris@example.org');
  assert.equal(headers.subject, 'You are invited to a meeting');
  assert.ok(text.includes(url), text);
  await owner.revokeAccessLink({ ...at, linkId });
  await refused(send('late@example.org'), 'link_revoked');
});
