import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Account, type AccountState } from './account.ts';

const user = (name: string) => ({
  id: name.toLowerCase().padEnd(24, '0'),
  email: `${name.toLowerCase()}@example.org`,
  username: name,
  phone: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  plan: 'business',
});

const answer = (status: number, body: unknown = {}): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), { status });

/** A fake server with one signed-in person or none. */
function world(signedIn?: string) {
  const state = { signedIn, isAway: false, remembered: undefined as string | undefined };
  const fetch = (async (input: string, init: RequestInit = {}) => {
    if (state.isAway) throw new TypeError('no answer');
    if (input === '/v1/auth/sign-out') {
      state.signedIn = undefined;
      return answer(200, { url: 'https://id.example.org/logout' });
    }
    if (input === '/v1/auth/provider/session') {
      state.signedIn = 'Anna';
      return answer(200, { user: user('Anna'), next: '/account' });
    }
    if (input === '/v1/auth/session') {
      const { email } = JSON.parse(String(init.body));
      state.signedIn = email === 'anna@example.org' ? 'Anna' : 'Boris';
    }
    return state.signedIn ? answer(200, user(state.signedIn)) : answer(401, { code: 'unauthorized' });
  }) as typeof globalThis.fetch;
  const account = new Account({
    fetch,
    memory: {
      read: () => state.remembered,
      write: (id) => {
        state.remembered = id;
      },
    },
  });
  return { state, account };
}

const phaseOf = (account: Account): AccountState['phase'] => account.state.get().phase;
const nameOf = (account: Account): string | undefined => {
  const state = account.state.get();
  return state.phase === 'in' ? state.me.username : undefined;
};
const settled = () => new Promise((resolve) => setImmediate(resolve));
const anna = { email: 'anna@example.org', password: 'x' };
const boris = { email: 'boris@example.org', password: 'x' };

test('the account is read from the server, and the browser remembers it', async () => {
  const { state, account } = world('Anna');
  assert.equal(phaseOf(account), 'asking');
  await account.start();
  assert.equal(nameOf(account), 'Anna');
  assert.equal(state.remembered, user('Anna').id);
});

test('the state follows a sign-in and a sign-out', async () => {
  const { state, account } = world();
  await account.start();
  assert.equal(phaseOf(account), 'out');
  await account.signIn(anna);
  assert.equal(nameOf(account), 'Anna');
  assert.equal(await account.signOut(), 'https://id.example.org/logout');
  assert.equal(phaseOf(account), 'out');
  assert.equal(state.remembered, undefined);
});

test('the person who returns from the provider is signed in', async () => {
  const { account } = world();
  await account.start();
  assert.equal(await account.finishProviderSignIn({ state: 'x', code: 'y' }), '/account');
  assert.equal(nameOf(account), 'Anna');
});

test('a server that does not respond is away until it is asked again', async () => {
  const { state, account } = world('Anna');
  state.isAway = true;
  await account.start();
  assert.equal(phaseOf(account), 'away');
  state.isAway = false;
  await account.ask();
  assert.equal(nameOf(account), 'Anna');
});

test('a failed sign-out leaves the person signed in', async () => {
  const { state, account } = world('Anna');
  await account.start();
  state.isAway = true;
  await assert.rejects(account.signOut());
  assert.equal(nameOf(account), 'Anna');
});

test('a sign-in that expired waits for the same person, and then answers the pending requests', async () => {
  const { state, account } = world('Anna');
  await account.start();
  account.holdEndedSession();
  state.signedIn = undefined;
  const asked = account.client.getClient();
  await settled();
  const ended = account.state.get();
  assert.ok(ended.phase === 'in' && ended.isEnded && ended.me.username === 'Anna');
  await account.signIn(anna);
  await asked;
  const back = account.state.get();
  assert.ok(back.phase === 'in' && !back.isEnded);
});

test('requests of one person are not answered to another', async () => {
  const { state, account } = world('Anna');
  await account.start();
  account.holdEndedSession();
  state.signedIn = undefined;
  const asked = account.client.getClient();
  await settled();
  await account.signIn(boris);
  await assert.rejects(asked);
  assert.equal(nameOf(account), 'Boris');
});

test('without a page that asks for the password, an expired sign-in is over', async () => {
  const { state, account } = world('Anna');
  await account.start();
  account.holdEndedSession()();
  state.signedIn = undefined;
  await assert.rejects(account.client.getClient());
  assert.equal(phaseOf(account), 'out');
  assert.equal(state.remembered, undefined);
});

test('dropping an expired sign-in signs out', async () => {
  const { state, account } = world('Anna');
  await account.start();
  account.holdEndedSession();
  state.signedIn = undefined;
  const asked = account.client.getClient();
  await settled();
  account.dropEndedSession();
  await assert.rejects(asked);
  assert.equal(phaseOf(account), 'out');
});

test('the account follows another tab that signs in, changes the person, and signs out', async () => {
  const { state, account } = world();
  await account.start();
  state.signedIn = 'Anna';
  account.noteOtherTab(user('Anna').id);
  await settled();
  assert.equal(nameOf(account), 'Anna');
  state.signedIn = 'Boris';
  account.noteOtherTab(user('Boris').id);
  await settled();
  assert.equal(nameOf(account), 'Boris');
  account.holdEndedSession();
  state.signedIn = undefined;
  account.noteOtherTab(undefined);
  await settled();
  const ended = account.state.get();
  assert.ok(ended.phase === 'in' && ended.isEnded);
});

test('a changed name is shown everywhere', async () => {
  const { account } = world('Anna');
  await account.start();
  const state = account.state.get();
  assert.ok(state.phase === 'in');
  account.updateUser({ ...state.me, username: 'Anna Petrova' });
  assert.equal(nameOf(account), 'Anna Petrova');
});
