import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiError } from '../../../../contract/client/index.ts';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup, makeUser } from '../../../testing/group.ts';
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

test('an invitation arrives by email with its link; one address gets a few; a used or revoked one is not sent', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  const { id: inviteId, url } = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  const send = (email: string) => owner.sendInvite({ spaceId, inviteId, body: { email } });
  await send('anna@example.org');
  const { headers, text, html } = await mail.take('anna@example.org');
  assert.equal(headers.subject, 'You are invited to a group');
  assert.ok(text.includes(url), text);
  assert.ok(html.includes(`href="${url}"`), html);
  const sent = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(() => send('often@example.org')));
  const refusals = sent.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  // Two minutes' worth and one more: a new minute may begin in between.
  assert.ok(refusals.length >= 1, 'seven emails to one address within a minute');
  for (const error of refusals) assert.ok(error instanceof ApiError && error.code === 'rate_limited', error);
  await owner.revokeInvite({ spaceId, inviteId });
  await refused(send('late@example.org'), 'invite_revoked');
  const used = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  const member = await makeUser(lectern, 'invited');
  await member.api.activateInvite({ spaceId, inviteId: used.id });
  const sendUsed = owner.sendInvite({ spaceId, inviteId: used.id, body: { email: 'late@example.org' } });
  await refused(sendUsed, 'invite_used');
});

test('the names of a group and of a person do not become links in the email of a stranger', async () => {
  const { owner, spaceId, at } = await makeGroup(lectern);
  await owner.updateSpace({ spaceId, body: { name: 'Win at shop.example or https://shop.example' } });
  const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await owner.sendInvite({ spaceId, inviteId, body: { email: 'stranger@example.org' } });
  const { text } = await mail.take('stranger@example.org');
  assert.ok(text.includes('“Win at shop. example or https: //shop. example”'), text);

  const body = { username: 'winner of shop.example', role: 'user' } as const;
  const { id: linkId } = await owner.generateAccess({ ...at, body });
  await owner.sendAccessLink({ ...at, linkId, body: { email: 'another@example.org' } });
  const ofLink = await mail.take('another@example.org');
  assert.ok(ofLink.text.includes('winner of shop. example'), ofLink.text);
});

test('a link arrives by email; an expired or revoked one is not sent', async () => {
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
  const { db, close } = await databaseOf(lectern);
  const expires_at = new Date(Date.now() - 1000);
  await db.updateTable('access_links').set({ expires_at }).where('id', '=', linkId).execute();
  await close();
  await refused(send('late@example.org'), 'link_expired');
  await owner.revokeAccessLink({ ...at, linkId });
  await refused(send('late@example.org'), 'link_revoked');
});
