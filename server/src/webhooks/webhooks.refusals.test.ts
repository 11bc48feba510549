import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { eventsOfInterface } from '../../../contract/events.ts';
import type { Body } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { seedOf } from '../../testing/fuzzing/chance.ts';
import { oddBodies } from '../../testing/fuzzing/fuzz.ts';
import { makeGroup, makeUser, openLink, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { type RawRequest, sendRaw } from '../../testing/raw.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { now } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';

let lectern: Lectern;
let open: TestGroup;
let hidden: TestGroup;
/** Every credential except the owner's personal token, by name. */
const strangers: Record<string, Client> = {};
const members: Record<string, Client> = {};
const url = 'https://lms.example.org/hook';

async function participantOf(group: TestGroup, session: Client): Promise<Client> {
  const { access_token } = await session.createParticipant({
    spaceId: group.spaceId,
    body: { roomId: group.room.id, clientUniqueId: 'browser' },
  });
  return lectern.client(access_token);
}

before(async () => {
  lectern = await startInProcess();
  open = await makeGroup(lectern);
  hidden = await makeGroup(lectern);
  await hidden.owner.updateSpace({ spaceId: hidden.spaceId, body: { isPublic: false } });
  const other = await makeUser(lectern, 'other');
  const moderator = await makeUser(lectern, 'moderator');
  const { db, close } = await databaseOf(lectern);
  for (const { spaceId } of [open, hidden]) {
    const row = { space_id: spaceId, user_id: moderator.id, role: 'moderator', created_at: now() } as const;
    await db.insertInto('space_members').values(row).execute();
  }
  await close();
  const link = await open.owner.generateAccess({ ...open.at, body: { username: 'Ann', role: 'moderator' } });
  const session = await openLink(lectern, link.url, 'browser');
  const tokenOf = async (api: Client) =>
    lectern.client((await api.createPersonalToken({ body: { name: 't' } })).token);
  strangers['a client token'] = lectern.client(lectern.owner.clientToken);
  strangers["another person's user token"] = other.api;
  strangers["another person's personal token"] = await tokenOf(other.api);
  strangers['a link session'] = session;
  strangers['a participant session'] = await participantOf(open, session);
  members["the owner's user token"] = lectern.client(lectern.owner.userToken);
  members["a moderator's user token"] = moderator.api;
  members["a moderator's personal token"] = await tokenOf(moderator.api);
  for (const { spaceId, owner } of [open, hidden]) await owner.createWebhook({ spaceId, body: { url } });
});
after(() => lectern?.remove());

const operations = (client: Client, spaceId: string): (() => Promise<unknown>)[] => [
  () => client.createWebhook({ spaceId, body: { url, events: ['report_ready'] } }),
  () => client.getWebhook({ spaceId }),
  () => client.updateWebhook({ spaceId, body: { isActive: false, events: ['report_ready'] } }),
  () => client.refreshSecretWebhook({ spaceId }),
  () => client.deleteWebhook({ spaceId }),
];

async function allRefused(client: Client, spaceId: string, code: ErrorCode): Promise<void> {
  for (const operation of operations(client, spaceId)) await refused(operation(), code);
}

test('no credential and an invalid token give 401 everywhere', async () => {
  for (const client of [lectern.client(), lectern.client('lpt_nonsense')]) {
    for (const spaceId of [open.spaceId, hidden.spaceId, newId()])
      await allRefused(client, spaceId, 'unauthorized');
  }
});

test("in a public group every credential except the owner's personal token gives 403", async () => {
  for (const client of Object.values({ ...strangers, ...members })) {
    await allRefused(client, open.spaceId, 'forbidden');
  }
});

test('in a private group a stranger gets 404, and a member 403', async () => {
  for (const client of Object.values(strangers)) await allRefused(client, hidden.spaceId, 'not_found');
  for (const client of Object.values(members)) await allRefused(client, hidden.spaceId, 'forbidden');
});

test('an unknown group gives 404', async () => {
  for (const client of [open.owner, ...Object.values(strangers), ...Object.values(members)]) {
    for (const spaceId of [newId(), 'nonsense']) await allRefused(client, spaceId, 'not_found');
  }
});

test('none of these requests changed a webhook', async () => {
  for (const { owner, spaceId } of [open, hidden]) {
    const webhook = await owner.getWebhook({ spaceId });
    assert.deepEqual([webhook.url, webhook.isActive, webhook.events], [url, true, eventsOfInterface]);
  }
});

test('all invalid fields are named together', async () => {
  const { owner, spaceId } = open;
  const empty = (await owner.createSpace({ body: { name: 'Without' } })).id;
  const create = (body: Record<string, unknown>) =>
    owner.createWebhook({ spaceId: empty, body: body as Body<'createWebhook'> });
  const update = (body: Record<string, unknown>) =>
    owner.updateWebhook({ spaceId, body: body as Body<'updateWebhook'> });
  const addresses = [
    'hook',
    '//example.org',
    'ftp://example.org/',
    'mailto:a@example.org',
    'http://',
    5,
    [],
    {},
    'a\0b',
  ];
  for (const bad of [...addresses, `https://example.org/${'x'.repeat(2000)}`]) {
    await refusedFields(create({ url: bad }), 'url');
    await refusedFields(update({ url: bad }), 'url');
  }
  await refusedFields(create({}), 'url');
  await refusedFields(create({ url: null }), 'url');
  for (const isActive of ['off', -1, 2, [], {}]) await refusedFields(update({ isActive }), 'isActive');
  await refusedFields(update({ url: 'hook', isActive: 'no' }), 'url', 'isActive');
});

test('refusals have the order 401, 404, 403, 405, 413, 415, 400, 422, 409', async () => {
  const token = lectern.owner.personalToken;
  const path = `/v1/spaces/${open.spaceId}/webhook`;
  const large = { type: 'application/xml', body: 'x'.repeat(1_100_000) };
  const json = 'application/json';
  const order: [RawRequest, number][] = [
    [{ path, ...large }, 401],
    [{ path: `/v1/spaces/${newId()}/webhook`, ...large, token }, 404],
    [{ path, ...large, token: lectern.owner.userToken }, 403],
    [{ path, ...large, method: 'PATCH', token }, 405],
    [{ path, ...large, token }, 413],
    [{ path, type: 'application/xml', body: '<a/>', token }, 415],
    [{ path, type: json, body: '{', token }, 400],
    [{ path, type: json, body: '{"url":"x"}', token }, 422],
    [{ path, type: 'text/plain', body: JSON.stringify({ url }), token }, 409],
    [{ path: `${path}/`, method: 'GET', token }, 200],
  ];
  for (const [request, status] of order) {
    const answer = await sendRaw(lectern.url, request);
    assert.equal(answer.status, status, answer.text.slice(0, 300));
  }
});

test('no body causes a 5xx', async (t) => {
  const seed = seedOf(t);
  const token = lectern.owner.personalToken;
  const path = `/v1/spaces/${open.spaceId}/webhook`;
  for (const body of oddBodies({ url, isActive: true, events: ['report_ready'] }, { seed, count: 20 })) {
    const request = { token, path, type: 'application/json', body: JSON.stringify(body) };
    const changed = await sendRaw(lectern.url, { ...request, method: 'PUT' });
    assert.ok([200, 422].includes(changed.status), `${seed} ${request.body} ${changed.text}`);
    const made = await sendRaw(lectern.url, request);
    assert.ok([409, 422].includes(made.status), `${seed} ${request.body} ${made.text}`);
  }
});

test('a webhook is created in the group of the path, whatever the body names', async () => {
  const mine = await open.owner.createSpace({ body: { name: 'Mine' } });
  const theirs = await hidden.owner.createSpace({ body: { name: 'Theirs' } });
  const body = { url, spaceId: theirs.id, id: newId(), secret: 'mine' };
  const made = await open.owner.createWebhook({ spaceId: mine.id, body });
  assert.notEqual(made.secret, body.secret);
  await refused(hidden.owner.getWebhook({ spaceId: theirs.id }), 'not_found');
  assert.equal((await open.owner.getWebhook({ spaceId: mine.id })).url, url);
  for (const { id: spaceId } of [mine, theirs]) await open.owner.deleteSpace({ spaceId });
});
