import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, test } from 'node:test';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { databaseOf } from '../../../testing/database.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { type Browser, openBrowser, sameBrowser } from '../../../testing/people/browser.ts';
import { FakeProvider } from '../../../testing/provider/fake-provider.ts';
import { providerClient } from '../../../testing/provider/real-provider.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { shorten } from '../../../testing/timings.ts';
import { Refusal } from '../../platform/errors.ts';
import { Provider, timings } from './provider.ts';

let provider: FakeProvider;
let lectern: Lectern;
let plain: Lectern;
before(async () => {
  provider = await FakeProvider.start();
  lectern = await startInProcess({
    ...provider.settings,
    LECTERN_OIDC_REGISTRATION: 'open',
    LECTERN_OIDC_LINK_BY_EMAIL: 'verified',
  });
  plain = await startInProcess();
});
after(async () => {
  await lectern?.remove();
  await plain?.remove();
  await provider?.close();
});
afterEach(() => provider.reset());

let count = 0;
const newSubject = (): string => {
  count += 1;
  return `subject-${count}`;
};

/** Starts the server again, so that it has no metadata of the provider. */
async function restart(): Promise<void> {
  await lectern.stop();
  await lectern.start();
}

async function begin(browser: Browser) {
  const { url } = await browser.api.beginProviderSignIn({ body: {} });
  const { searchParams } = new URL(url);
  provider.nonce = searchParams.get('nonce') ?? '';
  return searchParams;
}

/** Returns from the provider, whose token has these claims. */
async function signIn(idToken: Record<string, unknown> = {}, browser = openBrowser(lectern.url)) {
  const state = (await begin(browser)).get('state') ?? '';
  const sub = newSubject();
  const email = { email: `${sub}@example.org`, email_verified: true };
  provider.idToken = { sub, ...email, ...idToken };
  return browser.api.finishProviderSignIn({ body: { state, code: 'code', iss: provider.issuer } });
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

test('the request to the provider has state, nonce and a challenge that the exchange solves', async () => {
  const browser = openBrowser(lectern.url);
  const asked = await begin(browser);
  assert.equal(asked.get('response_type'), 'code');
  assert.equal(asked.get('scope'), 'openid email profile');
  assert.equal(asked.get('redirect_uri'), `${lectern.url}/sign-in/return`);
  assert.equal(asked.get('code_challenge_method'), 'S256');
  await signIn();
  const exchange = provider.exchanges.at(-1);
  assert.match(exchange?.get('code_verifier') ?? '', /^[\w-]{43}$/);
  assert.equal(exchange?.get('redirect_uri'), `${lectern.url}/sign-in/return`);
});

test('a token of another issuer, client or visit, and one that is over, signs nobody in', async () => {
  const wrong: Record<string, unknown>[] = [
    { iss: 'https://id.evil.example' },
    { aud: 'another client' },
    { aud: [providerClient.id, 'another client'], azp: 'another client' },
    { nonce: 'of another visit' },
    { nonce: undefined },
    { exp: inSeconds(-300) },
    { exp: undefined },
    { iat: undefined },
    { iat: inSeconds(300) },
    { auth_time: inSeconds(300) },
    { nbf: inSeconds(300) },
    { sub: '' },
    { sub: 5 },
    { sub: 'x'.repeat(256) },
    { sub: 'a\0b' },
  ];
  for (const claims of wrong) {
    const browser = openBrowser(lectern.url);
    await refused(signIn(claims, browser), 'provider_sign_in_failed');
    assert.equal(browser.cookies.has('accessToken'), false, JSON.stringify(claims));
  }
});

test('clocks may differ by a minute', async () => {
  await signIn({ exp: inSeconds(-40) });
  await signIn({ iat: inSeconds(40), nbf: inSeconds(40) });
});

test('a token with another signature signs nobody in', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const ec = await generateKeyPair('ES256');
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const secret = new TextEncoder().encode(providerClient.secret);
  const signers: ((payload: JWTPayload) => Promise<string>)[] = [
    async (payload) => `${base64({ alg: 'none' })}.${base64(payload)}.`,
    (payload) => new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    (payload) => new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'fake' }).sign(privateKey),
    (payload) => new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'other' }).sign(privateKey),
    (payload) => new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'fake' }).sign(ec.privateKey),
    async () => 'no token',
    async () => '',
  ];
  for (const sign of signers) {
    provider.sign = sign;
    await refused(signIn(), 'provider_sign_in_failed');
  }
});

test('UserInfo of another person signs nobody in', async () => {
  provider.person = { sub: 'somebody else' };
  await refused(signIn(), 'provider_sign_in_failed');
});

test('without a verified address of an account no account is created', async () => {
  const emails: Record<string, unknown>[] = [
    { email: undefined },
    { email_verified: false },
    { email_verified: undefined },
    { email_verified: 1 },
    { email: 5 },
    { email: ['a@example.org'] },
    { email: 'no address' },
    { email: `${'x'.repeat(250)}@example.org` },
    { email: 'a\0@example.org' },
    { email: 'a@example.org, b@example.org' },
  ];
  for (const claims of emails) await refused(signIn(claims), 'provider_email_unverified');
});

test('odd names become the name of an account, or are left out', async () => {
  const names: [Record<string, unknown>, string | RegExp][] = [
    [{ name: 'Anna' }, 'Anna'],
    [{ name: 'x'.repeat(5000) }, /^x{100}$/],
    [{ name: ' \t ', preferred_username: 'anna' }, 'anna'],
    [{ name: 'a\0b' }, /^subject-/],
    [{ name: '\ud800' }, /^subject-/],
    [{ name: { toString: 'x' } }, /^subject-/],
  ];
  for (const [claims, expected] of names) {
    const { user } = await signIn(claims);
    if (typeof expected === 'string') assert.equal(user.username, expected);
    else assert.match(user.username, expected);
  }
});

test('a person whom the provider refuses is told so', async () => {
  const browser = openBrowser(lectern.url);
  const state = (await begin(browser)).get('state') ?? '';
  const body = { state, error: 'access_denied' };
  await refused(browser.api.finishProviderSignIn({ body }), 'provider_refused');
  await refused(browser.api.finishProviderSignIn({ body }), 'provider_sign_in_over');
});

test('a code that the provider does not know is refused, and an unknown client is our fault', async () => {
  const answer = (error: string) => (_request: unknown, response: ServerResponse) =>
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error, error_description: 'no' }));
  provider.answers.set('token', answer('invalid_grant'));
  await refused(signIn(), 'provider_sign_in_failed');
  provider.answers.set('token', answer('invalid_client'));
  await refused(signIn(), 'provider_away');
});

test('a response by another issuer is refused', async () => {
  const browser = openBrowser(lectern.url);
  const state = (await begin(browser)).get('state') ?? '';
  const body = { state, code: 'code', iss: 'https://id.evil.example' };
  await refused(browser.api.finishProviderSignIn({ body }), 'provider_sign_in_failed');
});

const endless = (_request: unknown, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const part = `"${'x'.repeat(100_000)}",`;
  response.write('[');
  const more = () => {
    while (!response.destroyed && response.write(part));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};

type Answering = (request: unknown, response: ServerResponse) => void;

const broken: Answering[] = [
  () => undefined,
  endless,
  (_, response) => response.writeHead(500).end('no'),
  (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'),
  (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer":'),
  (_, response) => response.destroy(),
];

test('a provider that does not work is away, and passwords still sign in', async (t) => {
  shorten(timings, { responseSeconds: 0.5 }, t);
  await restart();
  for (const path of ['token', 'person'] as const) {
    for (const answer of broken) {
      provider.answers.set(path, answer);
      const { retryAfter } = await refused(signIn(), 'provider_away');
      assert.ok(retryAfter);
      provider.answers.clear();
    }
  }
  const { email, password } = lectern.owner;
  await openBrowser(lectern.url).api.createSession({ body: { email, password } });
  await signIn();
});

const secrets = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };

/** A server's side of the provider, which has no metadata and keys yet. */
const newSide = () =>
  new Provider(
    {
      issuer: new URL(provider.issuer),
      clientId: providerClient.id,
      clientSecret: providerClient.secret,
      scopes: 'openid',
      returnUrl: new URL('http://127.0.0.1/sign-in/return'),
      signedOutUrl: new URL('http://127.0.0.1/sign-in'),
    },
    quietLog,
  );

const isAway = (error: unknown) => error instanceof Refusal && error.code === 'provider_away';

test('a provider without readable metadata or keys is away', async (t) => {
  shorten(timings, { responseSeconds: 0.5 }, t);
  provider.nonce = secrets.nonce;
  const sign = () => newSide().personOf({ code: 'code', iss: undefined }, secrets, '127.0.0.1');
  await sign();
  for (const path of ['metadata', 'keys'] as const) {
    for (const answer of broken) {
      provider.answers.set(path, answer);
      await assert.rejects(sign(), isAway);
      provider.answers.clear();
    }
  }
});

test('metadata with wrong addresses leads nobody anywhere', async () => {
  const wrong: Record<string, unknown>[] = [
    { issuer: 'https://id.evil.example' },
    { issuer: undefined },
    { authorization_endpoint: 'javascript:alert(1)' },
    { authorization_endpoint: 'data:text/html,hello' },
    { authorization_endpoint: undefined },
    { authorization_endpoint: 5 },
  ];
  for (const part of wrong) {
    provider.answers.set('metadata', (_request, response) => {
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ ...provider.metadata, ...part }));
    });
    await assert.rejects(newSide().addressOf(secrets, '127.0.0.1'), isAway);
  }
});

test('a sign-out does not wait for a provider that is away', async () => {
  const browser = openBrowser(lectern.url);
  await signIn({}, browser);
  await restart();
  provider.answers.set('metadata', (_request, response) => response.destroy());
  assert.deepEqual(await browser.api.signOut(), { url: null });
  await refused(browser.api.getOwnUser(), 'unauthorized');
});

test('after the sign-in only a page of ours follows', async () => {
  const { api } = openBrowser(lectern.url);
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'groups', '/a b']) {
    await refusedFields(api.beginProviderSignIn({ body: { next } }), 'next');
  }
});

test('other sites cannot begin, finish or link', async () => {
  const browser = openBrowser(lectern.url);
  const { email, password } = lectern.owner;
  await browser.api.createSession({ body: { email, password } });
  const state = (await begin(browser)).get('state') ?? '';
  const { api } = sameBrowser(browser, lectern.url, 'https://evil.example.org');
  await refused(api.beginProviderSignIn({ body: {} }), 'foreign_origin');
  await refused(api.finishProviderSignIn({ body: { state, code: 'x' } }), 'foreign_origin');
  await refused(api.linkIdentity({ body: { currentPassword: password } }), 'foreign_origin');
  await refused(api.unlinkIdentity(), 'foreign_origin');
  await refused(api.signOut(), 'foreign_origin');
});

test('an installation without a provider says so', async () => {
  const browser = openBrowser(plain.url);
  assert.equal((await browser.api.getSignInOptions()).provider, null);
  await refused(browser.api.beginProviderSignIn({ body: {} }), 'provider_off');
  await refused(browser.api.finishProviderSignIn({ body: { state: 'x', code: 'y' } }), 'provider_off');
  const { email, password } = plain.owner;
  await browser.api.createSession({ body: { email, password } });
  await refused(browser.api.linkIdentity({ body: { currentPassword: password } }), 'provider_off');
});

test('one address begins and finishes a limited number of sign-ins in a minute', async () => {
  await lectern.stop();
  await lectern.start({ LECTERN_RATE_LIMIT_PER_MINUTE: '1000000' });
  const { api } = openBrowser(lectern.url);
  await api.beginProviderSignIn({ body: {} });
  const { db, close } = await databaseOf(lectern);
  await db.updateTable('sign_in_attempts').set({ count: 599 }).execute();
  await close();
  const finish = () => api.finishProviderSignIn({ body: { state: 'x', code: 'y' } });
  await refused(finish(), 'provider_sign_in_over');
  await refused(finish(), 'rate_limited');
  await refused(api.beginProviderSignIn({ body: {} }), 'rate_limited');
});
