import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { accessLinkRoutes } from '../../../../../../contract/operations/access-links.ts';
import { memberRoutes } from '../../../../../../contract/operations/members.ts';
import {
  emptyLink,
  inviteLifetimes,
  linkFaults,
  linkForEveryone,
  linkLifetimes,
  linkOf,
  usualInviteLifetime,
} from './link-form.ts';

test('the API accepts every offered lifetime, and the default is among them', () => {
  const { ttl, expiresAt } = accessLinkRoutes.generateAccess.body.properties;
  for (const lasts of linkLifetimes) {
    const link = linkOf({ ...emptyLink, username: 'A', lasts });
    if (link.ttl === undefined) assert.ok(Value.Check(expiresAt, link.expiresAt) && lasts < 366 * 86_400);
    else assert.ok(Value.Check(ttl, link.ttl) && link.expiresAt === undefined);
  }
  assert.ok(linkLifetimes.includes(emptyLink.lasts));
  assert.ok(linkLifetimes.includes(linkForEveryone('7B').lasts));
  const invite = memberRoutes.createInvite.body;
  for (const ttl of inviteLifetimes) assert.ok(Value.Check(invite, { role: 'role_space_user', ttl }));
  assert.equal(Value.Default(invite.properties.ttl, undefined), usualInviteLifetime);
  assert.ok(inviteLifetimes.includes(usualInviteLifetime));
});

test('a link needs a name, and other fields must be valid', () => {
  assert.deepEqual(linkFaults(emptyLink), { username: 'missing' });
  assert.deepEqual(linkFaults({ ...emptyLink, username: '😀'.repeat(100) }), {});
  assert.deepEqual(linkFaults({ ...emptyLink, username: 'x'.repeat(101) }), { username: 'long' });
  const bad = {
    username: 'A',
    email: 'a@',
    phone: 'call me',
    externalUserId: 'a\tb',
    externalMeetingId: 'x'.repeat(257),
  };
  assert.deepEqual(linkFaults({ ...emptyLink, ...bad }), {
    email: 'bad',
    phone: 'bad',
    externalUserId: 'bad',
    externalMeetingId: 'bad',
  });
  assert.deepEqual(linkFaults(linkForEveryone('😀'.repeat(120))), {});
});

test('empty fields are not sent, and a long lifetime is sent as a moment', () => {
  const draft = { ...emptyLink, lasts: 86_400, username: ' Anna ', phone: ' ', externalUserId: ' u-1 ' };
  assert.deepEqual(linkOf(draft), {
    username: 'Anna',
    role: 'user',
    ttl: 86_400,
    isPermanent: false,
    isNameAsked: false,
    externalUserId: 'u-1',
  });
  const now = Date.parse('2026-03-01T00:00:00.000Z');
  assert.deepEqual(linkOf(linkForEveryone('Class 7B'), now), {
    username: 'Class 7B',
    role: 'user',
    expiresAt: '2026-05-30T00:00:00.000Z',
    isPermanent: true,
    isNameAsked: true,
  });
});
