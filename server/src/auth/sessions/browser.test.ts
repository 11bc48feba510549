import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../../testing/database.ts';
import { makeUser } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { type Browser, openBrowser } from '../../../testing/people/browser.ts';
import { sendRaw } from '../../../testing/raw.ts';
import { refused } from '../../../testing/refused.ts';
import type { Database } from '../../platform/db/db.ts';

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

const account = () => ({ email: lectern.owner.email, password: lectern.owner.password });

async function signedIn(): Promise<Browser> {
  const browser = openBrowser(lectern.url);
  await browser.api.createSession({ body: account() });
  return browser;
}

const cookieOf = (browser: Browser, name: string) => browser.cookies.get(name)?.value ?? '';

/** Moves the last refresh this many seconds into the past. */
const letPass = (seconds: number) =>
  database.db
    .updateTable('refresh_tokens')
    .set((row) => ({ rotated_at: row.fn('to_timestamp', [row.val((Date.now() - seconds * 1000) / 1000)]) }))
    .where('rotated_at', 'is not', null)
    .execute();

test('signing in sets two HttpOnly cookies', async () => {
  const browser = openBrowser(lectern.url);
  const me = await browser.api.createSession({ body: { ...account(), email: 'OWNER@example.org' } });
  assert.equal(me.email, lectern.owner.email);
  assert.equal(me.plan, 'business');
  const access = browser.cookies.get('accessToken');
  const refresh = browser.cookies.get('refreshToken');
  for (const cookie of [access, refresh]) {
    assert.equal(cookie?.attributes.httponly, true);
    assert.equal(cookie?.attributes.samesite, 'Lax');
    assert.equal(cookie?.attributes.secure, undefined);
    assert.equal(cookie?.attributes.domain, undefined);
  }
  assert.equal(access?.path, '/');
  assert.equal(refresh?.path, '/v1/auth');
  assert.equal(access?.attributes['max-age'], String(7 * 86_400));
  assert.equal(refresh?.attributes['max-age'], String(21 * 86_400));
  assert.deepEqual(await browser.api.getOwnUser(), me);
  const { id } = await browser.api.createSpace({ body: { name: 'By cookies' } });
  await browser.api.deleteSpace({ spaceId: id });
});

test('a cookie token is valid only as a cookie, and other tokens only as bearer tokens', async () => {
  const browser = await signedIn();
  await refused(lectern.client(cookieOf(browser, 'accessToken')).getOwnUser(), 'unauthorized');
  await refused(lectern.client(cookieOf(browser, 'refreshToken')).getOwnUser(), 'unauthorized');
  const cookie = `accessToken=${lectern.owner.userToken}`;
  const answer = await sendRaw(lectern.url, { method: 'GET', path: '/v1/users/me', headers: { cookie } });
  assert.equal(answer.status, 401);
  const byOther = sendRaw(lectern.url, {
    path: '/v1/auth/token',
    type: 'application/json',
    body: JSON.stringify({
      grant_type: 'refresh_token',
      client_id: lectern.owner.clientId,
      client_secret: lectern.owner.clientSecret,
      refresh_token: cookieOf(browser, 'refreshToken'),
    }),
  });
  assert.equal((await byOther).status, 400);
});

test('the Authorization header takes precedence over cookies', async () => {
  const browser = await signedIn();
  const other = await makeUser(lectern, 'with-a-header');
  const cookie = `accessToken=${cookieOf(browser, 'accessToken')}`;
  const get = (headers: Record<string, string>) =>
    sendRaw(lectern.url, { method: 'GET', path: '/v1/users/me', headers });
  assert.equal((await get({ cookie })).body.email, lectern.owner.email);
  assert.equal((await get({ cookie, authorization: `Bearer ${other.token}` })).body.email, other.email);
  assert.equal((await get({ cookie, authorization: 'Bearer lus_nothing' })).status, 401);
  // A program needs no Origin header, whatever cookies it sends.
  const made = await sendRaw(lectern.url, {
    path: '/v1/spaces',
    token: other.token,
    type: 'application/json',
    body: '{"name":"x"}',
    headers: { cookie },
  });
  assert.equal(made.status, 201);
  assert.deepEqual(made.headers.getSetCookie(), []);
});

test('invalid cookies are ignored', async () => {
  for (const cookie of [
    'accessToken=x',
    'accessToken=lbr_x',
    'accessToken=',
    'accessToken="',
    ';;;=',
    'a=b; accessToken',
  ]) {
    const get = (path: string) => sendRaw(lectern.url, { method: 'GET', path, headers: { cookie } });
    assert.equal((await get('/v1/users/me')).status, 401, cookie);
    assert.equal((await get('/v1/auth/options')).status, 200, cookie);
  }
});

test('a refresh replaces both cookies; two tabs that refresh at once get the same ones', async () => {
  const browser = await signedIn();
  const before = cookieOf(browser, 'refreshToken');
  const tabs = [browser, browser, browser].map(({ cookies }) => {
    const tab = openBrowser(lectern.url);
    for (const [name, cookie] of cookies) tab.cookies.set(name, cookie);
    return tab;
  });
  const answers = await Promise.all(tabs.map(({ api }) => api.refreshSession()));
  for (const answer of answers) assert.equal(answer.email, lectern.owner.email);
  const given = new Set(
    tabs.map((tab) => `${cookieOf(tab, 'accessToken')} ${cookieOf(tab, 'refreshToken')}`),
  );
  assert.equal(given.size, 1);
  const [tab] = tabs as [Browser];
  assert.notEqual(cookieOf(tab, 'refreshToken'), before);
  await tab.api.getOwnUser();
  // The access token is not needed: it may have expired.
  tab.cookies.delete('accessToken');
  await tab.api.refreshSession();
  await tab.api.getOwnUser();
});

test('a refresh token that is used again later ends the session and deletes the cookies', async () => {
  const browser = await signedIn();
  const thief = openBrowser(lectern.url);
  for (const [name, cookie] of browser.cookies) thief.cookies.set(name, cookie);
  await browser.api.refreshSession();
  await letPass(31);
  await refused(thief.api.refreshSession(), 'unauthorized');
  assert.equal(thief.cookies.size, 0);
  await refused(browser.api.getOwnUser(), 'unauthorized');
  await refused(browser.api.refreshSession(), 'unauthorized');
});

test('a refresh that a newer sign-in of the browser overtook leaves the new cookies alone', async () => {
  const browser = await signedIn();
  // A page in another tab sent its request with the cookies from before.
  const late = openBrowser(lectern.url);
  for (const [name, cookie] of browser.cookies) late.cookies.set(name, cookie);
  await browser.api.createSession({ body: account() });
  await refused(late.api.refreshSession(), 'unauthorized');
  assert.equal(late.cookies.size, 2, 'the response deletes no cookie of the browser');
  await browser.api.getOwnUser();
});

test('a refresh without a refresh cookie is refused', async () => {
  await refused(openBrowser(lectern.url).api.refreshSession(), 'unauthorized');
});

test('signing out ends the session wherever its cookies were copied to, and deletes the cookies', async () => {
  const browser = await signedIn();
  const copy = openBrowser(lectern.url);
  for (const [name, cookie] of browser.cookies) copy.cookies.set(name, cookie);
  await browser.api.deleteSession();
  assert.equal(browser.cookies.size, 0);
  await refused(copy.api.getOwnUser(), 'unauthorized');
  await refused(copy.api.refreshSession(), 'unauthorized');
  // Repeating it, or signing out without a session, succeeds.
  await browser.api.deleteSession();
  const onlyRefresh = await signedIn();
  const access = cookieOf(onlyRefresh, 'accessToken');
  onlyRefresh.cookies.delete('accessToken');
  await onlyRefresh.api.deleteSession();
  const headers = { cookie: `accessToken=${access}` };
  assert.equal((await sendRaw(lectern.url, { method: 'GET', path: '/v1/users/me', headers })).status, 401);
});

test('a sign-in replaces cookies that an attacker planted', async () => {
  const browser = openBrowser(lectern.url);
  const planted = { value: `lbr_${'A'.repeat(43)}`, path: '/', attributes: {} };
  browser.cookies.set('accessToken', planted);
  browser.cookies.set('refreshToken', { ...planted, value: `lrt_${'A'.repeat(43)}`, path: '/v1/auth' });
  await browser.api.createSession({ body: account() });
  assert.notEqual(cookieOf(browser, 'accessToken'), planted.value);
  // Cookies of the attacker's own account: that session ends when the person signs in.
  const attacker = await makeUser(lectern, 'attacker');
  const theirs = openBrowser(lectern.url);
  await theirs.api.createSession({ body: { email: attacker.email, password: 'password of attacker' } });
  const victim = openBrowser(lectern.url);
  for (const [name, cookie] of theirs.cookies) victim.cookies.set(name, cookie);
  assert.equal((await victim.api.createSession({ body: account() })).email, lectern.owner.email);
  await refused(theirs.api.getOwnUser(), 'unauthorized');
  assert.equal((await victim.api.getOwnUser()).email, lectern.owner.email);
});

test('anybody may read the sign-in options', async () => {
  assert.deepEqual(await lectern.client().getSignInOptions(), {
    registration: 'invited',
    sendsMail: false,
    supportAddress: null,
    provider: null,
  });
});
