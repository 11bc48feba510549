import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { AccessToken } from 'livekit-server-sdk';
import { paths } from '../../../contract/paths.ts';
import type { Body } from '../../../contract/routes.ts';
import { floodBadWebhooks, floodReadyz } from '../../testing/attacks/floods.ts';
import { makeGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { mediaOf } from '../../testing/people/meeting.ts';
import { type RawRequest, sendRaw } from '../../testing/raw.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: LecternProcess;
before(async () => {
  lectern = await startLectern({
    LECTERN_ALLOWED_ORIGINS: 'https://lms.example.org',
    LECTERN_RATE_LIMIT_PER_MINUTE: '1000000',
  });
});
after(() => lectern?.remove());

const json = 'application/json';
const owner = () => lectern.owner.personalToken;

test('a path longer than any of ours is 404, and every response has a request id', async () => {
  for (const part of ['a'.repeat(301), 'a'.repeat(5000), '%ff', '%zz', '%00']) {
    const { status, body, headers } = await sendRaw(lectern.url, {
      method: 'GET',
      path: `/v1/spaces/${part}`,
      token: owner(),
    });
    assert.deepEqual([status, body.code], [404, 'not_found'], part.slice(0, 10));
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f]{24}$/);
  }
});

test('a path without an operation is 404, whatever the request contains', async () => {
  for (const [type, body] of [
    ['text/xml', '<x/>'],
    [json, '{'],
    [json, 'x'.repeat(1_100_000)],
  ]) {
    const answer = await sendRaw(lectern.url, { path: '/v1/spaceships', type, body, token: owner() });
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], `${type} ${body?.slice(0, 10)}`);
  }
});

test('a body that is no object is refused, and an empty one is an object without fields', async () => {
  const room = { method: 'DELETE', path: '/v1/spaces/none', token: owner(), type: json };
  for (const body of ['null', '[]', '"x"', '5', 'true']) {
    const answer = await sendRaw(lectern.url, { path: '/v1/spaces', token: owner(), type: json, body });
    assert.equal(answer.status, 422, body);
    assert.deepEqual(answer.body.details, [{ path: '', message: 'must be a JSON object' }], body);
    const deletion = await sendRaw(lectern.url, { ...room, body });
    assert.ok([404, 422].includes(deletion.status), `${body}: ${deletion.status}`);
  }
  const empty = await sendRaw(lectern.url, { path: '/v1/spaces', token: owner(), type: json, body: '' });
  assert.deepEqual(empty.body.details, [{ path: 'name', message: 'is required' }]);
});

test('very deep nesting is refused, naming the field, also with an Idempotency-Key', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const request: RawRequest = {
    path: '/v1/spaces',
    token: owner(),
    type: json,
    body: `{"name":"x","more":${deep}}`,
  };
  const keyed: Record<string, string>[] = [{}, { 'idempotency-key': 'deep' }];
  for (const headers of keyed) {
    const { status, body } = await sendRaw(lectern.url, { ...request, headers });
    assert.equal(status, 422);
    assert.deepEqual(
      (body.details as { path: string }[]).map(({ path }) => path),
      ['more'],
    );
  }
  const flat = `{"name":"x","more":${'['.repeat(100)}${']'.repeat(100)}}`;
  assert.equal((await sendRaw(lectern.url, { ...request, body: flat })).status, 201);
});

test('an empty optional text of a list counts as absent', async () => {
  const { owner: api, at } = await makeGroup(lectern);
  const field = {
    slug: 'email',
    type: 'email',
    title: 'admin.classrooms.email',
    enabled: true,
    required: false,
  };
  const { joinSettings } = await api.updateRoom({
    ...at,
    body: { joinSettingsFields: [{ ...field, description: '' } as never] },
  });
  assert.deepEqual(joinSettings.fields, [field]);
});

test('HEAD responds like GET without a body; a method that the path does not have is 405 with the allowed ones', async () => {
  const { spaceId, at } = await makeGroup(lectern);
  const head = await sendRaw(lectern.url, { method: 'HEAD', path: `/v1/spaces/${spaceId}`, token: owner() });
  assert.deepEqual([head.status, head.text], [200, '']);
  const path = `/v1/spaces/${spaceId}/rooms/${at.roomId}/generate-access`;
  const wrong = await sendRaw(lectern.url, { method: 'GET', path, token: owner() });
  assert.deepEqual(
    [wrong.status, wrong.body.code, wrong.headers.get('allow')],
    [405, 'method_not_allowed', 'POST'],
  );
});

test('pages of listed origins may call the API, and no others', async () => {
  const asks = (origin: string, method: string) =>
    sendRaw(lectern.url, {
      method,
      path: '/v1/spaces',
      headers: { origin, 'access-control-request-method': 'POST' },
      ...(method === 'GET' && { token: owner() }),
    });
  const ours = 'https://lms.example.org';
  const preflight = await asks(ours, 'OPTIONS');
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-origin'), ours);
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization/);
  const allowed = (preflight.headers.get('access-control-allow-methods') ?? '').split(', ');
  const used = new Set(Object.values(paths).map((operation) => operation.split(' ')[0] ?? ''));
  assert.deepEqual(
    [...used].filter((method) => !allowed.includes(method)),
    [],
  );
  const answer = await asks(ours, 'GET');
  assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, ours]);
  for (const other of ['https://lms.example.org.evil.example', 'null', 'http://lms.example.org']) {
    for (const method of ['OPTIONS', 'GET']) {
      const { status, headers } = await asks(other, method);
      assert.equal(status, method === 'GET' ? 200 : 401);
      assert.equal(headers.get('access-control-allow-origin'), null);
    }
  }
});

test('an invalid HTTP request gets a refusal in our format', async () => {
  const { hostname, port } = new URL(lectern.url);
  const socket = connect(Number(port), hostname);
  socket.end('GET / NOTHTTP\r\n\r\n');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  assert.match(text, /^HTTP\/1\.1 400 /);
  assert.match(text, /\r\nx-request-id: [0-9a-f]{24}\r\n/);
  assert.equal(JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).code, 'body_unreadable');
});

test('no label of a metric contains text of a request', async () => {
  for (const method of ['GET', 'PROPFIND', 'OPTIONS']) {
    await sendRaw(lectern.url, { method, path: `/v1/made-up-${method}?token=made-up`, token: 'made-up' });
    await sendRaw(lectern.url, { method, path: `/v1/spaces/made-up-${method}`, token: owner() });
  }
  const { text } = await sendRaw(lectern.url, { method: 'GET', path: '/metrics' });
  assert.match(text, /route="\/v1\/spaces\/:spaceId"/);
  assert.doesNotMatch(text, /made-up/);
});

test('a URL with an unencoded + in the time offset names the same day', async () => {
  const { spaceId, at } = await makeGroup(lectern);
  for (const date of ['2026-11-21T00:30:00+03:00', '2026-11-21T00:30%2B03:00', '20261120T213000Z']) {
    const path = `/v1/spaces/${spaceId}/analytics/calls/?roomId=${at.roomId}&date=${date}`;
    const { status, text } = await sendRaw(lectern.url, { method: 'GET', path, token: owner() });
    assert.equal(status, 200, text);
  }
});

test('a flood of health checks gets responses', async () => {
  assert.deepEqual(await floodReadyz(lectern.url, { atOnce: 50, count: 1000 }), { 200: 1000 });
});

/** A webhook signed like the media server's. */
async function sendSignedWebhook(body: string) {
  const { apiKey, apiSecret } = mediaOf(lectern);
  const token = new AccessToken(apiKey, apiSecret, { ttl: 60 });
  token.sha256 = createHash('sha256').update(body).digest('base64');
  const headers = { authorization: await token.toJwt() };
  return sendRaw(lectern.url, { path: '/engine/livekit', type: 'application/webhook+json', headers, body });
}

test('invalid LiveKit webhooks are refused and limited, and logged once a minute; signed ones pass', async () => {
  const statuses = await floodBadWebhooks(lectern.url, { atOnce: 10, count: 300 });
  assert.deepEqual(Object.keys(statuses), ['401', '429']);
  assert.ok((statuses[401] ?? 0) <= 120, `within two minutes at most: ${JSON.stringify(statuses)}`);
  const lines = lectern.output().split('rejected LiveKit webhook: bad signature').length - 1;
  assert.ok(lines >= 1 && lines <= 2, `${lines} lines for 300 requests`);
  assert.equal((await sendSignedWebhook('{"event":"room_started"}')).status, 200);
  const { status, body } = await sendSignedWebhook(JSON.stringify({ event: 'x'.repeat(300_000) }));
  assert.deepEqual([status, body.code], [413, 'body_too_large']);
});

const pageError: Body<'reportPageError'> = {
  part: 'chat',
  kind: 'render',
  name: 'TypeError',
  frames: ['meeting-B1x_9.js:1:20345'],
  browser: 'chrome',
  browserVersion: 131,
};

const pageErrorLines = () =>
  lectern
    .output()
    .split('\n')
    .filter((line) => line.includes('a page reported an error'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('an error of a page is counted and logged with the fields of the contract only', async () => {
  const body = { ...pageError, message: 'Anna wrote to Boris', url: '/room/x?accessToken=secret' };
  await lectern.client().reportPageError({ body });
  await waitUntil(() => pageErrorLines().length === 1, { timeout: 20_000, message: 'the log line' });
  const { level: _, time: __, pid: ___, hostname: ____, ...fields } = pageErrorLines()[0] ?? {};
  assert.deepEqual(fields, { ...pageError, msg: 'a page reported an error' });
  const metrics = await (await fetch(`${lectern.url}/metrics`)).text();
  assert.match(metrics, /lectern_page_errors_total\{part="chat",kind="render"\} 1/);
});

test("a report that could contain a person's text is refused, with all faults named", async () => {
  const path = '/v1/page-errors';
  for (const [faulty, named] of [
    [{ part: 'Anna', kind: 'Boris', name: 'Anna said' }, ['part', 'kind', 'name']],
    [{ ...pageError, frames: ['https://example.org/room/x?accessToken=secret:1:1'] }, ['frames.0']],
    [{ ...pageError, frames: Array.from({ length: 9 }, () => 'a.js:1:1') }, ['frames']],
    [{ ...pageError, browser: 'Anna', browserVersion: 1e9 }, ['browser', 'browserVersion']],
    [{}, ['part', 'kind', 'name']],
  ] as const) {
    const { status, body } = await sendRaw(lectern.url, { path, type: json, body: JSON.stringify(faulty) });
    assert.equal(status, 422);
    const paths = (body.details as { path: string }[]).map((detail) => detail.path);
    assert.deepEqual(paths.sort(), [...named].sort());
  }
  const large = JSON.stringify({ ...pageError, more: 'x'.repeat(4_096) });
  const { status, body } = await sendRaw(lectern.url, { path, type: json, body: large });
  assert.deepEqual([status, body.code], [413, 'body_too_large']);
});

test('one address cannot fill the log with errors of pages', async () => {
  const statuses: Record<number, number> = {};
  let retryAfter: string | null = null;
  for (let count = 0; count < 70; count += 1) {
    const answer = await sendRaw(lectern.url, {
      path: '/v1/page-errors',
      type: json,
      body: JSON.stringify(pageError),
    });
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (answer.status === 429) retryAfter = answer.headers.get('retry-after');
  }
  assert.deepEqual(Object.keys(statuses), ['204', '429']);
  assert.ok((statuses[204] ?? 0) <= 60, `within two minutes at most: ${JSON.stringify(statuses)}`);
  assert.match(retryAfter ?? '', /^\d+$/);
});
