import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { seedOf } from '../../../testing/fuzzing/chance.ts';
import { createChance, oddBodies, oddPathPart } from '../../../testing/fuzzing/fuzz.ts';
import { makeGroup, makeUser, type TestGroup } from '../../../testing/group.ts';
import { type RawRequest, sendRaw } from '../../../testing/raw.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { newId } from '../../platform/ids.ts';
import { startWebhookServer, type WebhookGroup, type WebhookServer } from '../testing/webhook-server.ts';

let stage: WebhookServer;
let told: WebhookGroup;
let deliveryId: string;
let hidden: TestGroup;
before(async () => {
  stage = await startWebhookServer();
  told = await stage.group();
  deliveryId = await told.tell('call_started');
  await told.ended(deliveryId);
  const { lectern, owner, receiver } = stage;
  hidden = await makeGroup(lectern);
  const { spaceId } = hidden;
  await owner.createWebhook({ spaceId, body: { url: receiver.url } });
  await owner.updateSpace({ spaceId, body: { isPublic: false } });
});
after(() => stage?.remove());

const period = { dateFrom: '2026-01-01T00:00:00Z' };
const ofOne = (client: Client, spaceId: string, id: string): (() => Promise<unknown>)[] => [
  () => client.getWebhookDelivery({ spaceId, deliveryId: id }),
  () => client.redeliverWebhook({ spaceId, deliveryId: id }),
];
const operations = (client: Client, spaceId: string, id = deliveryId): (() => Promise<unknown>)[] => [
  () => client.testWebhook({ spaceId }),
  () => client.listWebhookDeliveries({ spaceId }),
  () => client.redeliverFailedWebhooks({ spaceId, body: period }),
  ...ofOne(client, spaceId, id),
];

async function allRefused(code: ErrorCode, asked: (() => Promise<unknown>)[]): Promise<void> {
  for (const operation of asked) await refused(operation(), code);
}

test("only the owner's personal token may read the log and send again", async () => {
  const { lectern } = stage;
  const other = await makeUser(lectern, 'other');
  const { token } = await other.api.createPersonalToken({ body: { name: 't' } });
  const forbidden = [lectern.owner.clientToken, lectern.owner.userToken, other.token, token];
  for (const one of forbidden) {
    await allRefused('forbidden', operations(lectern.client(one), told.spaceId));
    const isOwners = one === lectern.owner.userToken;
    await allRefused(isOwners ? 'forbidden' : 'not_found', operations(lectern.client(one), hidden.spaceId));
  }
  for (const client of [lectern.client(), lectern.client('lpt_nonsense')]) {
    for (const spaceId of [told.spaceId, hidden.spaceId, newId()]) {
      await allRefused('unauthorized', operations(client, spaceId));
    }
  }
});

test('a delivery of another group, unknown ids and invalid ids give 404', async () => {
  const { owner } = stage;
  await owner.getWebhookDelivery({ spaceId: told.spaceId, deliveryId });
  await allRefused('not_found', ofOne(owner, hidden.spaceId, deliveryId));
  const other = await makeUser(stage.lectern, 'stranger');
  const { id: theirs } = await other.api.createSpace({ body: { name: 'Theirs' } });
  const { token } = await other.api.createPersonalToken({ body: { name: 't' } });
  const them = stage.lectern.client(token);
  await them.createWebhook({ spaceId: theirs, body: { url: stage.receiver.url } });
  await allRefused('not_found', ofOne(them, theirs, deliveryId));
  for (const id of [newId(), 'nonsense', deliveryId.toUpperCase(), `${deliveryId}0`, '%00']) {
    await allRefused('not_found', ofOne(owner, told.spaceId, id));
  }
  await allRefused('not_found', operations(owner, newId()));
  const without = (await owner.createSpace({ body: { name: 'Without' } })).id;
  await allRefused('not_found', operations(owner, without));
});

test('a plan without webhooks: every operation is refused with that reason', async () => {
  const { lectern, owner } = stage;
  const setPlan = (plan: 'free' | 'business') =>
    stage.database().db.updateTable('users').set({ plan }).where('email', '=', lectern.owner.email).execute();
  await setPlan('free');
  try {
    await allRefused('plan_required', operations(owner, told.spaceId));
  } finally {
    await setPlan('business');
  }
});

test('all invalid fields are named together', async () => {
  const { owner } = stage;
  const { spaceId } = told;
  const list = (query: object) => owner.listWebhookDeliveries({ spaceId, query });
  const again = (body: object) => owner.redeliverFailedWebhooks({ spaceId, body: body as typeof period });
  const moments = [
    'yesterday',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2016-12-31T23:59:60Z',
    '20260101',
    '1767225600',
    '+010000-01-01T00:00:00Z',
  ];
  for (const moment of moments) {
    await refusedFields(list({ dateFrom: moment, dateTo: moment }), 'dateFrom', 'dateTo');
    await refusedFields(again({ dateFrom: moment, dateTo: moment }), 'dateFrom', 'dateTo');
  }
  const wrong = {
    eventName: 'call_paused',
    status: 'sent',
    dateFrom: 'x',
    dateTo: 'x',
    limit: 0,
    offset: -1,
    order: 'up',
  };
  await refusedFields(list(wrong), ...Object.keys(wrong));
  for (const limit of [1001, 1.5, 'many']) await refusedFields(list({ limit }), 'limit');
  await refusedFields(again({}), 'dateFrom');
  await refusedFields(again({ dateFrom: null, eventName: 5, dateTo: [] }), 'dateFrom', 'eventName', 'dateTo');
  const tried = owner.testWebhook({ spaceId, body: { eventName: 'x' as 'call_started', roomId: 'y' } });
  await refusedFields(tried, 'eventName', 'roomId');
});

test('refusals have the order 401, 404, 403, 405, 413, 415, 400, 422, 409', async () => {
  const { lectern, owner } = stage;
  const token = lectern.owner.personalToken;
  const blocked = await stage.group();
  const id = await blocked.tell('call_started');
  await blocked.ended(id);
  await owner.updateWebhook({ spaceId: blocked.spaceId, body: { isActive: false } });
  const base = `/v1/spaces/${blocked.spaceId}/webhook`;
  const large = { type: 'application/xml', body: 'x'.repeat(1_100_000) };
  const json = 'application/json';
  const ofOne = `${base}/deliveries/${id}/redeliver`;
  const order: [RawRequest, number][] = [];
  for (const path of [`${base}/test`, `${base}/deliveries/redeliver`, ofOne]) {
    order.push(
      [{ path, ...large }, 401],
      [{ path: path.replace(blocked.spaceId, newId()), ...large, token }, 404],
      [{ path: path.replace(id, newId()), ...large, token }, path === ofOne ? 404 : 413],
      [{ path, ...large, token: lectern.owner.userToken }, 403],
      [{ path, ...large, method: 'PATCH', token }, 405],
      [{ path, ...large, token }, 413],
      [{ path, type: 'application/xml', body: '<a/>', token }, 415],
      [{ path, type: json, body: '{', token }, 400],
      [{ path, type: json, body: '[]', token }, 422],
      [{ path, type: 'text/plain', body: JSON.stringify(period), token }, 409],
    );
  }
  order.push(
    [{ path: `${base}/test`, type: json, body: `{"roomId":"${newId()}"}`, token }, 422],
    [{ path: `${base}/deliveries/redeliver`, type: json, body: '{"dateFrom":"x"}', token }, 422],
    [{ path: `${base}/deliveries/redeliver`, method: 'GET', token }, 405],
    [{ path: `${base}/deliveries/`, method: 'GET', token }, 200],
    [{ path: `${base}/deliveries/${id}/`, method: 'GET', token }, 200],
    [{ path: `${base}/deliveries/${id}`, method: 'DELETE', token }, 405],
  );
  for (const [request, status] of order) {
    const answer = await sendRaw(lectern.url, request);
    assert.equal(answer.status, status, `${request.method} ${request.path} ${answer.text.slice(0, 300)}`);
  }
});

/** Times at the limits of the calendar, JavaScript and the database. */
const edges = [
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+14:00',
  '0001-01-01T00:00:00+23:59',
  '0099-12-31T23:59:59Z',
  '1900-02-28T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '2016-12-31T23:59:60Z',
  '2026-01-01T00:00:00.123456789012Z',
  '2026-01-01T00:00:00 00:00',
  '2026-01-01t00:00:00z',
  '20260101T000000Z',
];

test('no query and no body causes a 5xx', async (t) => {
  const { lectern } = stage;
  const token = lectern.owner.personalToken;
  const seed = seedOf(t);
  const chance = createChance(seed);
  const base = `/v1/spaces/${told.spaceId}/webhook`;
  const good = {
    eventName: 'call_started',
    status: 'failed',
    dateFrom: edges[0],
    dateTo: edges[5],
    limit: '5',
    offset: '0',
    order: 'asc',
  };
  const queries = edges.flatMap((edge) => [
    `dateFrom=${edge}`,
    `dateTo=${edge}`,
    `dateFrom=${edges[0]}&dateTo=${edge}`,
  ]);
  for (const query of oddBodies(good, { seed, count: 7 })) {
    const isText = (value: unknown) =>
      typeof value !== 'object' && value !== '\ud800' && value !== '\udfff tail';
    const pairs = Object.entries(query).filter(([, value]) => isText(value));
    queries.push(pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&'));
  }
  queries.push(
    'dateFrom=%ff',
    'dateFrom=%',
    'limit=5&limit=6',
    'status[]=failed',
    'offset=2000000000',
    '&&=&',
  );
  for (const query of queries) {
    const answer = await sendRaw(lectern.url, { path: `${base}/deliveries?${query}`, method: 'GET', token });
    assert.ok([200, 400, 422].includes(answer.status), `${seed} ${query} ${answer.text}`);
    if (answer.status === 200) assert.ok(Array.isArray(answer.body.items));
  }
  const bodies = [
    ...edges.map((edge) => ({ dateFrom: edge, dateTo: edge })),
    ...oddBodies({ ...period, dateTo: edges[5], eventName: 'call_started' }, { seed, count: 14 }),
  ];
  for (const body of bodies) {
    const request = {
      path: `${base}/deliveries/redeliver`,
      token,
      type: 'application/json',
      body: JSON.stringify(body),
    };
    const answer = await sendRaw(lectern.url, request);
    assert.ok([202, 422].includes(answer.status), `${seed} ${request.body} ${answer.text}`);
  }
  for (const body of oddBodies({ eventName: 'call_started', roomId: told.room.id }, { seed, count: 7 })) {
    const request = { path: `${base}/test`, token, type: 'application/json', body: JSON.stringify(body) };
    const answer = await sendRaw(lectern.url, request);
    assert.ok([202, 422].includes(answer.status), `${seed} ${request.body} ${answer.text}`);
  }
  for (let n = 0; n < 60; n += 1) {
    const part = oddPathPart(chance);
    // `fetch` would normalize `..` before sending.
    if (part === '%2e%2e') continue;
    const path = `${base}/deliveries/${part}`;
    for (const request of [
      { path, method: 'GET', token },
      { path: `${path}/redeliver`, token },
    ]) {
      const { status, text } = await sendRaw(lectern.url, request);
      assert.ok(status >= 400 && status < 500, `${seed} ${path} ${status} ${text}`);
    }
  }
});
