import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { verifyWebhook } from '../../../../contract/client/index.ts';
import type { EventName } from '../../../../contract/events.ts';
import { answer, type Received } from '../../../testing/receivers/receiver.ts';
import { newId } from '../../platform/ids.ts';
import {
  headerSignatures,
  type ListedDelivery,
  startWebhookServer,
  type WebhookGroup,
  type WebhookServer,
} from '../testing/webhook-server.ts';

let stage: WebhookServer;
before(async () => {
  stage = await startWebhookServer();
});
after(() => stage?.remove());

const minute = 60_000;
/** Yesterday: recent enough that housekeeping does not delete these deliveries during the test. */
const start = Math.floor(Date.now() / minute) * minute - 1440 * minute;
const at = (n: number) => new Date(start + n * minute).toISOString();

interface Happened {
  id: string;
  eventName: EventName;
  status: 'delivered' | 'failed';
  n: number;
}

/** Deliveries of every kind, one a minute. */
async function history(told: WebhookGroup): Promise<Happened[]> {
  const { receiver } = stage;
  const { db } = stage.database();
  const happened: Happened[] = [];
  const one = async (eventName: EventName, status: Happened['status'], recordId?: string) => {
    const id = await told.tell(eventName, recordId === undefined ? {} : { recordId });
    happened.push({ id, eventName, status, n: happened.length });
  };
  for (const eventName of ['call_started', 'call_finished', 'call_started'] as const) {
    await one(eventName, 'delivered');
  }
  for (const { id } of happened) await told.ended(id);
  receiver.behave(answer(500));
  await one('call_finished', 'failed');
  await one('call_started', 'failed');
  await one('record_failed', 'failed', 'a'.repeat(24));
  for (const { id } of happened.slice(3)) await told.ended(id, 3);
  receiver.behave(answer(200));
  await one('record_finished', 'delivered', 'b'.repeat(24));
  await one('call_started', 'delivered');
  for (const { id } of happened.slice(6)) await told.ended(id);
  for (const { id, n } of happened) {
    await db
      .updateTable('webhook_deliveries')
      .set({ created_at: new Date(start + n * minute) })
      .where('id', '=', id)
      .execute();
  }
  return happened;
}

test('the list is newest first; filters and pages work alone and together', async () => {
  const told = await stage.group();
  const { owner, spaceId } = told;
  const happened = await history(told);
  const list = async (query: Parameters<typeof owner.listWebhookDeliveries>[0]['query']) => {
    const { items, total } = await owner.listWebhookDeliveries({ spaceId, query });
    return { ids: items.map(({ id }) => id), total };
  };
  for (const eventName of [
    undefined,
    'call_started',
    'call_finished',
    'record_failed',
    'record_aborted',
  ] as const) {
    for (const status of [undefined, 'delivered', 'failed', 'pending'] as const) {
      for (const [from, to] of [
        [0, 99],
        [2, 99],
        [0, 5],
        [2, 5],
        [5, 2],
        [4, 4],
      ] as const) {
        const wanted = happened.filter(
          (one) =>
            (eventName === undefined || one.eventName === eventName) &&
            (status === undefined || one.status === status) &&
            one.n >= from &&
            one.n < to,
        );
        const ids = wanted.map(({ id }) => id);
        const query = {
          ...(eventName && { eventName }),
          ...(status && { status }),
          ...(from > 0 && { dateFrom: at(from) }),
          ...(to < 99 && { dateTo: at(to) }),
        };
        const said = JSON.stringify(query);
        const total = ids.length;
        assert.deepEqual(await list({ ...query, order: 'asc' }), { ids, total }, said);
        assert.deepEqual(await list(query), { ids: ids.toReversed(), total }, said);
      }
    }
  }
  const newestFirst = happened.map(({ id }) => id).reverse();
  const paged = [];
  for (let offset = 0; offset < newestFirst.length; offset += 3) {
    const page = await list({ limit: 3, offset });
    assert.equal(page.total, newestFirst.length);
    paged.push(...page.ids);
  }
  assert.deepEqual(paged, newestFirst);
  assert.deepEqual(await list({ offset: 50 }), { ids: [], total: newestFirst.length });
  assert.deepEqual(await list({ status: 'failed', limit: 1, offset: 1 }), {
    ids: [happened[4]?.id],
    total: 3,
  });
  assert.deepEqual(await list({ dateFrom: at(2).replace('Z', '+00:00') }), {
    ids: newestFirst.slice(0, -2),
    total: newestFirst.length - 2,
  });
});

test('the list shows the attempts of each delivery, without request and response', async () => {
  const told = await stage.group();
  stage.receiver.behave(answer(500, 'a long story'));
  const id = await told.tell('record_failed', { recordId: 'c'.repeat(24) });
  const full = await told.ended(id, 3);
  stage.receiver.behave(answer(200));
  const { items } = await told.owner.listWebhookDeliveries({ spaceId: told.spaceId });
  const { body, attempts, ...head } = full;
  assert.deepEqual(items, [
    { ...head, attempts: attempts.map(({ answer: _answer, request: _request, ...attempt }) => attempt) },
  ]);
  assert.deepEqual(
    attempts.map(({ number, statusCode, error, url, answer: kept }) => [
      number,
      statusCode,
      error,
      url,
      kept,
    ]),
    [1, 2, 3].map((n) => [n, 500, null, `${stage.receiver.url}/${told.spaceId}`, 'a long story']),
  );
  assert.deepEqual(
    [head.status, head.eventName, head.roomId, head.recordId, head.isTest, head.nextAttemptAt],
    ['failed', 'record_failed', told.room.id, 'c'.repeat(24), false, null],
  );
  assert.deepEqual(JSON.parse(body), {
    eventName: 'record_failed',
    roomId: told.room.id,
    spaceId: told.spaceId,
    recordId: 'c'.repeat(24),
  });
  for (const { durationMs, startedAt } of attempts) {
    assert.ok(durationMs < 10_000 && Math.abs(Date.parse(startedAt) - Date.now()) < 2 * minute);
  }
});

/** Compares an attempt in the log with the received request, except for headers of every HTTP request. */
function isExactly(
  attempt: ListedDelivery['attempts'][number] | undefined,
  got: Received | undefined,
  url: string,
): void {
  assert.ok(attempt?.request && got);
  const { headers, body } = attempt.request;
  const ours = Object.entries(got.headers).filter(
    ([name]) => !['host', 'connection', 'content-length'].includes(name),
  );
  assert.deepEqual(headers, Object.fromEntries(ours));
  assert.equal(body, got.body);
  assert.equal(attempt.url, url);
}

test('a delivery shows exactly what the receiver got at each attempt, whatever has changed since', async () => {
  const { receiver, owner } = stage;
  const told = await stage.group();
  const { spaceId, secret: first } = told;
  const [here, there] = [`${receiver.url}/${spaceId}`, `${receiver.url}/moved/${spaceId}?key=ä`];
  const id = await told.tell('call_finished');
  await told.ended(id);
  await owner.updateWebhook({ spaceId, body: { url: there } });
  const second = await owner.refreshSecretWebhook({ spaceId, body: { overlapSeconds: 3600 } });
  await owner.redeliverWebhook({ spaceId, deliveryId: id });
  await told.ended(id, 2);
  await owner.updateWebhook({ spaceId, body: { url: here } });
  const third = await owner.refreshSecretWebhook({ spaceId });
  receiver.behave((response) => response.writeHead(410).end());
  await owner.redeliverWebhook({ spaceId, deliveryId: id });
  const { attempts, body, eventId, callId, status } = await told.ended(id, 3);
  receiver.behave(answer(200));

  const got = told.received();
  assert.equal(got.length, 3);
  for (const [index, url] of [here, there, here].entries()) isExactly(attempts[index], got[index], url);
  assert.deepEqual(
    attempts.map(({ number, statusCode }) => [number, statusCode]),
    [
      [1, 200],
      [2, 200],
      [3, 410],
    ],
  );
  assert.equal(status, 'failed');
  const secrets = [[first], [second.secret, first], [third.secret]] as const;
  for (const [index, [present, ...before]] of secrets.entries()) {
    const one = got[index] as Received;
    await verifyWebhook(one.body, present);
    assert.equal(one.headers['webhook-signature'], headerSignatures(one, present, ...before));
    assert.equal(one.headers['webhook-id'], eventId);
    assert.equal(one.headers['x-lectern-call-id'], callId);
    assert.equal(one.headers['x-lectern-test'], undefined);
    assert.ok(one.body.endsWith(`,"body":${body}}`));
  }
});

test('the first KiB of a response is stored as text, whatever its bytes are', async () => {
  const told = await stage.group();
  const answers: [string | Buffer, string | RegExp][] = [
    ['', ''],
    ['x'.repeat(1024), 'x'.repeat(1024)],
    ['x'.repeat(5000), 'x'.repeat(1024)],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['a\0b', 'a\uFFFDb'],
    [Buffer.from([0x61, 0xff, 0xfe, 0x62]), 'a\uFFFD\uFFFDb'],
    [Buffer.from([0xed, 0xa0, 0x80, 0x62]), /^\uFFFD+b$/],
    // 3 bytes each: one byte of the 342nd is within the KiB.
    ['€'.repeat(400), /^€{341}\uFFFD?$/],
    [`x${'😀'.repeat(300)}`, /^x(?:😀){255}\uFFFD*$/],
  ];
  for (const [sent, kept] of answers) {
    stage.receiver.behave((response) => response.writeHead(200).end(sent));
    const { attempts } = await told.ended(await told.tell('call_started'));
    const shown = attempts[0]?.answer ?? 'none';
    if (typeof kept === 'string') assert.equal(shown, kept);
    else assert.match(shown, kept);
  }
  stage.receiver.behave(answer(200));
});

test('the log states why there was no response', async () => {
  const told = await stage.group();
  const { owner, spaceId } = told;
  stage.receiver.behave((response) => response.socket?.resetAndDestroy());
  const cut = await told.ended(await told.tell('call_started'), 3);
  stage.receiver.behave(answer(200));
  await owner.updateWebhook({ spaceId, body: { url: 'http://127.0.0.1:9/' } });
  const refused = await told.ended(await told.tell('call_started'), 3);
  for (const [{ attempts, status }, error] of [
    [cut, 'the connection was cut'],
    [refused, 'the connection was refused'],
  ] as const) {
    assert.equal(status, 'failed');
    for (const attempt of attempts) {
      assert.deepEqual([attempt.statusCode, attempt.answer, attempt.error], [null, null, error]);
    }
  }
});

test('a delivery with many attempts shows the newest hundred, oldest first', async () => {
  const told = await stage.group();
  const id = await told.tell('call_started');
  await told.ended(id);
  await sql`
    INSERT INTO webhook_attempts (id, delivery_id, number, started_at, duration_ms, status_code, answer)
    SELECT left(${newId()}, 18) || lpad(n::text, 6, '0'), ${id}, n, now() + n * interval '1 second', 1, 500, 'no'
    FROM generate_series(2, 150) n`.execute(stage.database().db);
  const numbers = Array.from({ length: 100 }, (_, index) => index + 51);
  const { attempts } = await told.delivery(id);
  assert.deepEqual(
    attempts.map(({ number }) => number),
    numbers,
  );
  const { items } = await told.owner.listWebhookDeliveries({ spaceId: told.spaceId });
  assert.deepEqual(
    items[0]?.attempts.map(({ number }) => number),
    numbers,
  );
});

test('deleting the webhook deletes its log', async () => {
  const told = await stage.group();
  const { owner, spaceId } = told;
  const id = await told.tell('call_started');
  await told.ended(id);
  await owner.deleteWebhook({ spaceId });
  await owner.createWebhook({ spaceId, body: { url: `${stage.receiver.url}/${spaceId}` } });
  assert.deepEqual(await owner.listWebhookDeliveries({ spaceId }), { items: [], total: 0 });
  await assert.rejects(told.delivery(id), { code: 'not_found' });
});
