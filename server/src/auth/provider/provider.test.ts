import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Block, blocksOf } from '../../../testing/answers/documents.ts';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup, makeUser } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { type Browser, openBrowser } from '../../../testing/people/browser.ts';
import {
  type ProviderPerson,
  ProviderVisitor,
  type RealProvider,
  returnedBody,
  startRealProvider,
} from '../../../testing/provider/real-provider.ts';
import { refused } from '../../../testing/refused.ts';
import { loadConfig } from '../../config.ts';
import type { Database } from '../../platform/db/db.ts';

let provider: RealProvider;
let lectern: Lectern;
let database: Database;
const settings = { LECTERN_OIDC_REGISTRATION: 'open', LECTERN_OIDC_LINK_BY_EMAIL: 'verified' };
before(async () => {
  provider = await startRealProvider();
  lectern = await startInProcess({ ...provider.settings, ...settings });
  provider.admit(lectern.url);
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
  await provider?.close();
});

let count = 0;
/** Somebody with an account at the provider. */
function newPerson(more: ProviderPerson = {}): { login: string; email: string } {
  count += 1;
  const login = `person-${count}`;
  const email = `${login}@example.org`;
  provider.people.set(login, { email, email_verified: true, name: `Person ${count}`, ...more });
  return { login, email: more.email ?? email };
}

/** Signs in by the provider in this browser. */
async function signIn(browser: Browser, login: string, next?: string) {
  const { url } = await browser.api.beginProviderSignIn({ body: next === undefined ? {} : { next } });
  const returned = await new ProviderVisitor().signIn(url, { login });
  return browser.api.finishProviderSignIn({ body: returnedBody(returned) });
}

async function link(browser: Browser, login: string, currentPassword: string) {
  const { url } = await browser.api.linkIdentity({ body: { currentPassword } });
  const returned = await new ProviderVisitor().signIn(url, { login });
  return browser.api.finishProviderSignIn({ body: returnedBody(returned) });
}

async function withPassword(name: string) {
  const user = await makeUser(lectern, `${name}-${count}`);
  const browser = openBrowser(lectern.url);
  await browser.api.createSession({ body: { email: user.email, password: user.password } });
  return { ...user, browser };
}

test('the server accepts the settings of the guide', () => {
  const configOf = (blocks: Block[]) => {
    const lines = blocks.flatMap(({ code }) => code.trim().split('\n'));
    const environment = lines.map((line) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]);
    const loaded = loadConfig(Object.fromEntries(environment));
    assert.ok('config' in loaded, JSON.stringify(loaded));
    return loaded.config;
  };
  const general = configOf(blocksOf('docs/operators/sign-in.md'));
  assert.equal(general.LECTERN_OIDC_GROUPS.length, 2);
  assert.equal(general.LECTERN_OIDC_LABEL, 'Greenfield School');
  assert.equal(configOf(blocksOf('docs/operators/entra-id.md')).LECTERN_OIDC_EMAIL_VERIFIED, 'assumed');
});

test('the sign-in page knows the provider', async () => {
  const { provider: known } = await lectern.client().getSignInOptions();
  assert.deepEqual(known, { label: 'Greenfield School' });
});

test('the first sign-in creates an account, and later ones find it by the subject', async () => {
  const { login, email } = newPerson();
  const browser = openBrowser(lectern.url);
  const first = await signIn(browser, login, '/account');
  assert.equal(first.next, '/account');
  assert.deepEqual([first.user.email, first.user.username], [email, `Person ${count}`]);
  assert.deepEqual([...browser.cookies.keys()].sort(), ['accessToken', 'refreshToken']);
  assert.equal((await browser.api.getOwnUser()).id, first.user.id);
  const { hasPassword, identity } = await browser.api.getIdentity();
  assert.deepEqual([hasPassword, identity?.issuer, identity?.email], [false, provider.issuer, email]);

  provider.people.set(login, { email: 'another@example.org', email_verified: false });
  const again = await signIn(openBrowser(lectern.url), login);
  assert.deepEqual([again.user.id, again.user.email, again.next], [first.user.id, email, null]);
  assert.equal((await browser.api.getIdentity()).identity?.email, 'another@example.org');
});

test('a visit to the provider belongs to one browser and is finished once', async () => {
  const { login } = newPerson();
  const browser = openBrowser(lectern.url);
  const { url } = await browser.api.beginProviderSignIn({ body: {} });
  const cookie = browser.cookies.get('signInFlow');
  assert.equal(cookie?.path, '/v1/auth/provider');
  assert.deepEqual([cookie.attributes.httponly, cookie.attributes.samesite], [true, 'Lax']);
  assert.ok(Number(cookie.attributes['max-age']) <= 600);
  const body = returnedBody(await new ProviderVisitor().signIn(url, { login }));
  await refused(openBrowser(lectern.url).api.finishProviderSignIn({ body }), 'provider_sign_in_over');
  const other = openBrowser(lectern.url);
  await other.api.beginProviderSignIn({ body: {} });
  await refused(other.api.finishProviderSignIn({ body }), 'provider_sign_in_over');
  await browser.api.finishProviderSignIn({ body });
  browser.cookies.set('signInFlow', cookie);
  await refused(browser.api.finishProviderSignIn({ body }), 'provider_sign_in_over');
});

test('two tabs of a browser sign in side by side', async () => {
  const browser = openBrowser(lectern.url);
  const { login } = newPerson();
  const begun = [
    await browser.api.beginProviderSignIn({ body: { next: '/groups' } }),
    await browser.api.beginProviderSignIn({ body: { next: '/account' } }),
  ];
  const cookie = browser.cookies.get('signInFlow');
  assert.ok(cookie);
  for (const [index, next] of ['/groups', '/account'].entries()) {
    const returned = await new ProviderVisitor().signIn(begun[index]?.url ?? '', { login });
    browser.cookies.set('signInFlow', cookie);
    assert.equal((await browser.api.finishProviderSignIn({ body: returnedBody(returned) })).next, next);
  }
});

test('a visit is finished by another process than the one where it began', async () => {
  const { login } = newPerson();
  const browser = openBrowser(lectern.url);
  const { url } = await browser.api.beginProviderSignIn({ body: {} });
  const returned = await new ProviderVisitor().signIn(url, { login });
  await lectern.stop();
  await lectern.start();
  await browser.api.finishProviderSignIn({ body: returnedBody(returned) });
});

test('a visit that took too long is over', async () => {
  const { login } = newPerson();
  const browser = openBrowser(lectern.url);
  const { url } = await browser.api.beginProviderSignIn({ body: {} });
  const body = returnedBody(await new ProviderVisitor().signIn(url, { login }));
  await database.db.updateTable('provider_flows').set({ expires_at: new Date() }).execute();
  await refused(browser.api.finishProviderSignIn({ body }), 'provider_sign_in_over');
});

test('an account is linked by its address only if both sides verified it', async () => {
  const known = await makeUser(lectern, 'known-teacher');
  const { login } = newPerson({ email: known.email.toUpperCase() });
  assert.equal((await signIn(openBrowser(lectern.url), login)).user.id, known.id);

  const unverified = newPerson({
    email: (await makeUser(lectern, 'unverified')).email,
    email_verified: false,
  });
  await refused(signIn(openBrowser(lectern.url), unverified.login), 'provider_email_unverified');

  // Somebody registered with the address of another person and waits for them.
  const victim = newPerson();
  const attacker = openBrowser(lectern.url);
  const { spaceId, owner } = await makeGroup(lectern);
  const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  const body = { email: victim.email, password: 'the attacker knows it', username: 'X', spaceId, inviteId };
  await attacker.api.register({ body });
  await refused(signIn(openBrowser(lectern.url), victim.login), 'link_needed');

  // The same by a change of the address.
  const moving = await withPassword('moving');
  const second = newPerson();
  await moving.api.updateOwnUser({ body: { email: second.email, currentPassword: moving.password } });
  await refused(signIn(openBrowser(lectern.url), second.login), 'link_needed');
});

test('an account that is linked is not linked with a second person by the address', async () => {
  const { login, email } = newPerson();
  const { user } = await signIn(openBrowser(lectern.url), login);
  const other = newPerson({ email });
  await refused(signIn(openBrowser(lectern.url), other.login), 'link_needed');
  assert.equal((await signIn(openBrowser(lectern.url), login)).user.id, user.id);
});

test('a person links their account by the password, and unlinks it', async () => {
  const { browser, id, password } = await withPassword('linking');
  const { login, email } = newPerson();
  await refused(browser.api.linkIdentity({ body: {} }), 'validation_failed');
  await refused(browser.api.linkIdentity({ body: { currentPassword: 'a guess' } }), 'validation_failed');
  const linked = await link(browser, login, password);
  assert.deepEqual([linked.user.id, linked.next], [id, '/account']);
  assert.equal((await browser.api.getIdentity()).identity?.email, email);
  assert.equal((await signIn(openBrowser(lectern.url), login)).user.id, id);

  const another = await withPassword('another');
  await refused(link(another.browser, login, another.password), 'identity_taken');
  await refused(link(browser, newPerson().login, password), 'identity_linked');
  await browser.api.unlinkIdentity();
  assert.equal((await browser.api.getIdentity()).identity, null);
  const { user } = await signIn(openBrowser(lectern.url), login);
  assert.notEqual(user.id, id);
});

test('a link is finished only by the sign-in that began it, while that is valid', async () => {
  const { browser, password } = await withPassword('ending');
  const { url } = await browser.api.linkIdentity({ body: { currentPassword: password } });
  const body = returnedBody(await new ProviderVisitor().signIn(url, { login: newPerson().login }));
  await browser.api.changePassword({ body: { currentPassword: password, password: 'quite another one' } });
  const elsewhere = openBrowser(lectern.url);
  const flow = browser.cookies.get('signInFlow');
  assert.ok(flow);
  elsewhere.cookies.set('signInFlow', flow);
  await refused(elsewhere.api.finishProviderSignIn({ body }), 'provider_sign_in_over');
  assert.equal((await browser.api.getIdentity()).identity, null);
});

test('an account without a password sets one soon after a sign-in, and only then unlinks', async () => {
  const { login, email } = newPerson();
  const { api } = openBrowser(lectern.url);
  const browser = openBrowser(lectern.url);
  const { user } = await signIn(browser, login);
  await refused(browser.api.unlinkIdentity(), 'password_missing');
  const noPassword = { email, password: 'null' };
  await refused(api.createSession({ body: noPassword }), 'sign_in_failed');
  await refused(
    browser.api.createPersonalToken({ body: { name: 'x', currentPassword: 'guess' } }),
    'password_missing',
  );
  const password = 'a new one of my own';
  const early = new Date(Date.now() - 11 * 60_000);
  await database.db
    .updateTable('token_families')
    .set({ created_at: early })
    .where('user_id', '=', user.id)
    .execute();
  await refused(browser.api.changePassword({ body: { password } }), 'sign_in_again');
  const fresh = openBrowser(lectern.url);
  await signIn(fresh, login);
  await fresh.api.changePassword({ body: { password } });
  await refused(fresh.api.changePassword({ body: { password: 'yet another one' } }), 'validation_failed');
  await api.createSession({ body: { email, password } });
  await fresh.api.unlinkIdentity();
  assert.deepEqual(await fresh.api.getIdentity(), { hasPassword: true, identity: null });
});

test('a password that may have been stolen takes the link with it', async () => {
  const { browser, password } = await withPassword('stolen');
  const { login } = newPerson();
  await link(browser, login, password);
  const body = { currentPassword: password, password: 'a safe one again', revokesTokens: true };
  await browser.api.changePassword({ body });
  assert.equal((await browser.api.getIdentity()).identity, null);
});

test('a disabled account is not signed in', async () => {
  const { login } = newPerson();
  const { user } = await signIn(openBrowser(lectern.url), login);
  await database.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', user.id).execute();
  await refused(signIn(openBrowser(lectern.url), login), 'account_disabled');
});

test('the sign-out leads to the page where the provider ends its session', async () => {
  const { login } = newPerson();
  const visitor = new ProviderVisitor();
  const browser = openBrowser(lectern.url);
  const begin = async () => (await browser.api.beginProviderSignIn({ body: {} })).url;
  const body = returnedBody(await visitor.signIn(await begin(), { login }));
  await browser.api.finishProviderSignIn({ body });
  assert.equal((await visitor.visit(await begin(), { login })).isAsked, false);
  const { url } = await browser.api.signOut();
  const address = new URL(url ?? '');
  assert.equal(address.origin, provider.issuer);
  assert.equal(address.searchParams.get('post_logout_redirect_uri'), `${lectern.url}/sign-in`);
  assert.ok(address.searchParams.get('id_token_hint'));
  assert.equal((await visitor.visit(address.href)).url.pathname, address.pathname);
  await refused(browser.api.getOwnUser(), 'unauthorized');
  assert.equal((await browser.api.signOut()).url, null);
  const { browser: other } = await withPassword('by-password');
  assert.equal((await other.api.signOut()).url, null);
});

test('people who may only come by invitation get an account by one', async () => {
  await lectern.stop();
  await lectern.start({ LECTERN_OIDC_REGISTRATION: 'invited' });
  try {
    const { login } = newPerson();
    await refused(signIn(openBrowser(lectern.url), login), 'registration_by_invite');
    const { spaceId, owner } = await makeGroup(lectern, {}, { isPublic: false });
    const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: 'role_space_moderator' } });
    const browser = openBrowser(lectern.url);
    const { next } = await signIn(browser, login, `/invite/${spaceId}/${inviteId}`);
    assert.equal(next, `/groups/${spaceId}`);
    assert.equal((await browser.api.getSpace({ spaceId })).roleInSpace, 'role_space_moderator');
    const other = newPerson();
    await refused(
      signIn(openBrowser(lectern.url), other.login, `/invite/${spaceId}/${inviteId}`),
      'invite_used',
    );
  } finally {
    await lectern.stop();
    await lectern.start();
  }
});

test('memberships follow the claim at each sign-in, and those by invitation stay', async () => {
  const claimed = await makeGroup(lectern, {}, { isPublic: false });
  const joined = await makeGroup(lectern, {}, { isPublic: false });
  await lectern.stop();
  await lectern.start({
    LECTERN_OIDC_GROUPS_CLAIM: 'realm_access.roles',
    LECTERN_OIDC_GROUPS: `CN=Teachers,OU=School=${claimed.spaceId}:moderator; pupils=${claimed.spaceId}:user; pupils=${joined.spaceId}:moderator`,
  });
  try {
    const { login } = newPerson();
    const browser = openBrowser(lectern.url);
    const roles = async (...values: string[]) => {
      const known = provider.people.get(login);
      provider.people.set(login, { ...known, realm_access: { roles: values } });
      await signIn(browser, login);
      const { items } = await browser.api.listSpaces();
      const inGroup = ({ spaceId }: { spaceId: string }) =>
        items.find(({ id }) => id === spaceId)?.roleInSpace;
      return [inGroup(claimed) ?? null, inGroup(joined) ?? null];
    };
    const [none, user, moderator] = [null, 'role_space_user', 'role_space_moderator'];
    assert.deepEqual(await roles(), [none, none]);
    assert.deepEqual(await roles('CN=Teachers,OU=School'), [moderator, none]);
    const { id: inviteId } = await joined.owner.createInvite({
      ...joined,
      body: { role: 'role_space_user' },
    });
    await browser.api.activateInvite({ spaceId: joined.spaceId, inviteId });
    assert.deepEqual(await roles('pupils'), [user, moderator]);
    assert.deepEqual(await roles('pupils', 'CN=Teachers,OU=School'), [moderator, moderator]);
    const made = await browser.api.generateAccess({ ...claimed.at, body: { username: 'A', role: 'user' } });
    assert.deepEqual(await roles('CN=Teachers,OU=School'), [moderator, user]);
    assert.deepEqual(await roles('unknown'), [none, user]);
    const link = await claimed.owner.getAccessLink({ ...claimed.at, linkId: made.id });
    assert.equal(link.status, 'revoked');
    await claimed.owner.deleteSpace({ spaceId: claimed.spaceId });
    assert.deepEqual(await roles('pupils', 'CN=Teachers,OU=School'), [none, moderator]);
  } finally {
    await lectern.stop();
    await lectern.start();
  }
});

test('an address about which the provider says nothing counts as verified if the operator says so', async () => {
  await lectern.stop();
  await lectern.start({ LECTERN_OIDC_EMAIL_VERIFIED: 'assumed' });
  const silent = newPerson({ email_verified: undefined });
  const { user } = await signIn(openBrowser(lectern.url), silent.login);
  assert.equal(user.email, silent.email);
  for (const email_verified of [false, 'false', '']) {
    const { login } = newPerson({ email_verified });
    await refused(signIn(openBrowser(lectern.url), login), 'provider_email_unverified');
  }
});
