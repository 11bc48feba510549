import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSignInFlood } from '../../../testing/attacks/sign-in-flood.ts';
import { makeGroup, makeUser } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { type Browser, openBrowser, sameBrowser } from '../../../testing/people/browser.ts';
import { type RawRequest, sendRaw } from '../../../testing/raw.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { newId } from '../../platform/ids.ts';

let lectern: Lectern;
/** Runs behind a trusted proxy and allows a page at another origin. */
let proxied: Lectern;
const publicUrl = 'https://meet.example.org';
const listed = 'https://school.example.net';
before(async () => {
  lectern = await startInProcess({ LECTERN_RATE_LIMIT_PER_MINUTE: '1000000' });
  proxied = await startInProcess({
    LECTERN_URL: publicUrl,
    LECTERN_ALLOWED_ORIGINS: listed,
    LECTERN_TRUSTED_PROXIES: '127.0.0.1',
  });
});
after(async () => {
  await lectern?.remove();
  await proxied?.remove();
});

const account = () => ({ email: lectern.owner.email, password: lectern.owner.password });
const json = 'application/json';

async function signedIn(): Promise<Browser> {
  const browser = openBrowser(lectern.url);
  await browser.api.createSession({ body: account() });
  return browser;
}

/** Origins that are not ours, including missing and malformed ones. */
const foreign = () => {
  const { port, host } = new URL(lectern.url);
  return [
    null,
    'null',
    '',
    'https://evil.example.org',
    `http://127.0.0.1.evil.example:${port}`,
    `http://evil@127.0.0.1`,
    `http://127.0.0.1:${Number(port) + 1}`,
    'http://127.0.0.1',
    `http://localhost:${port}`,
    host,
    'file://',
  ];
};

test('a page at a foreign origin cannot use the cookies of a browser', async () => {
  const browser = await signedIn();
  for (const page of foreign()) {
    const { api } = sameBrowser(browser, lectern.url, page);
    const actions = [
      () => api.createSpace({ body: { name: 'x' } }),
      () => api.updateOwnUser({ body: { username: 'x' } }),
      () => api.deleteSpace({ spaceId: newId() }),
      () => api.createPersonalToken({ body: { name: 'x' } }),
      () => api.endOtherSessions(),
      () => api.refreshSession(),
      () => api.deleteSession(),
      () => api.createSession({ body: account() }),
      () => api.register({ body: { ...account(), username: 'x' } }),
    ];
    for (const action of actions) await refused(action(), 'foreign_origin');
    // Reading changes nothing, and the browser hides the response from a foreign page.
    await api.getOwnUser();
  }
  const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const patch = { method: 'PATCH', path: '/v1/profile', headers: { cookie } };
  assert.equal((await sendRaw(lectern.url, patch)).status, 403);
  assert.equal((await browser.api.getOwnUser()).username, 'Owner');
  await browser.api.refreshSession();
});

test('a cookie needs our own origin even where no credential is required', async () => {
  const browser = await signedIn();
  const { spaceId, room } = await makeGroup(lectern);
  const body = { roomId: room.id, clientUniqueId: 'browser', name: 'Ann' };
  const elsewhere = sameBrowser(browser, lectern.url, 'https://evil.example.org');
  await refused(elsewhere.api.createParticipant({ spaceId, body }), 'foreign_origin');
  await browser.api.createParticipant({ spaceId, body });
  // Invalid cookies are ignored, so the origin does not matter.
  const stale = openBrowser(lectern.url, null);
  stale.cookies.set('accessToken', { value: 'lbr_over', path: '/', attributes: {} });
  await stale.api.createParticipant({ spaceId, body: { ...body, clientUniqueId: 'another' } });
});

test('the checks run in the order 401, 404 of the path, 403, 405, then the body', async () => {
  const browser = await signedIn();
  const cookie = `accessToken=${browser.cookies.get('accessToken')?.value}`;
  const origin = lectern.url;
  const xml = { type: 'application/xml', body: '<a/>' };
  const order: [Partial<RawRequest>, string, number][] = [
    [{ ...xml, headers: { origin } }, '/v1/spaces', 401],
    [{ ...xml, headers: { cookie } }, '/v1/spaces/nothing', 404],
    [{ ...xml, headers: { cookie } }, '/v1/spaces', 403],
    [{ ...xml, headers: { cookie, origin }, method: 'PUT' }, '/v1/spaces', 405],
    [{ ...xml, headers: { cookie, origin } }, '/v1/spaces', 415],
    [{ ...xml }, '/v1/auth/session', 403],
    [{ ...xml, headers: { origin } }, '/v1/auth/session', 415],
    [{ type: json, body: '{', headers: { origin } }, '/v1/auth/session', 400],
    [{ type: json, body: '{}', headers: { origin } }, '/v1/auth/session', 422],
  ];
  for (const [request, path, status] of order) {
    const answer = await sendRaw(lectern.url, { path, ...request });
    assert.equal(answer.status, status, `${path} ${JSON.stringify(request)} ${answer.text}`);
  }
});

test('a program gets no cookies', async () => {
  const tokens = [lectern.owner.personalToken, lectern.owner.userToken, lectern.owner.clientToken];
  for (const token of tokens) {
    for (const [method, path] of [
      ['POST', '/v1/auth/session'],
      ['POST', '/v1/auth/session/refresh'],
      ['DELETE', '/v1/auth/session'],
      ['POST', '/v1/auth/register'],
    ] as const) {
      const headers = { origin: lectern.url };
      const answer = await sendRaw(lectern.url, { method, path, token, headers });
      assert.equal(answer.status, 403, `${method} ${path}`);
      assert.equal(answer.body.code, 'forbidden');
      assert.deepEqual(answer.headers.getSetCookie(), []);
    }
  }
});

test('a wrong password and an unknown email get the same response in about the same time', async () => {
  const times = { wrong: [] as number[], unknown: [] as number[] };
  const texts = new Set<string>();
  for (let round = 0; round < 9; round += 1) {
    for (const kind of ['wrong', 'unknown'] as const) {
      const email = kind === 'wrong' ? lectern.owner.email : `nobody-${round}@example.org`;
      const body = JSON.stringify({ email, password: 'not this one' });
      const headers = { origin: lectern.url };
      const since = performance.now();
      const answer = await sendRaw(lectern.url, { path: '/v1/auth/session', type: json, body, headers });
      times[kind].push(performance.now() - since);
      assert.equal(answer.status, answer.body.code === 'rate_limited' ? 429 : 401);
      if (answer.status === 401) texts.add(answer.text);
      assert.deepEqual(answer.headers.getSetCookie(), []);
    }
  }
  assert.equal(texts.size, 1);
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[4] ?? 0;
  const ratio = median(times.unknown) / median(times.wrong);
  assert.ok(ratio > 0.4 && ratio < 2.5, `${ratio}`);
});

test('an account has ten attempts a minute over the page and the token endpoint together', async () => {
  const member = await makeUser(lectern, 'attacked');
  const page = (email: string) =>
    openBrowser(lectern.url).api.createSession({ body: { email, password: 'guess' } });
  const byToken = () =>
    lectern.client().issueToken({
      body: {
        grant_type: 'password',
        client_id: lectern.owner.clientId,
        client_secret: lectern.owner.clientSecret,
        username: member.email.toUpperCase(),
        password: 'guess',
      },
    });
  const tell = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'in',
      (error: { code: string }) => error.code,
    );
  // One attempt was the account's own sign-in, and a new minute may begin in between: two minutes' worth.
  const told: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    told.push(await tell(page(member.email)), await tell(byToken()));
  }
  assert.ok(told.includes('rate_limited'), told.join());
  while ((await tell(byToken())) !== 'rate_limited');
  const limited = await refused(page(member.email), 'rate_limited');
  assert.ok((limited.retryAfter ?? 0) >= 1 && (limited.retryAfter ?? 0) <= 60);
  await refused(page('somebody-else@example.org'), 'sign_in_failed');
});

test('a wrong current password for a token or a secret counts as a sign-in attempt', async () => {
  const member = await makeUser(lectern, 'guessed');
  const { api } = openBrowser(lectern.url);
  const password = 'password of guessed';
  await api.createSession({ body: { email: member.email, password } });
  const guess = (currentPassword: string, count: number) =>
    count % 2 === 0
      ? api.createPersonalToken({ body: { name: 'x', currentPassword } })
      : api.refreshClientSecret({ body: { currentPassword } });
  const outcomes: string[] = [];
  for (let count = 0; !outcomes.includes('rate_limited') && count < 25; count += 1) {
    outcomes.push(
      await guess('a guess', count).then(
        () => 'in',
        ({ code }: { code: string }) => code,
      ),
    );
  }
  assert.ok(outcomes.includes('rate_limited'), outcomes.join());
  assert.ok(!outcomes.includes('in'));
  assert.deepEqual((await member.api.listPersonalTokens()).items, []);
});

test('the fields that prove a password have limits', async () => {
  const { email } = await makeUser(lectern, 'prover');
  const { api } = openBrowser(lectern.url);
  await api.createSession({ body: { email, password: 'password of prover' } });
  for (const bad of [true, null, {}, 'x'.repeat(129), 'a\0']) {
    const currentPassword = bad as string;
    await refusedFields(api.createPersonalToken({ body: { name: 'x', currentPassword } }), 'currentPassword');
    await refusedFields(api.refreshClientSecret({ body: { currentPassword } }), 'currentPassword');
  }
  for (const bad of ['yes', 2, {}]) {
    const body = { currentPassword: 'x', password: 'long enough', revokesTokens: bad as unknown as boolean };
    await refusedFields(api.changePassword({ body }), 'revokesTokens');
  }
});

test('the fields of a sign-in have limits', async () => {
  const { api } = openBrowser(lectern.url);
  await refusedFields(
    api.createSession({ body: {} as { email: string; password: string } }),
    'email',
    'password',
  );
  const long = { email: 'x'.repeat(255), password: 'x'.repeat(129) };
  await refusedFields(api.createSession({ body: long }), 'email', 'password');
  await refusedFields(api.createSession({ body: { email: 'a\0', password: '\ud800' } }), 'email', 'password');
});

/** The headers that the proxy adds to a request. */
const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'other.example.org' };

const signInAt = (headers: Record<string, string>) =>
  sendRaw(proxied.url, {
    path: '/v1/auth/session',
    type: json,
    body: JSON.stringify({ email: proxied.owner.email, password: proxied.owner.password }),
    headers,
  });

test('on https the cookies are Secure; with other allowed origins they are SameSite=None and Partitioned', async () => {
  const { status, headers } = await signInAt({ origin: publicUrl });
  assert.equal(status, 200);
  const lines = headers.getSetCookie();
  assert.equal(lines.length, 2);
  for (const line of lines) {
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned']) {
      assert.ok(line.split('; ').includes(attribute), line);
    }
  }
});

test('the forwarded host, the public address and the listed origins are accepted, others are not', async () => {
  const good = [
    { origin: publicUrl },
    { origin: listed },
    { ...forwarded, origin: 'https://other.example.org' },
    { ...forwarded, 'x-forwarded-host': 'other.example.org:443', origin: 'https://other.example.org' },
  ];
  for (const headers of good) {
    const answer = await signInAt(headers);
    assert.equal(answer.status, 200, JSON.stringify(headers));
  }
  const bad = [
    { origin: 'https://evil.example.org' },
    { ...forwarded, origin: 'https://evil.example.org' },
    { ...forwarded, origin: 'https://other.example.org:8443' },
    { origin: `${listed}.evil.example` },
    { origin: 'http://meet.example.org' },
    {
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'meet.example.org',
      origin: 'http://meet.example.org',
    },
    { origin: proxied.url },
  ];
  for (const headers of bad) assert.equal((await signInAt(headers)).body.code, 'foreign_origin');
});

test('browsers get Strict-Transport-Security where the public address is https, and only there', async () => {
  const headersAt = async (url: string, path: string) =>
    (await sendRaw(url, { method: 'GET', path })).headers.get('strict-transport-security');
  for (const path of ['/', '/v1/auth/options', '/v1/users/me', '/nowhere', '/v1/%ff', '/icon.svg']) {
    assert.equal(await headersAt(proxied.url, path), 'max-age=31536000', path);
    assert.equal(await headersAt(lectern.url, path), null, path);
  }
});

test('the forwarded host of an untrusted proxy is ignored', async () => {
  const headers = { ...forwarded, origin: 'https://other.example.org' };
  const answer = await sendRaw(lectern.url, {
    path: '/v1/auth/session',
    type: json,
    body: JSON.stringify(account()),
    headers,
  });
  assert.equal(answer.body.code, 'foreign_origin');
});

const answered = (tally: Record<number, number>): number => Object.values(tally).reduce((a, b) => a + b, 0);

test('a flood of sign-ins from one address hardly delays a sign-in from another, and causes no 5xx', async () => {
  const flood = startSignInFlood({
    url: proxied.url,
    origin: publicUrl,
    connections: 100,
    addresses: ['2001:db8::1', '2001:db8::2'],
  });
  try {
    await waitUntil(() => answered(flood.answers()) > 100, {
      timeout: 60_000,
      message: 'the flood to start',
    });
    const before = answered(flood.answers());
    const { email, password } = proxied.owner;
    const answer = await sendRaw(proxied.url, {
      path: '/v1/auth/session',
      type: json,
      body: JSON.stringify({ email, password }),
      headers: { origin: publicUrl, 'x-forwarded-for': '203.0.113.5' },
    });
    assert.equal(answer.status, 200);
    // In order of arrival, the hundred waiting requests would come first.
    assert.ok(answered(flood.answers()) - before < 60, `${answered(flood.answers()) - before}`);
  } finally {
    const tally = await flood.stop();
    assert.deepEqual(
      Object.keys(tally).filter((status) => !['400', '401', '410', '422', '429'].includes(status)),
      [],
      JSON.stringify(tally),
    );
  }
});
