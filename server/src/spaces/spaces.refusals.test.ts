import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Body, Query } from '../../../contract/routes.ts';
import { seedOf } from '../../testing/fuzzing/chance.ts';
import { oddBodies, oddValues } from '../../testing/fuzzing/fuzz.ts';
import { makeGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import {
  type Credential,
  type CredentialOutcome,
  checkEachCredential,
  credentialsFor,
} from '../../testing/people/credentials.ts';
import { type RawRequest, sendRaw } from '../../testing/raw.ts';
import { refusedFields } from '../../testing/refused.ts';
import { newId } from '../platform/ids.ts';

let lectern: Lectern;
let spaceId: string;
before(async () => {
  lectern = await startInProcess();
  const made = await lectern.client(lectern.owner.personalToken).createSpace({ body: { name: 'Group' } });
  spaceId = made.id;
});
after(() => lectern?.remove());

const owner = () => lectern.client(lectern.owner.userToken);
const create = (body: Record<string, unknown>) => owner().createSpace({ body: body as Body<'createSpace'> });
const update = (body: Record<string, unknown>) =>
  owner().updateSpace({ spaceId, body: body as Body<'updateSpace'> });

const all = (outcome: CredentialOutcome): Record<Credential, CredentialOutcome> => ({
  nobody: 'unauthorized',
  forged: 'unauthorized',
  client: outcome,
  stranger: outcome,
  guestLink: outcome,
  moderatorLink: outcome,
  guest: outcome,
  moderator: outcome,
  owner: 'ok',
});

test('only accounts create and list groups', async () => {
  const group = await makeGroup(lectern);
  const apis = await credentialsFor(lectern, group);
  const expected = { ...all('forbidden'), stranger: 'ok' as const };
  await checkEachCredential(apis, (api) => api.createSpace({ body: { name: 'Mine' } }), expected);
  await checkEachCredential(apis, (api) => api.listSpaces(), expected);
});

test('every credential sees a public group, and only its owner changes it', async () => {
  const group = await makeGroup(lectern);
  const { spaceId } = group;
  const apis = await credentialsFor(lectern, group);
  await checkEachCredential(apis, (api) => api.getSpace({ spaceId }), all('ok'));
  await checkEachCredential(
    apis,
    (api) => api.updateSpace({ spaceId, body: { name: 'New' } }),
    all('forbidden'),
  );
  await checkEachCredential(apis, (api) => api.deleteSpace({ spaceId }), all('forbidden'));
});

test('a private group is not_found for callers without a role in it, even with a link into its room', async () => {
  const group = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
  const { spaceId } = group;
  const apis = await credentialsFor(lectern, group);
  await checkEachCredential(apis, (api) => api.getSpace({ spaceId }), all('not_found'));
  await checkEachCredential(
    apis,
    (api) => api.updateSpace({ spaceId, body: { name: 'New' } }),
    all('not_found'),
  );
  await checkEachCredential(apis, (api) => api.deleteSpace({ spaceId }), all('not_found'));
});

test('an unknown group or an invalid id is not_found for everybody before the body is checked', async () => {
  for (const id of [newId(), 'nonsense', spaceId.toUpperCase(), `${spaceId}0`, '%00', '..%2f']) {
    for (const token of [lectern.owner.userToken, lectern.owner.personalToken, lectern.owner.clientToken]) {
      const path = `/v1/spaces/${id}`;
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const bad = method === 'GET' ? {} : { type: 'application/xml', body: '<a/>' };
        const answer = await sendRaw(lectern.url, { path, method, token, ...bad });
        assert.equal(answer.status, 404, `${method} ${path} ${answer.text}`);
        assert.equal(answer.body.code, 'not_found');
      }
    }
  }
});

test('a refusal lists every field that is wrong', async () => {
  await refusedFields(create({}), 'name');
  const bad = { name: '', isPublic: 'yes', description: [], logo: 'javascript:alert(1)' };
  await refusedFields(create(bad), 'name', 'isPublic', 'description', 'logo');
  await refusedFields(update({ ...bad, name: 'x'.repeat(201) }), 'name', 'isPublic', 'description', 'logo');
});

test('each field is checked against its limits', async () => {
  for (const name of ['x'.repeat(201), 'a\0b', '\ud800', [], {}, true]) {
    await refusedFields(create({ name }), 'name');
    await refusedFields(update({ name }), 'name');
  }
  for (const description of ['x'.repeat(2001), '\0', true, []]) {
    await refusedFields(create({ name: 'x', description }), 'description');
  }
  const noAddresses = [
    'logo.png',
    '//example.org/a',
    'data:image/png;base64,',
    'ftp://example.org',
    'http://',
  ];
  for (const logo of noAddresses) await refusedFields(update({ logo }), 'logo');
  for (const isPublic of ['yes', 2, -1, [], {}]) await refusedFields(update({ isPublic }), 'isPublic');
  assert.equal((await create({ name: '😀'.repeat(200) })).name, '😀'.repeat(200));
  assert.equal((await owner().getSpace({ spaceId })).name, 'Group');
});

test('a list with invalid parameters is refused', async () => {
  const list = (query: Record<string, unknown>) =>
    owner().listSpaces({ query: query as Query<'listSpaces'> });
  for (const limit of [0, -1, 1001, 'many', 1.5]) await refusedFields(list({ limit }), 'limit');
  for (const offset of [-1, 'x', 1e20]) await refusedFields(list({ offset }), 'offset');
  for (const order of ['up', 'ASC']) await refusedFields(list({ order }), 'order');
  await refusedFields(list({ limit: 0, offset: -1, order: 'x' }), 'limit', 'offset', 'order');
});

test('the checks run in the order 401, 404, 403, 405, 413, 415, 400, 422', async () => {
  const token = lectern.owner.userToken;
  const path = `/v1/spaces/${spaceId}`;
  const large = { type: 'application/xml', body: 'x'.repeat(1_100_000) };
  const json = 'application/json';
  const order: [RawRequest, number][] = [
    [{ path, ...large, method: 'PUT' }, 401],
    [{ path: `/v1/spaces/${newId()}`, ...large, method: 'PUT', token }, 404],
    [{ path, ...large, method: 'PUT', token: lectern.owner.clientToken }, 403],
    [{ path, ...large, method: 'PATCH', token }, 405],
    [{ path, ...large, method: 'PUT', token }, 413],
    [{ path, type: 'application/xml', body: '<a/>', method: 'PUT', token }, 415],
    [{ path, type: json, body: '{', method: 'PUT', token }, 400],
    [{ path, type: json, body: '[]', method: 'PUT', token }, 422],
    [{ path, method: 'PUT', token }, 200],
    [{ path, type: 'application/x-www-form-urlencoded', body: '', method: 'PUT', token }, 200],
  ];
  for (const [request, status] of order) {
    const answer = await sendRaw(lectern.url, request);
    assert.equal(answer.status, status, answer.text.slice(0, 300));
  }
  const answer = await sendRaw(lectern.url, { path, method: 'POST', token });
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get('allow'), 'DELETE, GET, HEAD, PUT');
});

test('no body and no query causes a 5xx', async (t) => {
  const seed = seedOf(t);
  const token = lectern.owner.personalToken;
  const good = { name: 'Name', description: 'Text', logo: 'https://example.org/a.png', isPublic: true };
  for (const body of oddBodies(good, { seed, count: 30 })) {
    const text = JSON.stringify(body);
    const request = { token, type: 'application/json', body: text };
    const made = await sendRaw(lectern.url, { ...request, path: '/v1/spaces' });
    assert.ok([201, 422].includes(made.status), `${seed} ${text} ${made.text}`);
    const changed = await sendRaw(lectern.url, { ...request, path: `/v1/spaces/${spaceId}`, method: 'PUT' });
    assert.ok([200, 422].includes(changed.status), `${seed} ${text} ${changed.text}`);
  }
  for (const value of oddValues) {
    for (const name of ['limit', 'offset', 'order', 'other', '__proto__', 'limit[]']) {
      const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
      const query = `${encodeURIComponent(name)}=${encodeURIComponent(text).slice(0, 4000)}`;
      const answer = await sendRaw(lectern.url, { path: `/v1/spaces?${query}`, method: 'GET', token });
      assert.ok([200, 422].includes(answer.status), `${query} ${answer.text}`);
    }
  }
});
