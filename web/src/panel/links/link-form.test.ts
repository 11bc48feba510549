import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { accessLinkRoutes } from '../../../../contract/operations/access-links.ts';
import { memberRoutes } from '../../../../contract/operations/members.ts';
import {
  emptyLink,
  inviteLifetimes,
  linkFaults,
  linkLifetimes,
  linkOf,
  usualInviteLifetime,
} from './link-form.ts';

test('the API accepts every offered lifetime, and the default is among them', () => {
  const link = accessLinkRoutes.generateAccess.body;
  for (const ttl of linkLifetimes) assert.ok(Value.Check(link, { username: 'A', role: 'user', ttl }));
  assert.equal(Value.Default(link.properties.ttl, undefined), emptyLink.ttl);
  assert.ok(linkLifetimes.includes(emptyLink.ttl));
  const invite = memberRoutes.createInvite.body;
  for (const ttl of inviteLifetimes) assert.ok(Value.Check(invite, { role: 'role_space_user', ttl }));
  assert.equal(Value.Default(invite.properties.ttl, undefined), usualInviteLifetime);
  assert.ok(inviteLifetimes.includes(usualInviteLifetime));
});

test('a link needs a name, and other fields must be valid', () => {
  assert.deepEqual(linkFaults(emptyLink), { username: 'missing' });
  assert.deepEqual(linkFaults({ ...emptyLink, username: '😀'.repeat(100) }), {});
  assert.deepEqual(linkFaults({ ...emptyLink, username: 'x'.repeat(101) }), { username: 'long' });
  const bad = { username: 'A', email: 'a@', phone: 'call me', externalUserId: 'a b', externalMeetingId: 'ü' };
  assert.deepEqual(linkFaults({ ...emptyLink, ...bad }), {
    email: 'bad',
    phone: 'bad',
    externalUserId: 'bad',
    externalMeetingId: 'bad',
  });
});

test('empty fields are not sent', () => {
  assert.deepEqual(linkOf({ ...emptyLink, username: ' Anna ', phone: ' ', externalUserId: ' u-1 ' }), {
    username: 'Anna',
    role: 'user',
    ttl: 86_400,
    isPermanent: false,
    externalUserId: 'u-1',
  });
});
