import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyWebhook } from '../../../contract/client/index.ts';
import { eventNames } from '../../../contract/events.ts';
import { makeGroup, makeUser } from '../../testing/group.ts';
import type { InProcess } from '../../testing/in-process.ts';
import { joinFakeCall } from '../../testing/people/fake-call.ts';
import { withoutRecorder } from '../../testing/records/records.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import {
  startWebhookServer,
  type WebhookGroup,
  type WebhookServer,
} from '../webhooks/testing/webhook-server.ts';

let stage: WebhookServer;
before(async () => {
  // No recorder runs, and rate limits are on.
  stage = await startWebhookServer({ ...withoutRecorder, LECTERN_RATE_LIMIT_PER_MINUTE: '1000000' });
});
after(() => stage?.remove());

const minutes = (count: number): number => count * 60;

async function groupWithAllEvents(): Promise<WebhookGroup> {
  const group = await stage.group();
  await group.owner.updateWebhook({ spaceId: group.spaceId, body: { events: [...eventNames] } });
  return group;
}

const reportOf = ({ owner, spaceId, room }: WebhookGroup, callId: string) =>
  owner.getRoomAnalyticsReport({ spaceId, query: { roomId: room.id, callId } });

/** Sends one request after the other until the group has so many. */
const delivered = (group: WebhookGroup, count: number) =>
  waitUntil(() => group.received().length >= count && group.received(), {
    timeout: 20_000,
    message: () => `${count} deliveries; there were ${group.received().map(({ body }) => body)}`,
  });

test('without a body it makes a call of a teacher and a learner, with the figures of their minutes', async () => {
  const group = await stage.group();
  const made = await group.owner.createSampleCall(group.at);
  assert.equal(Date.parse(made.finishedAt) - Date.parse(made.startedAt), minutes(45) * 1000);
  const { call, isFinal, totals, participants } = await reportOf(group, made.callId);
  assert.deepEqual(
    [call.id, call.isSample, call.duration, call.startedAt, call.finishedAt, isFinal],
    [made.callId, true, minutes(45), made.startedAt, made.finishedAt, true],
  );
  assert.deepEqual(
    [totals.people, totals.present, totals.visits, totals.mostPeople, totals.absent],
    [2, 2, 2, 2, []],
  );
  assert.deepEqual(
    participants.map((row) => [
      ...[row.externalUserId, row.role, row.onlineDuration, row.onlineDurationWithActiveTab],
      ...[row.activeMicrophoneDuration, row.activeCameraDuration, row.screenSharingDuration],
      ...[row.speakingDuration, row.isPresent, row.browser],
    ]),
    [
      ...[['sample-teacher', 'moderator', 2700, 2700, 2700, 2700, 675, 1350, true, 'Chrome']],
      ...[['sample-learner', 'user', 2400, 2400, 600, 2400, 0, 600, true, 'Chrome']],
    ],
  );
  const read = await group.owner.getAnalyticsCall({ spaceId: group.spaceId, callId: made.callId });
  assert.deepEqual(
    [read.isSample, read.active, read.participantsCount, read.totalParticipantsCount],
    [true, false, 2, 2],
  );
});

test('its webhooks come in the order of a call, each marked; only bodies of later events are', async () => {
  const group = await groupWithAllEvents();
  const { callId, recordId } = await group.owner.createSampleCall(group.at);
  const got = await delivered(group, 5);
  const events = await Promise.all(got.map(({ body }) => verifyWebhook(body, group.secret)));
  assert.deepEqual(
    events.map(({ eventName }) => eventName),
    ['call_started', 'record_started', 'call_finished', 'report_ready', 'record_finished'],
  );
  for (const { headers } of got) {
    assert.equal(headers['x-lectern-sample'], '1');
    assert.equal(headers['x-lectern-call-id'], callId);
    assert.equal(headers['x-lectern-test'], undefined);
  }
  const place = { roomId: group.room.id, spaceId: group.spaceId };
  assert.deepEqual(events[0], { eventName: 'call_started', ...place });
  assert.deepEqual(events[3], { eventName: 'report_ready', ...place, callId, isSample: true });
  assert.deepEqual(events[4], { eventName: 'record_finished', ...place, recordId });
});

test('its recording is a video that plays in ranges, can be downloaded and deleted', async () => {
  const group = await stage.group();
  const { callId, recordId, finishedAt } = await group.owner.createSampleCall(group.at);
  const at = { ...group.at, recordId: recordId ?? '' };
  const record = await group.owner.getRecord(at);
  assert.deepEqual(
    [record.state, record.isSample, record.callId, record.duration, record.width, record.height],
    ['finished', true, callId, 10, 640, 360],
  );
  assert.equal(Date.parse(finishedAt) - Date.parse(record.startedAt ?? ''), 10_000);
  assert.equal((await group.owner.getRecordByCall({ ...group.at, callId })).id, recordId);
  const { videoUrl, voices } = await group.owner.getRecordMedia(at);
  assert.deepEqual(voices, []);
  const part = await fetch(videoUrl, { headers: { range: 'bytes=4-7' } });
  assert.deepEqual([part.status, await part.text()], [206, 'ftyp']);
  assert.equal(part.headers.get('content-range'), `bytes 4-7/${record.fileSize}`);
  const poster = await fetch(record.posterUrl ?? '');
  assert.deepEqual([poster.status, poster.headers.get('content-type')], [200, 'image/jpeg']);
  const url = await group.owner.downloadRecord(at);
  const whole = await fetch(url);
  assert.match(whole.headers.get('content-disposition') ?? '', /^attachment/);
  assert.equal((await whole.arrayBuffer()).byteLength, record.fileSize);
  await group.owner.deleteRecord(at);
  assert.equal((await fetch(url)).status, 404);
  assert.equal((await reportOf(group, callId)).totals.people, 2);
});

test('the people, their minutes and whether it is recorded are chosen by the body', async () => {
  const group = await stage.group();
  const people = [
    { name: 'Ann', role: 'moderator' as const, externalUserId: 't-1' },
    { name: 'Ben', externalUserId: 's-1', externalMeetingId: 'lesson-7' },
    { name: 'Cid', externalUserId: 's-2', minutes: 10 },
    { name: 'Dan' },
  ];
  const body = { people, minutes: 30, isRecorded: false };
  const { callId, recordId } = await group.owner.createSampleCall({ ...group.at, body });
  assert.equal(recordId, null);
  assert.deepEqual((await group.owner.listRecords(group.at)).items, []);
  const { participants } = await reportOf(group, callId);
  const rows = participants.map((row) => [row.name, row.role, row.externalUserId, row.onlineDuration]);
  assert.deepEqual(rows.sort(), [
    ['Ann', 'moderator', 't-1', minutes(30)],
    ['Ben', 'user', 's-1', minutes(30)],
    ['Cid', 'user', 's-2', minutes(10)],
    ['Dan', 'user', null, minutes(30)],
  ]);
  const byId = new Map(participants.map((row) => [row.externalUserId, row]));
  assert.deepEqual([byId.get('s-1')?.externalMeetingId, byId.get('s-2')?.isPresent], ['lesson-7', false]);
});

test('what the body may not say is refused with the name of the field', async () => {
  const group = await stage.group();
  const make = (body: object) => group.owner.createSampleCall({ ...group.at, body });
  await refusedFields(make({ people: [] }), 'people');
  await refusedFields(make({ people: Array(101).fill({ name: 'Ann' }) }), 'people');
  await refusedFields(make({ people: [{ name: ' ' }] }), 'people.0.name');
  await refusedFields(make({ people: [{ name: 'Ann', role: 'owner' }] }), 'people.0.role');
  await refusedFields(make({ people: [{ name: 'Ann', externalUserId: 'a\nb' }] }), 'people.0.externalUserId');
  await refusedFields(make({ people: [{ name: 'Ann', minutes: 0 }] }), 'people.0.minutes');
  await refusedFields(make({ minutes: 481 }), 'minutes');
  await refusedFields(make({ isRecorded: 'maybe' }), 'isRecorded');
  assert.deepEqual(group.received(), []);
});

test('it is listed among the calls, and in no summary', async () => {
  const group = await stage.group();
  const { callId, startedAt } = await group.owner.createSampleCall(group.at);
  const { spaceId } = group;
  const { items } = await group.owner.analyticsCalls({ spaceId, query: { dateFrom: startedAt } });
  assert.deepEqual(
    items.map(({ id, isSample }) => [id, isSample]),
    [[callId, true]],
  );
  const { calls, people, total } = await group.owner.getAnalyticsSummary({
    ...{ spaceId, query: { dateFrom: startedAt, dateTo: '2100-01-01T00:00:00Z' } },
  });
  assert.deepEqual([calls, people, total], [[], [], 0]);
  assert.equal((await group.owner.getRoom(group.at)).lastCallAt, null);
});

test('a person of the same id neither watches nor reviews it', async () => {
  const group = await stage.group();
  await group.owner.updateRoom({ ...group.at, body: { isRecordWatchingAllowed: true } });
  const people = [{ name: 'Ann', role: 'moderator' as const, externalUserId: 'lms-1' }];
  await group.owner.createSampleCall({ ...group.at, body: { people } });
  const ann = { username: 'Ann', role: 'moderator' as const, externalUserId: 'lms-1' };
  const { api } = await joinFakeCall(stage.lectern as InProcess, group, ann);
  assert.deepEqual((await api.listWatchableRecords(group.at)).items, []);
  const moderated = (await api.listModeratedCalls(group.at)).items;
  assert.ok(
    moderated.every(({ isSample }) => !isSample),
    JSON.stringify(moderated),
  );
});

test('a room with a running call, or without recordings, refuses it and keeps nothing', async () => {
  const group = await groupWithAllEvents();
  await joinFakeCall(stage.lectern as InProcess, group, { username: 'Ann' });
  await delivered(group, 1);
  for (const isRecorded of [true, false])
    await refused(group.owner.createSampleCall({ ...group.at, body: { isRecorded } }), 'call_active');
  await group.owner.finishActiveCall(group.at);
  await group.owner.updateRoom({ ...group.at, body: { isRecordAllowed: false } });
  await refused(group.owner.createSampleCall(group.at), 'record_not_allowed');
  const { items } = await group.owner.analyticsCalls({
    ...{ spaceId: group.spaceId, query: { dateFrom: '2020-01-01T00:00:00Z' } },
  });
  assert.deepEqual(
    items.map(({ isSample }) => isSample),
    [false],
  );
  assert.deepEqual((await group.owner.listRecords(group.at)).items, []);
  await group.owner.createSampleCall({ ...group.at, body: { isRecorded: false } });
});

test('the links of the room and its real calls stay out of it, and it out of theirs', async () => {
  const group = await stage.group();
  await group.owner.generateAccess({
    ...group.at,
    body: { username: 'Eve', role: 'user', externalUserId: 'e' },
  });
  const { person } = await joinFakeCall(stage.lectern as InProcess, group, { username: 'Ann' });
  const { id } = await group.owner.getActiveCall(group.at);
  person.leave();
  await group.owner.finishActiveCall(group.at);
  const { callId } = await group.owner.createSampleCall(group.at);
  const [real, sample] = [await reportOf(group, id), await reportOf(group, callId)];
  assert.deepEqual([real.totals.people, real.totals.absent.length, real.call.isSample], [1, 1, false]);
  assert.deepEqual([sample.totals.people, sample.totals.absent], [2, []]);
});

test('the same Idempotency-Key gives the same call once', async () => {
  const group = await groupWithAllEvents();
  const key = { idempotencyKey: 'ci-run-7' };
  const [one, two] = await Promise.all([
    group.owner.createSampleCall(group.at, key),
    group.owner.createSampleCall(group.at, key),
  ]);
  assert.deepEqual(one, two);
  await delivered(group, 5);
  const query = { dateFrom: '2020-01-01T00:00:00Z' };
  assert.equal((await group.owner.analyticsCalls({ spaceId: group.spaceId, query })).total, 1);
});

test('only who leads the room makes one, in no other group and in no automatic webinar', async () => {
  const group = await stage.group();
  const other = await makeGroup(stage.lectern, { isPublic: false }, { isPublic: false });
  const stranger = await makeUser(stage.lectern, 'stranger');
  await refused(stranger.api.createSampleCall(other.at), 'not_found');
  await refused(stranger.api.createSampleCall(group.at), 'forbidden');
  await refused(group.owner.createSampleCall({ spaceId: group.spaceId, roomId: other.room.id }), 'not_found');
  const playback = await group.owner.createPlayback({
    ...{ spaceId: group.spaceId, body: { name: 'Again', type: 'webinar' } },
  });
  await refused(group.owner.createSampleCall({ spaceId: group.spaceId, roomId: playback.id }), 'not_found');
});

test('twenty sample calls a minute for one group', async () => {
  const [group, other] = [await stage.group(), await stage.group()];
  const make = () => group.owner.createSampleCall({ ...group.at, body: { isRecorded: false } });
  const asked = await Promise.allSettled(Array.from({ length: 24 }, make));
  assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 20);
  const { retryAfter } = await refused(make(), 'rate_limited');
  assert.ok(retryAfter && retryAfter <= 60);
  await other.owner.createSampleCall({ ...other.at, body: { isRecorded: false } });
});
