import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyWebhook } from '../../../contract/client/index.ts';
import { type OptionalEventName, optionalEventNames } from '../../../contract/events.ts';
import type { Answer, Body } from '../../../contract/routes.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { joinFakeCall } from '../../testing/people/fake-call.ts';
import { type Received, type Receiver, startReceiver } from '../../testing/receivers/receiver.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';

type Report = Answer<'getRoomAnalyticsReport'>;

/** A group with a webhook, and what its receiver got. */
interface HookedGroup extends TestGroup {
  secret: string;
  received: () => Received[];
  /** The names of received events, in their order. */
  names: () => string[];
}

let lectern: InProcess;
let receiver: Receiver;
before(async () => {
  lectern = await startInProcess();
  receiver = await startReceiver();
});
after(async () => {
  await receiver?.close();
  await lectern?.remove();
});

const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 30_000, message });

const eventOf = ({ body }: Received) => JSON.parse(body).body;

async function hookedGroup(events?: OptionalEventName[]): Promise<HookedGroup> {
  const group = await makeGroup(lectern);
  const { spaceId, owner } = group;
  const body = { url: `${receiver.url}/${spaceId}`, ...(events && { events }) };
  const { secret } = await owner.createWebhook({ spaceId, body });
  const received = () => receiver.received.filter(({ path }) => path === `/${spaceId}`);
  return { ...group, secret, received, names: () => received().map((one) => eventOf(one).eventName) };
}

/** A call with one person in it. */
async function startCall(group: TestGroup, externalUserId = 'learner-7') {
  const someone = await joinFakeCall(lectern, group, { username: 'Ann', externalUserId });
  const { id: callId } = await group.owner.getActiveCall(group.at);
  return { ...someone, callId };
}

const reportOf = ({ owner, spaceId, room }: TestGroup, callId: string): Promise<Report> =>
  owner.getRoomAnalyticsReport({ spaceId, query: { roomId: room.id, callId } });

const eventIds = ({ spaceId, owner }: TestGroup) =>
  owner
    .listWebhookDeliveries({ spaceId, query: { order: 'asc' } })
    .then(({ items }) => items.map(({ eventName, callId }) => `${eventName} ${callId}`));

test('report_ready follows call_finished, and the report that it names is final when it arrives', async () => {
  const group = await hookedGroup(['report_ready']);
  const { spaceId, room } = group;
  const reports: Report[] = [];
  receiver.behave((response, request) => {
    const { eventName, callId } = eventOf(request);
    const read = eventName === 'report_ready' ? reportOf(group, callId) : undefined;
    void Promise.resolve(read).then((report) => {
      if (report) reports.push(report);
      response.writeHead(204).end();
    });
  });
  const { callId, person } = await startCall(group);
  person.leave();
  await until(() => reports.length === 1, 'the report that report_ready names');

  assert.deepEqual(group.names(), ['call_started', 'call_finished', 'report_ready']);
  const [started = assert.fail(), finished = assert.fail(), ready = assert.fail()] = group.received();
  const inner = (name: string, more = '') =>
    `,"body":{"eventName":"${name}","roomId":"${room.id}","spaceId":"${spaceId}"${more}}}`;
  // The events of the interface have the bytes that they always had.
  assert.ok(started.body.endsWith(inner('call_started')), started.body);
  assert.ok(finished.body.endsWith(inner('call_finished')), finished.body);
  assert.ok(ready.body.endsWith(inner('report_ready', `,"callId":"${callId}"`)), ready.body);
  const event = { eventName: 'report_ready', roomId: room.id, spaceId, callId };
  assert.deepEqual(await verifyWebhook(ready.body, group.secret), event);
  const byHeaders = await verifyWebhook(ready.body, group.secret, { headers: ready.headers });
  assert.deepEqual([byHeaders.event, byHeaders.callId, byHeaders.isTest], [event, callId, false]);

  const [report] = reports;
  assert.deepEqual([report?.isFinal, report?.revision, report?.call.id], [true, 1, callId]);
  const intervals = report?.participants.flatMap((row) => Object.values(row.intervals).flat()) ?? [];
  assert.ok(intervals.length >= 1, 'the time online');
  assert.ok(intervals.every(({ endedAt }) => endedAt !== null));

  await group.owner.erasePerson({ externalUserId: 'learner-7' });
  assert.equal((await reportOf(group, callId)).revision, 2);
  assert.deepEqual(
    await eventIds(group),
    ['call_started', 'call_finished', 'report_ready'].map((name) => `${name} ${callId}`),
    'an erasure announces nothing',
  );
});

test('a webhook gets report_ready if it requests the event when the call ends', async () => {
  receiver.behave((response) => response.writeHead(204).end());
  const [never, late, cancelled, ahead] = [
    await hookedGroup(),
    await hookedGroup([]),
    await hookedGroup(['report_ready']),
    await hookedGroup(['session_started', 'transcription_ready']),
  ];
  const groups = [never, late, cancelled, ahead];
  for (const group of groups) await startCall(group);
  await late.owner.updateWebhook({ spaceId: late.spaceId, body: { events: ['report_ready'] } });
  await cancelled.owner.updateWebhook({ spaceId: cancelled.spaceId, body: { events: [] } });
  for (const { owner, at } of groups) await owner.finishActiveCall(at);
  await until(() => groups.every(({ names }) => names().includes('call_finished')), 'the ends of all calls');
  await until(() => late.names().includes('report_ready'), 'report_ready');
  for (const group of [never, cancelled, ahead]) {
    // The list has every delivery that was inserted, sent or not.
    const names = (await eventIds(group)).map((one) => one.split(' ', 1)[0]);
    assert.deepEqual(names, ['call_started', 'call_finished']);
  }
});

test('a deleted room or group ends its call, and report_ready is still delivered', async () => {
  receiver.behave((response) => response.writeHead(204).end());
  const [ofRoom, ofGroup] = [await hookedGroup(['report_ready']), await hookedGroup(['report_ready'])];
  const [first, second] = [await startCall(ofRoom), await startCall(ofGroup)];
  await ofRoom.owner.deleteRoom(ofRoom.at);
  await ofGroup.owner.deleteSpace({ spaceId: ofGroup.spaceId });
  for (const [{ names, received }, { callId }] of [
    [ofRoom, first],
    [ofGroup, second],
  ] as const) {
    await until(() => names().length === 3, 'three events');
    assert.deepEqual(names(), ['call_started', 'call_finished', 'report_ready']);
    assert.equal(eventOf(received()[2] ?? assert.fail()).callId, callId);
  }
  await refused(reportOf(ofRoom, first.callId), 'not_found');
});

test('the log filters by report_ready, and sends one again with the same bytes', async () => {
  receiver.behave((response) => response.writeHead(500).end());
  const group = await hookedGroup(['report_ready']);
  const { spaceId, owner } = group;
  await startCall(group);
  await owner.finishActiveCall(group.at);
  const list = () => owner.listWebhookDeliveries({ spaceId, query: { eventName: 'report_ready' } });
  await until(async () => (await list()).items[0]?.attempts.length === 1, 'an attempt');
  receiver.behave((response) => response.writeHead(204).end());
  const { items, total } = await list();
  assert.deepEqual([total, items[0]?.eventName], [1, 'report_ready']);
  const query = { eventName: 'session_started' } as const;
  assert.deepEqual(await owner.listWebhookDeliveries({ spaceId, query }), { items: [], total: 0 });
  // The delivery exists, so that a webhook that no longer requests the event may send it again.
  await owner.updateWebhook({ spaceId, body: { events: [] } });
  const [{ id: deliveryId = '' } = {}] = items;
  await owner.redeliverWebhook({ spaceId, deliveryId });
  await until(async () => (await list()).items[0]?.status === 'delivered', 'the delivery');
  const sent = group.received().filter((one) => eventOf(one).eventName === 'report_ready');
  assert.ok(sent.length >= 2);
  assert.equal(new Set(sent.map((one) => JSON.stringify(eventOf(one)))).size, 1);
  assert.equal(new Set(sent.map(({ headers }) => headers['webhook-id'])).size, 1);
  const body = { dateFrom: '2020-01-01T00:00:00Z', eventName: 'report_ready' } as const;
  assert.deepEqual(await owner.redeliverFailedWebhooks({ spaceId, body }), { count: 0 });
});

test('each optional event can be tested, also by a webhook that does not request it', async () => {
  receiver.behave((response) => response.writeHead(204).end());
  const group = await hookedGroup();
  const { spaceId, owner } = group;
  const keys: Record<OptionalEventName, string[]> = {
    session_started: ['sessionId'],
    session_finished: ['sessionId'],
    report_ready: ['callId'],
    transcription_ready: ['recordId', 'callId'],
    transcription_failed: ['recordId', 'callId'],
  };
  for (const eventName of optionalEventNames) {
    const { callId, recordId } = await owner.testWebhook({ spaceId, body: { eventName } });
    const got = await until(
      () => group.received().find((one) => eventOf(one).eventName === eventName),
      eventName,
    );
    const event = await verifyWebhook(got.body, group.secret);
    assert.deepEqual(Object.keys(event), ['eventName', 'roomId', 'spaceId', ...keys[eventName]]);
    assert.deepEqual([event.callId, event.recordId], [callId, recordId]);
    assert.equal(got.headers['x-lectern-call-id'], callId);
    assert.equal(got.headers['x-lectern-test'], '1');
  }
  const webinar = await owner.createPlayback({ spaceId, body: { name: 'Again', type: 'webinar' } });
  await owner.testWebhook({ spaceId, body: { eventName: 'report_ready', roomId: webinar.id } });
  const ofSession = await until(() => group.received().find(({ body }) => body.includes(webinar.id)), 'it');
  assert.deepEqual(Object.keys(eventOf(ofSession)), [
    ...['eventName', 'roomId', 'spaceId', 'sessionId', 'playbackEventId'],
  ]);
});

test('events are stored as requested; a change without them keeps them', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  const url = 'https://lms.example.org/hook';
  const made = await owner.createWebhook({ spaceId, body: { url, events: ['report_ready'] } });
  assert.deepEqual(made.events, ['report_ready']);
  assert.deepEqual((await owner.refreshSecretWebhook({ spaceId })).events, ['report_ready']);
  const all = optionalEventNames.toReversed();
  assert.deepEqual((await owner.updateWebhook({ spaceId, body: { events: all } })).events, all);
  const off = await owner.updateWebhook({ spaceId, body: { isActive: false } });
  assert.deepEqual([off.isActive, off.events], [false, all]);
  assert.deepEqual(await owner.updateWebhook({ spaceId, body: off }), off);
  // An optional field that is null counts as not sent.
  const body = { events: null } as unknown as Body<'updateWebhook'>;
  assert.deepEqual((await owner.updateWebhook({ spaceId, body })).events, all);
  assert.deepEqual((await owner.getWebhook({ spaceId })).events, all);
  assert.deepEqual((await owner.updateWebhook({ spaceId, body: { events: [] } })).events, []);
  await owner.deleteWebhook({ spaceId });
  assert.deepEqual((await owner.createWebhook({ spaceId, body: { url } })).events, []);
});

test('unknown, repeated and wrongly typed events are refused, each by its position', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  const url = 'https://lms.example.org/hook';
  const requests = {
    create: (more: object) =>
      owner.createWebhook({ spaceId, body: { url, ...more } as Body<'createWebhook'> }),
    update: (more: object) => owner.updateWebhook({ spaceId, body: more as Body<'updateWebhook'> }),
  };
  const refuseAll = async (request: (more: object) => Promise<unknown>) => {
    for (const events of ['report_ready', 5, true, {}, { 0: 'report_ready' }])
      await refusedFields(request({ events }), 'events');
    // The events of the interface need no request.
    await refusedFields(
      request({ events: ['call_finished', 'report_ready', 'Report_Ready'] }),
      'events.0',
      'events.2',
    );
    await refusedFields(
      request({ events: [null, 1, '', []] }),
      'events.0',
      'events.1',
      'events.2',
      'events.3',
    );
    await refusedFields(
      request({ events: ['report_ready', 'session_started', 'report_ready', 'session_started'] }),
      'events.2',
      'events.3',
    );
    await refusedFields(request({ events: Array.from({ length: 6 }, () => 'report_ready') }), 'events');
    await refusedFields(request({ url: 'hook', events: ['x'], isActive: 1 }), 'url', 'events.0', 'isActive');
    const inside = { url: 'http://10.0.0.1/', events: ['report_ready', 'report_ready'] };
    await refusedFields(request(inside), 'url', 'events.1');
  };
  await refuseAll(requests.create);
  await owner.createWebhook({ spaceId, body: { url } });
  await refuseAll(requests.update);
  assert.deepEqual((await owner.getWebhook({ spaceId })).events, []);
});
