import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyWebhook } from '../../../../contract/client/index.ts';
import { eventNames } from '../../../../contract/events.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { AttemptLimits } from '../../auth/auth.ts';
import { newId } from '../../platform/ids.ts';
import { startWebhookServer, type WebhookServer } from '../testing/webhook-server.ts';

let stage: WebhookServer;
before(async () => {
  // Rate limits are on; the test meets only the one that it is about.
  stage = await startWebhookServer({ LECTERN_RATE_LIMIT_PER_MINUTE: '1000000' });
});
after(() => stage?.remove());

test('a test event is delivered like any event, marked as a test, by default for the newest room', async () => {
  const told = await stage.group();
  const { owner, spaceId, secret } = told;
  const newest = await owner.createRoom({ spaceId, body: { name: 'Newest' } });
  const asked = await owner.testWebhook({ spaceId });
  assert.deepEqual(
    [asked.status, asked.isTest, asked.eventName, asked.roomId, asked.recordId, asked.attempts],
    ['pending', true, 'call_started', newest.id, undefined, []],
  );
  const { status, isTest, eventId, body } = await told.ended(asked.id);
  assert.deepEqual([status, isTest], ['delivered', true]);
  const [got] = told.received();
  assert.equal(got?.headers['x-lectern-test'], '1');
  assert.equal(got?.headers['webhook-id'], eventId);
  const event = await verifyWebhook(got?.body ?? '', secret);
  assert.deepEqual(event, { eventName: 'call_started', roomId: newest.id, spaceId });
  assert.equal(JSON.stringify(event), body);
  assert.deepEqual(
    (await owner.listWebhookDeliveries({ spaceId })).items.map((one) => [one.id, one.isTest]),
    [[asked.id, true]],
  );
  await owner.redeliverWebhook({ spaceId, deliveryId: asked.id });
  await told.ended(asked.id, 2);
  assert.equal(told.received()[1]?.headers['x-lectern-test'], '1');
});

test('each event can be tested, for a named room, and with a record if the event has one', async () => {
  const told = await stage.group();
  const { owner, spaceId, room } = told;
  await owner.createRoom({ spaceId, body: { name: 'Newer' } });
  const playback = await owner.createPlayback({ spaceId, body: { name: 'Again', type: 'webinar' } });
  await owner.createPlayback({ spaceId, body: { name: 'Newer', type: 'webinar' } });
  for (const eventName of eventNames) {
    const roomId = eventName.startsWith('session_') ? playback.id : room.id;
    const asked = await owner.testWebhook({ spaceId, body: { eventName, roomId } });
    assert.deepEqual([asked.eventName, asked.roomId], [eventName, roomId]);
    await told.ended(asked.id);
    const { body } = JSON.parse(told.received().at(-1)?.body ?? '');
    const isOfTranscript = eventName.startsWith('transcription_');
    const isOfRecord = eventName.startsWith('record_') || isOfTranscript;
    assert.deepEqual(Object.keys(body), [
      'eventName',
      'roomId',
      'spaceId',
      ...(isOfRecord ? ['recordId'] : []),
      ...(eventName === 'report_ready' || isOfTranscript ? ['callId'] : []),
      ...(eventName.startsWith('session_') ? ['sessionId'] : []),
      ...(eventName.startsWith('document_') ? ['documentId'] : []),
    ]);
    if (isOfRecord) assert.match(body.recordId, /^[0-9a-f]{24}$/);
    assert.equal(body.recordId, asked.recordId);
  }
});

test('a group without rooms may test its webhook', async () => {
  const told = await stage.group();
  const { owner, spaceId, room } = told;
  await owner.deleteRoom(told.at);
  const asked = await owner.testWebhook({ spaceId });
  assert.notEqual(asked.roomId, room.id);
  assert.equal((await told.ended(asked.id)).status, 'delivered');
});

test('a room of another group, an unknown or invalid one gives 422, even if the webhook is off', async () => {
  const [told, other] = [await stage.group(), await stage.group()];
  const { owner, spaceId } = told;
  const gone = await owner.createRoom({ spaceId, body: { name: 'Gone' } });
  await owner.deleteRoom({ spaceId, roomId: gone.id });
  const refuseAll = async () => {
    for (const roomId of [other.room.id, newId(), gone.id, 'nonsense', 'A'.repeat(24)]) {
      await refusedFields(owner.testWebhook({ spaceId, body: { roomId } }), 'roomId');
    }
  };
  await refuseAll();
  await owner.updateWebhook({ spaceId, body: { isActive: false } });
  await refuseAll();
  await refused(owner.testWebhook({ spaceId }), 'webhook_blocked');
  assert.deepEqual(await owner.listWebhookDeliveries({ spaceId }), { items: [], total: 0 });
});

test('twenty tests a minute for one webhook, over all nodes; refused ones do not count', async () => {
  const [told, other] = [await stage.group(), await stage.group()];
  const { owner, spaceId } = told;
  const { db } = stage.database();
  const counts = () =>
    db
      .selectFrom('sign_in_attempts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
  const before = await counts();
  await refusedFields(owner.testWebhook({ spaceId, body: { roomId: newId() } }), 'roomId');
  assert.deepEqual(await counts(), before);
  const asked = Array.from({ length: 24 }, () => owner.testWebhook({ spaceId }));
  const done = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled');
  assert.equal(done.length, 20);
  const refusal = await refused(owner.testWebhook({ spaceId }), 'rate_limited');
  const wait = refusal.retryAfter ?? 0;
  assert.ok(wait >= 1 && wait <= 60);
  await refused(owner.testWebhook({ spaceId }, { idempotencyKey: 'one-more' }), 'rate_limited');
  const { id } = await db
    .selectFrom('webhooks')
    .select('id')
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const elsewhere = new AttemptLimits(undefined);
  const attempt = { kind: 'webhook-test', account: id, ip: '' } as const;
  assert.equal((await elsewhere.count(db, attempt))?.allowed, false);
  assert.equal((await owner.listWebhookDeliveries({ spaceId })).total, 20);
  // Another webhook has a limit of its own.
  await owner.testWebhook({ spaceId: other.spaceId });
  // As if the minute was over.
  await db
    .updateTable('sign_in_attempts')
    .set({ resets_at: new Date(Date.now() - 1000) })
    .execute();
  await owner.testWebhook({ spaceId }, { idempotencyKey: 'one-more' });
  await waitUntil(() => told.received().length === 21, { timeout: 30_000, message: 'twenty-one tests' });
});
