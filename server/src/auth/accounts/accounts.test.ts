import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../../testing/database.ts';
import { whileChanging } from '../../../testing/engines/while-changing.ts';
import { makeGroup, makeUser } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { type Browser, openBrowser } from '../../../testing/people/browser.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import type { Database } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { disableUser, enableUser } from './accounts.ts';

let lectern: Lectern;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

let count = 0;
async function someone() {
  count += 1;
  const name = `person-${count}`;
  const member = await makeUser(lectern, name);
  const account = { email: member.email, password: `password of ${name}` };
  return { ...member, account };
}

async function signedIn(account: { email: string; password: string }): Promise<Browser> {
  const browser = openBrowser(lectern.url);
  await browser.api.createSession({ body: account });
  return browser;
}

test('an update changes the named fields of an account and no others', async () => {
  const { api } = await someone();
  const before = await api.getOwnUser();
  const named = await api.updateOwnUser({ body: { username: 'Other', phone: '+7 495 1234567' } });
  assert.deepEqual(named, { ...before, username: 'Other', phone: '+74951234567' });
  assert.deepEqual(await api.updateOwnUser({ body: {} }), named);
  assert.equal((await api.updateOwnUser({ body: { phone: null } })).phone, null);
  assert.equal((await api.updateOwnUser({ body: { email: before.email } })).email, before.email);
  await refusedFields(api.updateOwnUser({ body: { email: 'none', phone: 'x' } }), 'email', 'phone');
});

test('an account sees its own sign-ins and may end each of them', async () => {
  const { account, api } = await someone();
  const [here, there] = [await signedIn(account), await signedIn(account)];
  const { items, total } = await here.api.listSessions();
  assert.equal(total, 3);
  assert.deepEqual(
    items.map(({ kind, isCurrent }) => [kind, isCurrent]),
    [
      ['browser', false],
      ['browser', true],
      ['api', false],
    ],
  );
  for (const session of items) {
    assert.match(session.ip ?? '', /127\.0\.0\.1/);
    assert.ok((session.userAgent ?? '').length > 2);
    assert.ok(session.lastUsedAt >= session.createdAt);
  }
  assert.equal((await api.listSessions({ query: { limit: 1 } })).items.length, 1);
  const [other] = items;
  const stranger = await someone();
  const of = { sessionId: other?.id ?? '' };
  await refused(stranger.api.endSession(of), 'not_found');
  await refused(here.api.endSession({ sessionId: newId() }), 'not_found');
  await here.api.endSession(of);
  await refused(there.api.getOwnUser(), 'unauthorized');
  await refused(there.api.refreshSession(), 'unauthorized');
  await refused(here.api.endSession(of), 'not_found');
  assert.equal((await here.api.listSessions()).total, 2);
});

test('a sign-in may end all others; a personal token ends all of them', async () => {
  const { account, api } = await someone();
  const [here, there] = [await signedIn(account), await signedIn(account)];
  const { token } = await api.createPersonalToken({ body: { name: 'x' } });
  await here.api.endOtherSessions();
  await here.api.getOwnUser();
  await refused(there.api.getOwnUser(), 'unauthorized');
  await refused(api.getOwnUser(), 'unauthorized');
  await lectern.client(token).endOtherSessions();
  await refused(here.api.getOwnUser(), 'unauthorized');
  assert.deepEqual((await lectern.client(token).listSessions()).items, []);
});

test('an expired sign-in is not listed; its last use is stored at intervals', async () => {
  const { account } = await someone();
  const browser = await signedIn(account);
  const [, now] = await Promise.all([browser.api.getOwnUser(), browser.api.listSessions()]);
  const of = now.items.find(({ isCurrent }) => isCurrent);
  const at = { db: database.db, id: of?.id ?? '' };
  const long = new Date(Date.now() - 3_600_000);
  await at.db.updateTable('token_families').set({ last_used_at: long }).where('id', '=', at.id).execute();
  await Promise.all(Array.from({ length: 5 }, () => browser.api.getOwnUser()));
  const { items } = await browser.api.listSessions();
  const used = items.find(({ isCurrent }) => isCurrent)?.lastUsedAt ?? '';
  assert.ok(Date.now() - Date.parse(used) < 60_000);
  await browser.api.getOwnUser();
  const again = (await browser.api.listSessions()).items.find(({ isCurrent }) => isCurrent)?.lastUsedAt;
  assert.equal(again, used);
  await database.db
    .updateTable('refresh_tokens')
    .set({ expires_at: long })
    .where('family_id', '=', at.id)
    .execute();
  assert.ok((await browser.api.listSessions()).items.every(({ isCurrent }) => !isCurrent));
});

test('an account has no client at first; its secret is shown once, and a new secret revokes the tokens of the old one', async () => {
  const { api, account } = await someone();
  assert.deepEqual(await api.getClient(), { clientId: null, hasSecret: false });
  const first = await api.refreshClientSecret();
  assert.deepEqual(await api.getClient(), { clientId: first.clientId, hasSecret: true });
  const issue = ({ clientId, clientSecret }: typeof first, more = {}) =>
    lectern.client().issueToken({
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...more },
    });
  const forClient = await issue(first);
  const forUser = await issue(first, {
    grant_type: 'password',
    username: account.email,
    password: account.password,
  });
  const second = await api.refreshClientSecret();
  assert.equal(second.clientId, first.clientId);
  assert.notEqual(second.clientSecret, first.clientSecret);
  await assert.rejects(issue(first), { status: 401, code: 'invalid_client' });
  const asClient = lectern.client(forClient.access_token);
  await refused(asClient.findUsers({ query: { email: account.email } }), 'unauthorized');
  await refused(lectern.client(forUser.access_token).getOwnUser(), 'unauthorized');
  await issue(second);
  await api.getOwnUser();
});

test('a client finds the users that it registered, by their email in any case', async () => {
  const mine = await someone();
  const client = lectern.client(lectern.owner.clientToken);
  const find = (email: string, api = client) => api.findUsers({ query: { email } });
  const { items, total } = await find(mine.email.toUpperCase());
  assert.equal(total, 1);
  assert.equal(items[0]?.id, mine.id);
  assert.deepEqual((await find(lectern.owner.email)).items, []);
  const secret = await mine.api.refreshClientSecret();
  const { access_token } = await lectern.client().issueToken({
    body: {
      grant_type: 'client_credentials',
      client_id: secret.clientId,
      client_secret: secret.clientSecret,
    },
  });
  assert.deepEqual((await find(mine.email, lectern.client(access_token))).items, []);
  await refused(find(mine.email, mine.api), 'forbidden');
  await refusedFields(find('none'), 'email');
  await refusedFields(client.findUsers({ query: {} as { email: string } }), 'email');
});

test('the place for meetings is a group that the account can see, or a room in it', async () => {
  const { api } = await someone();
  const shown = await makeGroup(lectern);
  const hidden = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
  const none = { spaceId: null, roomId: null };
  assert.deepEqual(await api.getMeetingSettings(), none);
  const set = (body: { spaceId?: string | null; roomId?: string | null }) =>
    api.updateMeetingSettings({ body });
  assert.deepEqual(await set({ spaceId: shown.spaceId }), { spaceId: shown.spaceId, roomId: null });
  const both = { spaceId: shown.spaceId, roomId: shown.room.id };
  assert.deepEqual(await set({ roomId: shown.room.id }), both);
  assert.deepEqual(await set({}), both);
  assert.deepEqual(await api.getMeetingSettings(), both);
  await refusedFields(set({ spaceId: hidden.spaceId }), 'spaceId');
  await refusedFields(set({ spaceId: newId() }), 'spaceId');
  await refusedFields(set({ roomId: hidden.room.id }), 'roomId');
  await refusedFields(set({ roomId: newId() }), 'roomId');
  await refusedFields(set({ spaceId: 'x', roomId: 'y' }), 'spaceId', 'roomId');
  await refusedFields(set({ spaceId: null, roomId: shown.room.id }), 'roomId');
  // A public group may have private rooms.
  const secret = await shown.owner.createRoom({
    spaceId: shown.spaceId,
    body: { name: 'Private', isPublic: false },
  });
  await refusedFields(set({ roomId: secret.id }), 'roomId');
  assert.deepEqual(await api.getMeetingSettings(), both);
  await shown.owner.deleteSpace({ spaceId: shown.spaceId });
  assert.deepEqual(await api.getMeetingSettings(), none);
});

test('a group that is being deleted cannot become the place for meetings', async () => {
  const { api } = await someone();
  const { spaceId } = await makeGroup(lectern);
  await whileChanging(
    database,
    (trx) => trx.deleteFrom('spaces').where('id', '=', spaceId).execute(),
    () => refusedFields(api.updateMeetingSettings({ body: { spaceId } }), 'spaceId'),
  );
});

test('every credential of a disabled account stops at once; enabling restores its personal tokens', async () => {
  const { id, api, account } = await someone();
  const browser = await signedIn(account);
  const { token } = await api.createPersonalToken({ body: { name: 'x' } });
  const { clientId: client_id, clientSecret: client_secret } = await api.refreshClientSecret();
  const client = { client_id, client_secret };
  const forClient = await lectern
    .client()
    .issueToken({ body: { ...client, grant_type: 'client_credentials' } });
  const asOwner = { client_id: lectern.owner.clientId, client_secret: lectern.owner.clientSecret };
  const byPassword = () =>
    lectern.client().issueToken({
      body: { ...asOwner, grant_type: 'password', username: account.email, password: account.password },
    });
  const forUser = await byPassword();
  await disableUser(database.db, id);
  for (const other of [lectern.client(token), lectern.client(forUser.access_token), browser.api]) {
    await refused(other.getOwnUser(), 'unauthorized');
  }
  const find = lectern.client(forClient.access_token).findUsers({ query: { email: account.email } });
  await refused(find, 'unauthorized');
  await refused(browser.api.refreshSession(), 'unauthorized');
  await refused(signedIn(account), 'account_disabled');
  await refused(signedIn({ ...account, password: 'wrong' }), 'sign_in_failed');
  await assert.rejects(byPassword(), { code: 'invalid_grant' });
  const again = lectern.client().issueToken({ body: { ...client, grant_type: 'client_credentials' } });
  await assert.rejects(again, { code: 'invalid_client' });
  const refresh = { ...asOwner, grant_type: 'refresh_token' as const, refresh_token: forUser.refresh_token };
  await assert.rejects(lectern.client().issueToken({ body: refresh }), { code: 'invalid_grant' });
  await enableUser(database.db, id);
  await lectern.client(token).getOwnUser();
  await refused(browser.api.getOwnUser(), 'unauthorized');
  await signedIn(account);
});
