import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { openBrowser } from '../../../testing/people/browser.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import type { Database } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';

let lectern: Lectern;
let open: Lectern;
let database: Database;
before(async () => {
  lectern = await startInProcess({ LECTERN_DEFAULT_PLAN: 'team' });
  open = await startInProcess({ LECTERN_REGISTRATION: 'open' });
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
  await open?.remove();
});

let count = 0;
const person = (more: Record<string, string> = {}) => {
  count += 1;
  return { email: `newcomer-${count}@example.org`, password: 'a good password', username: 'Ann', ...more };
};

async function invite(role: 'role_space_user' | 'role_space_moderator' = 'role_space_user') {
  const { owner, spaceId } = await makeGroup(lectern, {}, { isPublic: false });
  const { id: inviteId } = await owner.createInvite({ spaceId, body: { role } });
  return { owner, spaceId, inviteId };
}

const register = (body: ReturnType<typeof person>, at = lectern) =>
  openBrowser(at.url).api.register({ body });
const accounts = async () =>
  (await database.db.selectFrom('users').select('email').execute()).map(({ email }) => email);

test('registering with an invitation creates account, membership and sign-in in one step', async () => {
  const { spaceId, inviteId, owner } = await invite('role_space_moderator');
  const browser = openBrowser(lectern.url);
  const body = person({ spaceId, inviteId, phone: '+7 495 1234567' });
  const me = await browser.api.register({ body });
  assert.deepEqual(me, {
    id: me.id,
    email: body.email,
    username: 'Ann',
    phone: '+74951234567',
    plan: 'team',
    createdAt: me.createdAt,
  });
  assert.deepEqual([...browser.cookies.keys()].sort(), ['accessToken', 'refreshToken']);
  const { items } = await browser.api.listSpaces();
  assert.deepEqual(
    items.map(({ id, roleInSpace }) => [id, roleInSpace]),
    [[spaceId, 'role_space_moderator']],
  );
  const { items: invites } = await owner.listInvites({ spaceId });
  assert.equal(invites.find(({ id }) => id === inviteId)?.status, 'used');
  await openBrowser(lectern.url).api.createSession({ body: { email: body.email, password: body.password } });
});

test('of many people who register with one invitation at once one is admitted, and the others leave no account', async () => {
  const { spaceId, inviteId } = await invite();
  const bodies = Array.from({ length: 6 }, () => person({ spaceId, inviteId }));
  const all = await Promise.allSettled(bodies.map((body) => register(body)));
  const won = bodies.filter((_, index) => all[index]?.status === 'fulfilled');
  assert.equal(won.length, 1);
  for (const outcome of all) {
    if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'invite_used');
  }
  const known = await accounts();
  assert.deepEqual(
    bodies.filter(({ email }) => known.includes(email)),
    won,
  );
});

test('a taken email leaves the invitation unused', async () => {
  const { spaceId, inviteId } = await invite();
  const taken = person({ spaceId, inviteId, email: lectern.owner.email.toUpperCase() });
  await refused(register(taken), 'email_taken');
  const body = person({ spaceId, inviteId });
  const twice = await Promise.allSettled([register(body), register(body)]);
  assert.equal(twice.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('nobody registers without a valid invitation', async () => {
  const before = await accounts();
  const good = await invite();
  const elsewhere = await invite();
  const none: Record<string, string>[] = [
    {},
    { spaceId: good.spaceId },
    { inviteId: good.inviteId },
    { spaceId: good.spaceId, inviteId: newId() },
    { spaceId: elsewhere.spaceId, inviteId: good.inviteId },
  ];
  for (const more of none) await refused(register(person(more)), 'registration_by_invite');
  await good.owner.revokeInvite({ spaceId: good.spaceId, inviteId: good.inviteId });
  await refused(register(person({ spaceId: good.spaceId, inviteId: good.inviteId })), 'invite_revoked');
  await database.db
    .updateTable('invites')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', elsewhere.inviteId)
    .execute();
  const expired = person({ spaceId: elsewhere.spaceId, inviteId: elsewhere.inviteId });
  await refused(register(expired), 'invite_expired');
  await refusedFields(register(person({ spaceId: 'x', inviteId: 'y' })), 'spaceId', 'inviteId');
  assert.deepEqual(await accounts(), before);
});

test('somebody without a valid invitation does not learn who has an account', async () => {
  const { email } = lectern.owner;
  const { owner, spaceId, inviteId } = await invite();
  const unknown = person({ email, spaceId, inviteId: newId() });
  await refused(register(unknown), 'registration_by_invite');
  await owner.revokeInvite({ spaceId, inviteId });
  await refused(register(person({ email, spaceId, inviteId })), 'invite_revoked');
});

test('a refusal lists every field that is wrong', async () => {
  const bad = { email: 'none', password: 'short', username: '', phone: 'letters' };
  await refusedFields(register(person(bad)), 'email', 'password', 'username', 'phone');
});

test('a common password creates no account and leaves the invitation unused', async () => {
  const { spaceId, inviteId } = await invite();
  const common = person({ spaceId, inviteId, password: 'Password1' });
  const { details } = await refusedFields(register(common), 'password');
  assert.match(details[0]?.message ?? '', /most common passwords; choose another/);
  await register({ ...common, password: 'a good password' });
});

test('registering in a signed-in browser ends the old sign-in', async () => {
  const { spaceId, inviteId } = await invite();
  const browser = openBrowser(lectern.url);
  const { email, password } = lectern.owner;
  await browser.api.createSession({ body: { email, password } });
  const before = openBrowser(lectern.url);
  for (const [name, cookie] of browser.cookies) before.cookies.set(name, cookie);
  const body = person({ spaceId, inviteId });
  await browser.api.register({ body });
  assert.equal((await browser.api.getOwnUser()).email, body.email);
  await refused(before.api.getOwnUser(), 'unauthorized');
});

test('anybody may register where registration is open, but an invitation in the request must be valid', async () => {
  assert.equal((await open.client().getSignInOptions()).registration, 'open');
  const { plan } = await register(person(), open);
  assert.equal(plan, 'business');
  await refusedFields(register(person({ spaceId: newId() }), open), 'inviteId');
  await refusedFields(register(person({ inviteId: newId() }), open), 'spaceId');
  await refusedFields(register(person({ spaceId: newId(), inviteId: newId() }), open), 'inviteId');
});
