import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Body } from '../../../contract/routes.ts';
import { seedOf } from '../../testing/fuzzing/chance.ts';
import { oddBodies } from '../../testing/fuzzing/fuzz.ts';
import { makeGroup, makeUser } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { checkEachCredential, credentialsFor } from '../../testing/people/credentials.ts';
import { type RawRequest, sendRaw } from '../../testing/raw.ts';
import { refused, refusedFields } from '../../testing/refused.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern?.remove());

const path = '/v1/users';
const good = { email: 'someone@example.org', password: 'a good password', username: 'Anna' };
const create = (more: Record<string, unknown>, token = lectern.owner.clientToken) =>
  lectern.client(token).createUser({ body: { ...good, ...more } as Body<'createUser'> });
const send = (more: Partial<RawRequest>) => sendRaw(lectern.url, { path, ...more });

test('creating a user needs a client token', async () => {
  const apis = await credentialsFor(lectern, await makeGroup(lectern));
  await checkEachCredential(apis, (api) => api.createUser({ body: good }), {
    nobody: 'unauthorized',
    forged: 'unauthorized',
    client: 'ok',
    stranger: 'forbidden',
    guestLink: 'forbidden',
    moderatorLink: 'forbidden',
    guest: 'forbidden',
    moderator: 'forbidden',
    owner: 'forbidden',
  });
  await refused(create({}, lectern.owner.userToken), 'forbidden');
});

test("a client without the operator's permission creates no users, whatever it sends", async () => {
  const { api } = await makeUser(lectern, 'not-allowed');
  const { clientId: client_id, clientSecret: client_secret } = await api.refreshClientSecret();
  const { access_token: token } = await lectern
    .client()
    .issueToken({ body: { grant_type: 'client_credentials', client_id, client_secret } });
  await refused(create({}, token), 'user_creation_not_allowed');
  await refused(create({ email: 5 }, token), 'user_creation_not_allowed');
  const large = { type: 'application/xml', body: 'x'.repeat(1_100_000), token };
  assert.equal((await send(large)).body.code, 'user_creation_not_allowed');
  assert.deepEqual(await lectern.client(token).findUsers({ query: { email: good.email } }), {
    items: [],
    total: 0,
  });
});

test('all invalid fields are named together', async () => {
  const none = lectern.client(lectern.owner.clientToken).createUser({ body: {} as Body<'createUser'> });
  await refusedFields(none, 'email', 'password', 'username');
  const bad = { email: 'no address', password: 'short', username: '', phone: 'letters' };
  await refusedFields(create(bad), 'email', 'password', 'phone', 'username');
  await refusedFields(create({ email: 5, password: null, username: {}, phone: [] }), ...Object.keys(bad));
});

test('each field has its limits', async () => {
  for (const email of [
    'a@b@c',
    '@example.org',
    `${'x'.repeat(250)}@example.org`,
    'a b@example.org',
    'a\0@b.org',
  ]) {
    await refusedFields(create({ email }), 'email');
  }
  for (const password of [
    '1234567',
    'x'.repeat(129),
    'with NUL \0 in it',
    'half \ud800 of a pair',
    '😀'.repeat(7),
  ]) {
    await refusedFields(create({ password }), 'password');
  }
  for (const username of ['x'.repeat(101), 'a\0', '\udc00', '😀'.repeat(101)]) {
    await refusedFields(create({ username }), 'username');
  }
  for (const phone of ['12', '+', 'x'.repeat(33), '+7 495 CALL', '++7 495 123']) {
    await refusedFields(create({ phone }), 'phone');
  }
  await refusedFields(create({ captchaToken: 'x'.repeat(4097) }), 'captchaToken');
});

test('refusals have the order 401, 403, 405, 413, 415, 400, 422', async () => {
  const { clientToken: token, userToken } = lectern.owner;
  const xml = { type: 'application/xml', body: '<user/>' };
  const large = { type: 'application/xml', body: 'x'.repeat(1_100_000) };
  const json = 'application/json';
  const order: [Partial<RawRequest>, number, string][] = [
    [large, 401, 'unauthorized'],
    [{ ...large, token: userToken }, 403, 'forbidden'],
    [{ ...large, token, method: 'PUT' }, 405, 'method_not_allowed'],
    [{ token, method: 'PATCH' }, 405, 'method_not_allowed'],
    [{ ...large, token }, 413, 'body_too_large'],
    [{ ...xml, token }, 415, 'unsupported_media_type'],
    [{ token, type: json, body: '{"email":' }, 400, 'body_unreadable'],
    [{ token, type: json, body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) }, 400, 'body_unreadable'],
    [{ token, type: json, body: '[]' }, 422, 'validation_failed'],
    [{ token, type: 'text/plain', body: '"text"' }, 422, 'validation_failed'],
    [{ token, type: json, body: '' }, 422, 'validation_failed'],
    [{ token }, 422, 'validation_failed'],
  ];
  for (const [request, status, code] of order) {
    const answer = await send(request);
    assert.equal(answer.status, status, answer.text.slice(0, 300));
    assert.equal(answer.body.code, code);
    if (status === 405) assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST');
  }
});

test('no body causes a 5xx or reveals internals', async (t) => {
  const seed = seedOf(t);
  const fields = { ...good, phone: '+7 495 1234567', captchaToken: 'x' };
  let index = 0;
  for (const body of oddBodies(fields, { seed, count: 40 })) {
    index += 1;
    // A new address each time, so that no user conflicts with an earlier one.
    if (body.email === good.email) body.email = `fuzz-${index}@example.org`;
    const answer = await send({
      token: lectern.owner.clientToken,
      type: 'application/json',
      body: JSON.stringify(body),
    });
    assert.ok([201, 409, 422].includes(answer.status), `${seed} ${JSON.stringify(body)} ${answer.text}`);
    assert.doesNotMatch(answer.text, /node_modules|\.ts:|SELECT|INSERT|argon2|password_hash/);
  }
});
