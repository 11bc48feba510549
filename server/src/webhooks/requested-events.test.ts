import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyWebhook } from '../../../contract/client/index.ts';
import {
  type EventName,
  eventNames,
  eventsOfInterface,
  type OptionalEventName,
  optionalEventNames,
} from '../../../contract/events.ts';
import type { Answer, Body } from '../../../contract/routes.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { joinFakeCall } from '../../testing/people/fake-call.ts';
import { answer, type Received, type Receiver, startReceiver } from '../../testing/receivers/receiver.ts';
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
    document_ready: ['documentId'],
    document_failed: ['documentId'],
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
  const withReport = [...eventsOfInterface, 'report_ready'];
  assert.deepEqual(made.events, withReport);
  assert.deepEqual((await owner.refreshSecretWebhook({ spaceId })).events, withReport);
  const all = [...eventNames];
  assert.deepEqual((await owner.updateWebhook({ spaceId, body: { events: all.toReversed() } })).events, all);
  const off = await owner.updateWebhook({ spaceId, body: { isActive: false } });
  assert.deepEqual([off.isActive, off.events], [false, all]);
  assert.deepEqual(await owner.updateWebhook({ spaceId, body: off }), off);
  // An optional field that is null counts as not sent.
  const body = { events: null } as unknown as Body<'updateWebhook'>;
  assert.deepEqual((await owner.updateWebhook({ spaceId, body })).events, all);
  assert.deepEqual((await owner.getWebhook({ spaceId })).events, all);
  assert.deepEqual((await owner.updateWebhook({ spaceId, body: { events: [] } })).events, eventsOfInterface);
  await owner.deleteWebhook({ spaceId });
  assert.deepEqual((await owner.createWebhook({ spaceId, body: { url } })).events, eventsOfInterface);
});

test('events are any subset of all; a list without the six of the interface leaves these as they are', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  const change = async (events: EventName[]) =>
    (await owner.updateWebhook({ spaceId, body: { events } })).events;
  const events: EventName[] = ['report_ready', 'call_finished'];
  const made = await owner.createWebhook({ spaceId, body: { url: 'https://lms.example.org/hook', events } });
  assert.deepEqual(made.events, ['call_finished', 'report_ready']);
  assert.deepEqual(await change(['session_started']), ['call_finished', 'session_started']);
  assert.deepEqual(await change(['record_finished']), ['record_finished']);
  const [first = assert.fail()] = (await owner.listWebhooks({ spaceId })).items;
  const at = { spaceId, webhookId: first.id };
  await owner.updateWebhookById({ ...at, body: { eventNames: ['report_ready'] } });
  const exact = await owner.getWebhook({ spaceId });
  assert.deepEqual(exact.events, ['report_ready']);
  assert.deepEqual(await owner.updateWebhook({ spaceId, body: exact }), exact);
  // Nothing is left of the exact list.
  assert.deepEqual(await change([]), []);
  assert.deepEqual((await owner.listWebhooks({ spaceId })).items[0]?.eventNames, []);
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
    const { details } = await refusedFields(
      request({ events: ['call_finished', 'report_ready', 'Report_Ready'] }),
      'events.2',
    );
    assert.equal(details[0]?.message, `must be one of ${eventNames.join(', ')}`);
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
    await refusedFields(
      request({ events: Array.from({ length: eventNames.length + 1 }, () => 'report_ready') }),
      'events',
    );
    await refusedFields(request({ url: 'hook', events: ['x'], isActive: 2 }), 'url', 'events.0', 'isActive');
    const inside = { url: 'http://10.0.0.1/', events: ['report_ready', 'report_ready'] };
    await refusedFields(request(inside), 'url', 'events.1');
  };
  await refuseAll(requests.create);
  await owner.createWebhook({ spaceId, body: { url } });
  await refuseAll(requests.update);
  assert.deepEqual((await owner.getWebhook({ spaceId })).events, eventsOfInterface);
});

test('a group has several webhooks, each with its own events, secret, test and log', async () => {
  receiver.behave(answer(204));
  const group = await hookedGroup();
  const { owner, spaceId } = group;
  const url = `${receiver.url}/${spaceId}/second`;
  const eventNames = ['call_finished', 'report_ready'] as const;
  const second = await owner.addWebhook({ spaceId, body: { url, eventNames: [...eventNames] } });
  const { id: webhookId, secret, signingSecret, ...rest } = second;
  assert.match(signingSecret, /^whsec_/);
  assert.deepEqual(rest, {
    ...{ url, isActive: true, isFirst: false, eventNames, previousSecretUntil: null },
    ...{ isFailing: false, failedInRow: 0, failedSince: null, createdAt: second.createdAt },
  });
  const of = { spaceId, webhookId };
  const { items, total } = await owner.listWebhooks({ spaceId, query: { order: 'asc' } });
  const [first = assert.fail()] = items;
  assert.deepEqual([total, items.map((one) => one.isFirst)], [2, [true, false]]);
  assert.deepEqual(items[1], await owner.getWebhookById(of));
  assert.equal(first.eventNames.length, 6);
  assert.equal((await owner.getWebhook({ spaceId })).url, first.url);

  const { person } = await startCall(group);
  person.leave();
  const atSecond = () => receiver.received.filter(({ path }) => path === `/${spaceId}/second`);
  await until(() => atSecond().length === 2 && group.received().length === 2, 'the events of both webhooks');
  assert.deepEqual(group.names(), ['call_started', 'call_finished']);
  assert.deepEqual(
    atSecond().map((one) => eventOf(one).eventName),
    eventNames,
  );
  const [finished = assert.fail()] = atSecond();
  await verifyWebhook(finished.body, secret, { headers: finished.headers as Record<string, string> });
  assert.notEqual(secret, group.secret);
  assert.equal(finished.headers['webhook-id'], group.received()[1]?.headers['webhook-id'], 'one event');

  const listed = await owner.listWebhookDeliveriesById(of);
  assert.deepEqual(listed.items.map(({ eventName }) => eventName).toSorted(), eventNames);
  const deliveryId = listed.items[0]?.id ?? '';
  assert.equal((await owner.getWebhookDeliveryById({ ...of, deliveryId })).attempts[0]?.url, url);
  await refused(owner.getWebhookDelivery({ spaceId, deliveryId }), 'not_found');
  const ofFirst = { spaceId, webhookId: first.id };
  await refused(owner.getWebhookDeliveryById({ ...ofFirst, deliveryId }), 'not_found');
  assert.equal((await owner.listWebhookDeliveriesById(ofFirst)).total, 2);
  // A test is sent to this webhook only, also with an event that it does not get.
  await owner.testWebhookById({ ...of, body: { eventName: 'record_failed' } });
  await until(() => atSecond().length === 3, 'the test');
  await owner.redeliverWebhookById({ ...of, deliveryId });
  await until(() => atSecond().length === 4, 'the delivery that is sent again');
  assert.equal(group.received().length, 2);
});

test('the operations on the single webhook are those of the first, and the others do not change with it', async () => {
  const group = await hookedGroup(['report_ready']);
  const { owner, spaceId } = group;
  const { id: webhookId } = await owner.addWebhook({ spaceId, body: { url: `${receiver.url}/second` } });
  const of = { spaceId, webhookId };
  const before = await owner.getWebhookById(of);
  await refused(owner.createWebhook({ spaceId, body: { url: receiver.url } }), 'webhook_exists');
  const [, first = assert.fail()] = (await owner.listWebhooks({ spaceId })).items;
  await owner.updateWebhookById({
    ...{ spaceId, webhookId: first.id },
    body: { eventNames: ['call_started', 'session_started'] },
  });
  assert.deepEqual((await owner.getWebhook({ spaceId })).events, ['call_started', 'session_started']);
  await owner.updateWebhook({ spaceId, body: { events: [], isActive: false } });
  const changed = await owner.getWebhookById({ spaceId, webhookId: first.id });
  assert.deepEqual([changed.eventNames, changed.isActive], [['call_started'], false]);
  await owner.deleteWebhook({ spaceId });
  await refused(owner.getWebhook({ spaceId }), 'not_found');
  assert.deepEqual((await owner.listWebhooks({ spaceId })).items, [before]);
  await owner.createWebhook({ spaceId, body: { url: `${receiver.url}/again` } });
  assert.deepEqual(
    (await owner.listWebhooks({ spaceId })).items.map(({ isFirst }) => isFirst),
    [true, false],
  );
  const { secret } = await owner.refreshSecretWebhookById({ ...of, body: { overlapSeconds: 60 } });
  assert.equal(secret.length, 32);
  await owner.deleteWebhookById(of);
  await refused(owner.getWebhookById(of), 'not_found');
});

test('a webhook that is added to a group without one is its first; a group has at most ten', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  const add = (more: Partial<Body<'addWebhook'>> = {}) =>
    owner.addWebhook({ spaceId, body: { url: receiver.url, ...more } });
  const made = await Promise.allSettled(Array.from({ length: 12 }, () => add()));
  const done = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.equal(done.length, 10);
  assert.equal(done.filter(({ isFirst }) => isFirst).length, 1);
  await refused(add(), 'too_many_webhooks');
  assert.equal((await owner.getWebhook({ spaceId })).isActive, true);

  const other = await makeGroup(lectern);
  const of = { spaceId: other.spaceId, webhookId: done[0]?.id ?? '' };
  await refused(owner.getWebhookById(of), 'not_found');
  await refused(owner.updateWebhookById({ ...of, body: { isActive: false } }), 'not_found');
  await refused(owner.deleteWebhookById(of), 'not_found');
  await refused(owner.getWebhookById({ spaceId, webhookId: 'none' }), 'not_found');
  const wrong = { url: 'http://10.0.0.1/', eventNames: ['call_started', 'call_started'] } as const;
  await refusedFields(
    owner.addWebhook({ spaceId: other.spaceId, body: { ...wrong, eventNames: [...wrong.eventNames] } }),
    'url',
    'eventNames.1',
  );
  const none = { spaceId: other.spaceId, body: { url: receiver.url, eventNames: [] } };
  await refusedFields(owner.addWebhook(none), 'eventNames');
  const unknown = { spaceId: other.spaceId, body: { url: receiver.url, eventNames: ['call'] as never } };
  await refusedFields(owner.addWebhook(unknown), 'eventNames.0');
});
