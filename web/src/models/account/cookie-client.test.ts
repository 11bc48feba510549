import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../../contract/client/index.ts';
import { createCookieClient } from './cookie-client.ts';

type Sent = { path: string; method: string; credentials: string | undefined; hasToken: boolean };

const answer = (status: number, body: unknown = {}): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), { status });
const unauthorized = (): Response => answer(401, { code: 'unauthorized', message: 'No.' });
const me = { id: 'a'.repeat(24), email: 'anna@example.org', username: 'Anna' };

/** A fake server whose access cookie is valid while `isFresh`; `refresh` is its response to a renewal. */
function server(refresh: () => Response = () => answer(200, me)) {
  const state = { isFresh: true, sent: [] as Sent[], held: undefined as Promise<void> | undefined };
  const fetch = (async (input: string, init: RequestInit = {}) => {
    const path = String(input);
    const headers = new Headers(init.headers);
    state.sent.push({
      path,
      method: init.method ?? 'GET',
      credentials: init.credentials,
      hasToken: headers.has('authorization'),
    });
    if (path === '/v1/auth/session/refresh') {
      await state.held;
      const renewed = refresh();
      if (renewed.ok) state.isFresh = true;
      return renewed;
    }
    if (path === '/v1/auth/session') return answer(401, { code: 'sign_in_failed', message: 'Wrong.' });
    return state.isFresh ? answer(200, me) : unauthorized();
  }) as typeof globalThis.fetch;
  const asked = (path: string) => state.sent.filter((one) => one.path === path).length;
  return { state, fetch, asked };
}

const never = () => Promise.resolve(false);

test('requests carry cookies and no token', async () => {
  const { state, fetch } = server();
  await createCookieClient({ fetch, onEnded: never }).getOwnUser();
  assert.deepEqual(state.sent, [
    { path: '/v1/users/me', method: 'GET', credentials: 'same-origin', hasToken: false },
  ]);
});

test('an expired access cookie is renewed once for all requests that met it, and each is sent again', async () => {
  const { state, fetch, asked } = server();
  const client = createCookieClient({ fetch, onEnded: never });
  state.isFresh = false;
  let release = () => {};
  state.held = new Promise((resolve) => {
    release = resolve;
  });
  const all = Promise.all([client.getOwnUser(), client.getOwnUser(), client.getClient()]);
  await new Promise((resolve) => setImmediate(resolve));
  release();
  assert.equal((await all).length, 3);
  assert.equal(asked('/v1/auth/session/refresh'), 1);
  assert.equal(asked('/v1/users/me'), 4);
});

test('a request refused before a renewal does not cause another one', async () => {
  const { state, fetch, asked } = server();
  let late: (answer: Response) => void = () => {};
  const slow: typeof globalThis.fetch = (input, init) => {
    const isFirst = String(input) === '/v1/users/me/client' && asked('/v1/users/me/client') === 0;
    const given = fetch(input, init);
    if (!isFirst) return given;
    return new Promise((resolve) => {
      late = resolve;
    });
  };
  const client = createCookieClient({ fetch: slow, onEnded: never });
  state.isFresh = false;
  const waiting = client.getClient();
  await client.getOwnUser();
  late(unauthorized());
  await waiting;
  assert.equal(asked('/v1/auth/session/refresh'), 1);
  assert.equal(asked('/v1/users/me/client'), 2);
});

test('a later expiry causes another renewal', async () => {
  const { state, fetch, asked } = server();
  const client = createCookieClient({ fetch, onEnded: never });
  for (let time = 1; time <= 2; time += 1) {
    state.isFresh = false;
    await client.getOwnUser();
    assert.equal(asked('/v1/auth/session/refresh'), time);
  }
});

test('a failed renewal ends the sign-in, and the refusal is passed on', async () => {
  const { state, fetch } = server(unauthorized);
  state.isFresh = false;
  let ended = 0;
  const client = createCookieClient({ fetch, onEnded: async () => ++ended < 0 });
  await assert.rejects(
    client.getOwnUser(),
    (error) => error instanceof ApiError && error.code === 'unauthorized',
  );
  assert.equal(ended, 1);
});

test('a request is answered after the person signs in again', async () => {
  const { state, fetch } = server(unauthorized);
  state.isFresh = false;
  const client = createCookieClient({
    fetch,
    onEnded: async () => {
      state.isFresh = true;
      return true;
    },
  });
  assert.equal((await client.getOwnUser()).username, 'Anna');
});

test('an outage does not end the sign-in', async () => {
  let ended = 0;
  for (const status of [429, 500, 503]) {
    const { state, fetch } = server(() => answer(status, { code: 'database_away', message: 'Away.' }));
    state.isFresh = false;
    const client = createCookieClient({ fetch, onEnded: async () => ++ended < 0 });
    const both = await Promise.allSettled([client.getOwnUser(), client.getOwnUser()]);
    for (const one of both) {
      assert.ok(one.status === 'rejected' && one.reason instanceof ApiError && one.reason.status === status);
    }
  }
  assert.equal(ended, 0);
});

test('a wrong password causes no renewal', async () => {
  const { fetch, asked } = server();
  const client = createCookieClient({ fetch, onEnded: () => assert.fail('the sign-in has ended') });
  await assert.rejects(
    client.createSession({ body: { email: 'anna@example.org', password: 'x' } }),
    (error) => error instanceof ApiError && error.code === 'sign_in_failed',
  );
  assert.equal(asked('/v1/auth/session/refresh'), 0);
});
