import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../testing/database.ts';
import { seedOf } from '../../testing/fuzzing/chance.ts';
import { createChance, oddBodies, oddValues } from '../../testing/fuzzing/fuzz.ts';
import { makeGroup, makeUser } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { openBrowser } from '../../testing/people/browser.ts';
import { checkEachCredential, credentialsFor } from '../../testing/people/credentials.ts';
import { addedToLimits } from '../../testing/people/sign-in-attempts.ts';
import { type RawAnswer, sendRaw } from '../../testing/raw.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import type { Database } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess({
    LECTERN_RATE_LIMIT_PER_MINUTE: '1000000',
    LECTERN_TRUSTED_PROXIES: '127.0.0.1',
  });
});
after(() => lectern?.remove());

const path = '/v1/auth/token';
const client = () => ({ client_id: lectern.owner.clientId, client_secret: lectern.owner.clientSecret });
const account = () => ({ username: lectern.owner.email, password: lectern.owner.password });
const send = (body: unknown, type = 'application/json') =>
  sendRaw(lectern.url, { path, type, body: typeof body === 'string' ? body : JSON.stringify(body) });

function isOAuthError(answer: RawAnswer, status: number, error: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body.error, error, answer.text);
  assert.ok(String(answer.body.error_description).length > 5);
  assert.deepEqual(Object.keys(answer.body), ['error', 'error_description']);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f]{24}$/);
}

test('a malformed request is invalid_request in the form of OAuth', async () => {
  for (const body of ['', '{', '[]', '"text"', '5', 'null', '{}', { ...client() }]) {
    isOAuthError(await send(body), 400, 'invalid_request');
  }
  isOAuthError(await sendRaw(lectern.url, { path }), 400, 'invalid_request');
  isOAuthError(await send('grant_type=%00', 'application/x-www-form-urlencoded'), 400, 'invalid_request');
  const twice = 'grant_type=password&grant_type=password';
  isOAuthError(await send(twice, 'application/x-www-form-urlencoded'), 400, 'invalid_request');
  for (const grant_type of [5, ['password'], {}, '\0', '\ud800', 'x'.repeat(5000)]) {
    isOAuthError(await send({ ...client(), grant_type }), 400, 'invalid_request');
  }
  const lacking = { ...client(), grant_type: 'password', username: lectern.owner.email };
  isOAuthError(await send(lacking), 400, 'invalid_request');
  isOAuthError(await send({ ...client(), grant_type: 'refresh_token' }), 400, 'invalid_request');
});

test('a wrong content type, size or method keeps its status', async () => {
  isOAuthError(await send('<a/>', 'application/xml'), 415, 'invalid_request');
  isOAuthError(await send('x'.repeat(1_100_000)), 413, 'invalid_request');
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await sendRaw(lectern.url, { path, method });
    isOAuthError(answer, 405, 'invalid_request');
    assert.equal(answer.headers.get('allow'), 'POST');
  }
});

test('an unknown grant is refused', async () => {
  for (const grant_type of ['authorization_code', 'implicit', 'Password', 'constructor']) {
    isOAuthError(await send({ ...client(), grant_type }), 400, 'unsupported_grant_type');
  }
});

test('an unknown client or a wrong secret is refused, whatever else the request contains', async () => {
  const wrong = [
    {},
    { client_id: lectern.owner.clientId },
    { ...client(), client_secret: 'wrong' },
    { ...client(), client_id: 'unknown' },
    { client_id: '', client_secret: '' },
  ];
  for (const credentials of wrong) {
    for (const grant_type of ['client_credentials', 'password', 'refresh_token']) {
      isOAuthError(await send({ ...credentials, grant_type, ...account() }), 401, 'invalid_client');
    }
  }
  const basic = { authorization: `Basic ${Buffer.from('unknown:wrong').toString('base64')}` };
  const body = JSON.stringify({ grant_type: 'client_credentials' });
  const answer = await sendRaw(lectern.url, { path, type: 'application/json', body, headers: basic });
  isOAuthError(answer, 401, 'invalid_client');
  assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic/);
  const both = JSON.stringify({ grant_type: 'client_credentials', ...client() });
  const named = await sendRaw(lectern.url, { path, type: 'application/json', body: both, headers: basic });
  isOAuthError(named, 400, 'invalid_request');
});

test('a wrong password and an unknown account get the same response in about the same time', async () => {
  const times = { wrong: [] as number[], unknown: [] as number[] };
  const bodies = new Set<string>();
  for (let round = 0; round < 9; round += 1) {
    for (const kind of ['wrong', 'unknown'] as const) {
      const username = kind === 'wrong' ? lectern.owner.email : `nobody-${round}@example.org`;
      const since = performance.now();
      const answer = await send({ ...client(), grant_type: 'password', username, password: 'not this one' });
      times[kind].push(performance.now() - since);
      isOAuthError(answer, 400, 'invalid_grant');
      assert.equal(answer.body.error_description, 'Invalid credentials');
      bodies.add(answer.text);
    }
  }
  assert.equal(bodies.size, 1);
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[4] ?? 0;
  const ratio = median(times.unknown) / median(times.wrong);
  assert.ok(ratio > 0.4 && ratio < 2.5, `${ratio}`);
});

test('sign-ins are limited for each account, in any spelling of its email', async () => {
  const body = { ...client(), grant_type: 'password', password: 'guess' };
  const attempts = [];
  // Two minutes' worth and one more: a new minute may begin in between.
  for (let count = 0; count < 21; count += 1) {
    const username = count % 2 ? 'Victim@example.org' : 'victim@EXAMPLE.org';
    attempts.push(await send({ ...body, username }));
  }
  const limited = attempts.filter(({ status }) => status === 429);
  assert.ok(limited.length > 0);
  const [first] = limited as [RawAnswer];
  isOAuthError(first, 429, 'rate_limited');
  const wait = Number(first.headers.get('retry-after'));
  assert.ok(wait >= 1 && wait <= 60);
  assert.equal(first.headers.get('ratelimit-limit'), '10');
  isOAuthError(await send({ ...body, username: 'other@example.org' }), 400, 'invalid_grant');
});

test('a refresh token of another client, an unknown one and an access token are refused', async () => {
  const other = await lectern
    .client()
    .issueToken({ body: { ...client(), grant_type: 'client_credentials' } });
  for (const refresh_token of ['unknown', other.access_token, lectern.owner.personalToken]) {
    const answer = await send({ ...client(), grant_type: 'refresh_token', refresh_token });
    isOAuthError(answer, 400, 'invalid_grant');
  }
  const renewed = await send({
    ...client(),
    grant_type: 'refresh_token',
    refresh_token: other.refresh_token,
  });
  assert.equal(renewed.status, 200);
});

test('no invalid token request causes a 5xx or returns a token', async (t) => {
  const seed = seedOf(t);
  const good = {
    ...client(),
    grant_type: 'refresh_token',
    username: 'a@b.org',
    password: 'p',
    refresh_token: 'r',
  };
  const chance = createChance(seed);
  for (const body of oddBodies(good, { seed, count: 40 })) {
    const asForm = chance() < 0.3;
    const answer = asForm
      ? await send(
          new URLSearchParams(
            Object.entries(body).map(([name, value]) => [name, String(value && JSON.stringify(value))]),
          ).toString(),
          'application/x-www-form-urlencoded',
        )
      : await send(body);
    assert.ok(answer.status >= 400 && answer.status < 500, `${seed} ${JSON.stringify(body)} ${answer.text}`);
  }
});

test('an invalid token is unauthorized', async () => {
  const { personalToken, userToken } = lectern.owner;
  const none = [
    'x',
    'lpt_',
    'lus_x',
    'lls_AAAA',
    'lps_AAAA',
    `${personalToken}x`,
    personalToken.slice(0, -1),
  ];
  none.push(`lus_${personalToken.slice(4)}`, `lcl_${userToken.slice(4)}`, `lrt_${userToken.slice(4)}`);
  for (const token of none) await refused(lectern.client(token).listPersonalTokens(), 'unauthorized');
  await refused(lectern.client().listPersonalTokens(), 'unauthorized');
  for (const authorization of ['Bearer', 'Bearer  ', 'Basic abc', personalToken, `Bearer ${userToken} x`]) {
    const headers = { authorization };
    const answer = await sendRaw(lectern.url, { path: '/v1/users/me/tokens', method: 'GET', headers });
    assert.equal(answer.status, 401, authorization);
    assert.equal(answer.body.code, 'unauthorized');
  }
});

test('only accounts have personal tokens', async () => {
  const apis = await credentialsFor(lectern, await makeGroup(lectern));
  const expected = {
    nobody: 'unauthorized',
    forged: 'unauthorized',
    client: 'forbidden',
    stranger: 'ok',
    guestLink: 'forbidden',
    moderatorLink: 'forbidden',
    guest: 'forbidden',
    moderator: 'forbidden',
    owner: 'ok',
  } as const;
  const browser = openBrowser(lectern.url);
  const { email } = await makeUser(lectern, 'signed-in');
  await browser.api.createSession({ body: { email, password: 'password of signed-in' } });
  const creators = { ...apis, session: browser.api };
  const withoutPassword = { ...expected, session: 'validation_failed' } as const;
  await checkEachCredential(
    creators,
    (api) => api.createPersonalToken({ body: { name: 'x' } }),
    withoutPassword,
  );
  await checkEachCredential(apis, (api) => api.listPersonalTokens(), expected);
  const none = { ...expected, stranger: 'not_found', owner: 'not_found' } as const;
  await checkEachCredential(apis, (api) => api.deletePersonalToken({ tokenId: newId() }), none);
});

test('only accounts have client secrets, and a browser session needs the password', async () => {
  const { api, email } = await makeUser(lectern, 'integrator');
  const { token } = await api.createPersonalToken({ body: { name: 'x' } });
  const browser = openBrowser(lectern.url);
  await browser.api.createSession({ body: { email, password: 'password of integrator' } });
  const group = await credentialsFor(lectern, await makeGroup(lectern));
  const { owner: _, ...others } = group;
  const apis = { ...others, user: api, personal: lectern.client(token), session: browser.api };
  await checkEachCredential(apis, (each) => each.refreshClientSecret(), {
    nobody: 'unauthorized',
    forged: 'unauthorized',
    client: 'forbidden',
    stranger: 'ok',
    guestLink: 'forbidden',
    moderatorLink: 'forbidden',
    guest: 'forbidden',
    moderator: 'forbidden',
    user: 'ok',
    personal: 'ok',
    session: 'validation_failed',
  });
});

test('refusals about personal tokens come in a fixed order', async () => {
  const asClient = lectern.client(lectern.owner.clientToken);
  const me = lectern.client(lectern.owner.personalToken);
  await refused(me.deletePersonalToken({ tokenId: 'nonsense' }), 'not_found');
  await refused(asClient.deletePersonalToken({ tokenId: 'nonsense' }), 'not_found');
  const tokens = '/v1/users/me/tokens';
  const bad = { path: tokens, type: 'application/xml', body: '<a/>' };
  assert.equal((await sendRaw(lectern.url, bad)).status, 401);
  assert.equal((await sendRaw(lectern.url, { ...bad, token: lectern.owner.clientToken })).status, 403);
  const put = { ...bad, method: 'PUT', token: lectern.owner.userToken };
  assert.equal((await sendRaw(lectern.url, put)).status, 405);
});

test('a personal token of another account is not_found', async () => {
  const { api } = await makeUser(lectern, 'other-person');
  const { items } = await lectern.client(lectern.owner.personalToken).listPersonalTokens();
  await refused(api.deletePersonalToken({ tokenId: items[0]?.id ?? '' }), 'not_found');
  assert.equal((await api.listPersonalTokens()).total, 0);
});

test('the name of a personal token has limits', async () => {
  const me = lectern.client(lectern.owner.userToken);
  const create = (name: unknown) => me.createPersonalToken({ body: { name: name as string } });
  for (const name of ['', 'x'.repeat(201), 'a\0b', '\ud800', true, null, ['x']]) {
    await refusedFields(create(name), 'name');
  }
  await refusedFields(me.createPersonalToken({ body: {} as { name: string } }), 'name');
  assert.equal((await create('😀'.repeat(200))).name, '😀'.repeat(200));
  for (const name of oddValues) {
    const body = JSON.stringify({ name });
    const answer = await sendRaw(lectern.url, {
      path: '/v1/users/me/tokens',
      token: lectern.owner.userToken,
      type: 'text/plain',
      body,
    });
    assert.ok(answer.status === 201 || answer.status === 422, `${body} ${answer.text}`);
  }
});

test('an IPv6 address shares its limits with the others of its /64', async () => {
  const ask = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    const { status, headers: given } = await sendRaw(lectern.url, {
      method: 'GET',
      path: '/v1/auth/options',
      headers,
    });
    return { status, remaining: Number(given.get('ratelimit-remaining')) };
  };
  const before = await ask('2001:db8:0:1::1');
  const next = await ask('2001:db8:0:1:ffff:ffff:ffff:ffff');
  assert.equal(next.remaining, before.remaining - 1);
  assert.equal((await ask('2001:db8:0:2::1')).remaining, before.remaining);
  assert.equal((await ask('198.51.100.20')).remaining, before.remaining);
  assert.equal((await ask('::ffff:198.51.100.20')).remaining, before.remaining - 1);
});

/** An attempt, and how much it adds to the limits by the hour and by the day. */
type Way = [name: string, attempt: () => Promise<unknown>, counted: number];

async function countAsExpected(database: Database, ways: Way[]): Promise<void> {
  for (const [name, attempt, expected] of ways) {
    assert.equal(await addedToLimits(database, attempt), expected, name);
  }
}

test('every check of a password counts wrong ones by the hour and right ones not', async () => {
  const database = await databaseOf(lectern);
  try {
    const { email, api } = await makeUser(lectern, 'counted');
    const password = 'password of counted';
    const token = (given: string) =>
      send({ ...client(), grant_type: 'password', username: email, password: given });
    const session = (given: string) =>
      sendRaw(lectern.url, {
        path: '/v1/auth/session',
        type: 'application/json',
        body: JSON.stringify({ email, password: given }),
        headers: { origin: lectern.url, 'x-forwarded-for': '198.51.100.30' },
      });
    const change = (currentPassword: string) =>
      api.changePassword({ body: { currentPassword, password: 'another good one' } });
    const reset = () =>
      lectern.client().resetPassword({ body: { email, code: 'ABCDEFGH', password: 'another good one' } });
    // The token endpoint sees a known address of the account, the page an unknown one. A code has guesses of its own.
    const ways: Way[] = [
      ['token', () => token('wrong one'), 1],
      ['session', () => session('wrong one'), 3],
      ['change', () => refused(change('wrong one'), 'validation_failed'), 1],
      ['code', () => refused(reset(), 'code_wrong'), 2],
      ['right token', () => token(password), 0],
      ['right session', () => session(password), 0],
      ['wrong session where it is known now', () => session('wrong one'), 1],
      ['right change', () => change(password), 0],
    ];
    await countAsExpected(database, ways);
  } finally {
    await database.close();
  }
});

test('a right password does not count if it is refused for another reason', async () => {
  const database = await databaseOf(lectern);
  try {
    const { id, email, api } = await makeUser(lectern, 'refused');
    const password = 'password of refused';
    const change = (more: { currentPassword?: string; email: string }) => api.updateOwnUser({ body: more });
    const moved = `moved-${email}`;
    const weak = { currentPassword: password, password: 'password123' };
    const session = () => openBrowser(lectern.url).api.createSession({ body: { email, password } });
    const owners = lectern.client(lectern.owner.personalToken);
    const { chatApplicationId } = await owners.createSpace({ body: { name: 'School' } });
    const logIn = (app: string) =>
      lectern.client().logIn({ body: { app_id: app, username: 'nobody', password } });
    const ways: Way[] = [
      ['weak new password', () => refusedFields(api.changePassword({ body: weak }), 'password'), 0],
      [
        'taken address',
        () => refused(change({ email: lectern.owner.email, currentPassword: password }), 'email_taken'),
        0,
      ],
      ['no password', () => refusedFields(change({ email: moved }), 'currentPassword'), 0],
      [
        'wrong password for another address',
        () => refusedFields(change({ email: moved, currentPassword: 'wrong one' }), 'currentPassword'),
        1,
      ],
      ['chat that does not exist', () => refused(logIn('999999999'), 'not_found'), 0],
      ['wrong password of the chat', () => refused(logIn(chatApplicationId), 'wrong_password'), 3],
    ];
    await countAsExpected(database, ways);
    await database.pool.query('UPDATE users SET disabled_at = now() WHERE id = $1', [id]);
    await countAsExpected(database, [['disabled account', () => refused(session(), 'account_disabled'), 0]]);
  } finally {
    await database.close();
  }
});
