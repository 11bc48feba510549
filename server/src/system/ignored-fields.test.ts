import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, createClient } from '../../../contract/client/index.ts';
import { ignoredHeader as header } from '../../../contract/ignored-fields.ts';
import { checkedFetch } from '../../testing/answers/checked-fetch.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { type FilledChannel, fillChannel } from '../../testing/people/chat.ts';
import { sendRaw } from '../../testing/raw.ts';
import { refused } from '../../testing/refused.ts';

let lectern: Lectern;
let group: TestGroup;
let channel: FilledChannel;
/** By personal token. */
let owner: Client;
/** Names of body fields that the server ignored since the last check. */
const ignored: string[] = [];

before(async () => {
  lectern = await startInProcess();
  group = await makeGroup(lectern);
  channel = await fillChannel(lectern, group);
  owner = createClient({
    baseUrl: lectern.url,
    token: lectern.owner.personalToken,
    fetch: checkedFetch,
    onIgnored: (_operation, fields) => ignored.push(...fields),
  });
});
after(() => lectern?.remove());

const withBody = (path: string, body: unknown, more: { method?: string; token?: string } = {}) =>
  sendRaw(lectern.url, {
    path,
    token: lectern.owner.personalToken,
    type: 'application/json',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...more,
  });

test('x-lectern-ignored lists body fields that are not part of the operation, by their paths', async () => {
  const { spaceId, roomId } = group.at;
  const room = `/v1/spaces/${spaceId}/rooms/${roomId}`;
  const field = {
    slug: 'email',
    type: 'email',
    title: 'admin.classrooms.email',
    enabled: true,
    required: true,
  };
  const body = {
    ...{ naem: 'x', 'a.b': 1, 'naïve, "quoted"\r\nset-cookie: x=1': 1, constructor: 1, createdAt: 'now' },
    joinSettingsFields: [
      field,
      { ...field, slug: 'phone', type: 'phone', title: 'admin.classrooms.phone', requird: 1 },
    ],
  };
  const changed = await withBody(room, body, { method: 'PUT' });
  assert.equal(changed.status, 200);
  assert.equal(
    changed.headers.get(header),
    'naem, a%2Eb, na%C3%AFve%2C%20%22quoted%22%0D%0Aset-cookie%3A%20x%3D1, constructor, joinSettingsFields.1.requird',
  );
  const fine = await withBody(room, { isRecordAllowed: true }, { method: 'PUT' });
  assert.equal(fine.headers.get(header), null);
});

test('x-lectern-ignored is also sent with refusals, on /chat and with a repeated response, but not without a body', async () => {
  const faulty = await withBody('/v1/spaces', { nmae: 'x', logo: 'ftp://x' });
  assert.equal(faulty.status, 422);
  assert.equal(faulty.headers.get(header), 'nmae');
  const { spaceId, roomId } = group.at;
  const conflict = await withBody(`/v1/spaces/${spaceId}/rooms/${roomId}/records/start`, { layuot: 'grid' });
  assert.deepEqual([conflict.status, conflict.headers.get(header)], [409, 'layuot']);
  const hands = await withBody(
    `/v1/spaces/${spaceId}/rooms/${roomId}/hands`,
    { who: 1 },
    { method: 'DELETE' },
  );
  assert.deepEqual([hands.status, hands.headers.get(header)], [204, 'who']);
  const { channelId: id } = channel.ids;
  const { chat: token } = channel.tokens;
  const joined = await withBody('/chat/channels/join', { id, chanel: 1 }, { token });
  assert.deepEqual([joined.status, joined.headers.get(header)], [200, 'chanel']);
  const key = { 'idempotency-key': 'the-same' };
  const request = {
    path: '/v1/spaces',
    token: lectern.owner.personalToken,
    type: 'text/plain',
    headers: key,
  };
  for (const _ of ['first', 'repeated']) {
    const made = await sendRaw(lectern.url, { ...request, body: '{"name":"Once","lgo":""}' });
    assert.deepEqual([made.status, made.headers.get(header)], [201, 'lgo']);
  }
  const form = await sendRaw(lectern.url, {
    path: '/v1/auth/token',
    type: 'application/x-www-form-urlencoded',
    body: 'grant_type=client_credentials&scope=all&client_id=nobody&client_secret=x',
  });
  assert.deepEqual([form.status, form.headers.get(header)], [401, 'scope']);
});

test('x-lectern-ignored stays short and valid, whatever the names are', async () => {
  const path = `/v1/spaces/${group.spaceId}`;
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, index]));
  const answer = await withBody(path, { ['x'.repeat(100_000)]: 1, typo: 1, ...many }, { method: 'PUT' });
  assert.equal(answer.status, 200);
  const told = answer.headers.get(header) ?? '';
  assert.ok(told.length <= 1_100, `${told.length} characters`);
  const names = told.split(', ');
  assert.equal(names[0], 'typo');
  // The search for ignored fields ends at 1,000.
  assert.equal(names.at(-1), `+${1_000 - (names.length - 1)}`);
  const hostile = '{"\\ud800": 1, "\\u0000": 1, "": 1, "__proto__": {"x": 1}, "%": 1}';
  const odd = await withBody(path, hostile, { method: 'PUT' });
  assert.deepEqual([odd.status, odd.headers.get(header)], [200, '%EF%BF%BD, %00, %22%22, __proto__, %25']);
});

test('x-lectern-ignored lists unknown parameters of the query, after a question mark', async () => {
  const { spaceId, roomId } = group.at;
  const get = (path: string) =>
    sendRaw(lectern.url, { method: 'GET', path, token: lectern.owner.personalToken });
  const calls = `/v1/spaces/${spaceId}/analytics/calls?roomId=${roomId}&date=2026-03-17`;
  const known = await get(calls);
  assert.deepEqual([known.status, known.headers.get(header)], [200, null]);
  const unknown = await get(`${calls}&foo=1&foo=2&a.b%20c=1&constructor=1`);
  assert.deepEqual([unknown.status, unknown.headers.get(header)], [200, '?foo, ?a%2Eb%20c, ?constructor']);
  const without = await get(`/v1/spaces/${spaceId}/rooms/${roomId}?_=17`);
  assert.deepEqual([without.status, without.headers.get(header)], [200, '?_']);
  const both = await withBody(
    `/v1/spaces/${spaceId}/rooms/${roomId}?foo=1`,
    { naem: 1, '?foo': 1 },
    { method: 'PUT' },
  );
  assert.deepEqual([both.status, both.headers.get(header)], [200, '?foo, naem, %3Ffoo']);
});

test('a misspelled filter is refused instead of giving the calls of all rooms', async () => {
  const { spaceId, roomId } = group.at;
  const { status, text, headers } = await sendRaw(lectern.url, {
    method: 'GET',
    path: `/v1/spaces/${spaceId}/analytics/calls?roomid=${roomId}&date=2026-03-17`,
    token: lectern.owner.personalToken,
  });
  assert.deepEqual([status, headers.get(header)], [422, '?roomid']);
  assert.deepEqual(JSON.parse(text), {
    message: 'roomid: is no parameter; did you mean roomId?',
    code: 'validation_failed',
    details: [{ path: 'roomid', message: 'is no parameter; did you mean roomId?' }],
  });
});

test('the client reports ignored fields, of refusals too', async () => {
  const body = { name: 'SDK', 'nämé.x': 1 } as { name: string };
  await owner.createSpace({ body });
  assert.deepEqual(ignored.splice(0), ['nämé.x']);
  const error = await refused(
    owner.createSpace({ body: { nmae: 'x' } as unknown as { name: string } }),
    'validation_failed',
  );
  assert.deepEqual(error.ignored, ['nmae']);
});
