import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import type { Answer } from '../../../../contract/routes.ts';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeUser } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { joinFakeCall } from '../../../testing/people/fake-call.ts';
import { answer, hang, type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { refused } from '../../../testing/refused.ts';
import { insertPastCalls } from '../../../testing/reports/past-calls.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { insertRecordOf } from '../../playbacks/timeline/testing/recorded.ts';
import {
  endInsertedMeeting,
  insertLiveMeeting,
  type MeetingGroup,
  makeMeetingGroup,
} from '../testing/ended-meetings.ts';
import { claimCallbacks, releaseLostCallbacks } from './sending/claims.store.ts';
import { timings } from './sending/deliver.ts';
import { insertCallbacks } from './sending/deliveries.store.ts';

let lectern: InProcess;
let database: Database;
let receiver: Receiver;
let group: MeetingGroup;
before(async () => {
  // An hour after four attempts: a test sees no later one.
  lectern = await startInProcess({ LECTERN_BBB_RETRY_SECONDS: '0,0,0,3600' });
  database = await databaseOf(lectern);
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.behave(answer(200));
  receiver.received.length = 0;
  group = await makeMeetingGroup(lectern);
});
after(async () => {
  await database?.close();
  await receiver?.close();
  await lectern?.remove();
});

const db = () => database.db;
const minutesAgo = (count: number): Date => new Date(Date.now() - count * 60_000);
const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 20_000, message });

type Delivery = Answer<'listBigBlueButtonDeliveries'>['items'][number];
const deliveries = async (): Promise<Delivery[]> =>
  (await group.owner.listBigBlueButtonDeliveries({ spaceId: group.spaceId })).items;
const inFull = ({ id: callbackId }: Delivery) =>
  group.owner.getBigBlueButtonDelivery({ spaceId: group.spaceId, callbackId });

/** The only delivery of the group, with at least so many attempts and no further one soon. */
const settled = (attempts = 1) =>
  until(async () => {
    const [first, ...others] = await deliveries();
    assert.equal(others.length, 0);
    return first && first.attempts.length >= attempts && first.status !== 'pending' && first;
  }, 'the delivery to end');

/** Verifies a JSON web token as its receivers do. */
function claimsOf(token: string, secret: string) {
  const [head = '', body = '', signature] = token.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString());
  const hash = header.alg === 'HS512' ? 'sha512' : 'sha256';
  assert.equal(createHmac(hash, secret).update(`${head}.${body}`).digest('base64url'), signature);
  return { header, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) };
}

test('the end of a meeting is sent by GET with what it needs, and a URL keeps its own parameters', async () => {
  const metadata = { endcallbackurl: `${receiver.url}/end?course=7` };
  const meeting = await insertLiveMeeting(db(), group, { metadata });
  await endInsertedMeeting(db(), meeting);
  const delivery = await settled();
  assert.equal(delivery.status, 'delivered');
  assert.equal(delivery.eventName, 'end');
  assert.equal(delivery.meetingId, meeting.meetingId);
  assert.equal(delivery.roomId, group.room.id);
  const id = encodeURIComponent(meeting.meetingId);
  assert.deepEqual(
    receiver.received.map(({ path, body }) => [path, body]),
    [[`/end?course=7&recordingmarks=false&meetingID=${id}`, '']],
  );
  assert.equal((await inFull(delivery)).body, null);
});

test('a call that is empty when the meeting is created gives it no analytics', async () => {
  const { id, person } = await joinFakeCall(lectern, group);
  person.leave();
  const visits = () =>
    db().selectFrom('visits').select('exited_at').where('participant_id', '=', id).executeTakeFirstOrThrow();
  await until(async () => (await visits()).exited_at, 'the person to be out');
  const metadata = {
    endcallbackurl: `${receiver.url}/end`,
    'analytics-callback-url': `${receiver.url}/analytics`,
  };
  const meeting = await insertLiveMeeting(db(), group, { metadata });
  const calls = db().selectFrom('calls').select('finished_at').where('room_id', '=', group.room.id);
  assert.deepEqual(await calls.execute(), [{ finished_at: null }]);
  await endInsertedMeeting(db(), meeting);
  assert.equal((await settled()).eventName, 'end');
});

test('the analytics of two calls have each person once, with the seconds of both reports', async () => {
  const metadata = { 'analytics-callback-url': `${receiver.url}/analytics`, 'bbb-context-id': '42' };
  const meeting = await insertLiveMeeting(db(), group, { metadata, createdAt: minutesAgo(60) });
  const people = [
    { name: 'Ann', externalUserId: 'lms 1', share: 1 },
    { name: 'Ben', externalUserId: 'lms 2', share: 0.5 },
  ];
  const callIds = await insertPastCalls(db(), { spaceId: group.spaceId, roomId: group.room.id }, [
    { startedAt: minutesAgo(50), minutes: 10, people },
    { startedAt: minutesAgo(20), minutes: 5, people: people.slice(0, 1) },
  ]);
  receiver.behave((response, _request, count) => response.writeHead(count === 1 ? 503 : 202).end());
  await endInsertedMeeting(db(), meeting);
  const delivery = await settled(2);
  assert.deepEqual(
    delivery.attempts.map(({ statusCode }) => statusCode),
    [503, 202],
  );
  const [, sent] = receiver.received;
  const { data, ...head } = JSON.parse(sent?.body ?? '');
  assert.deepEqual(head, {
    version: '1.0',
    meeting_id: meeting.meetingId,
    internal_meeting_id: meeting.internalId,
  });
  assert.equal(data.metadata.bbb_context_id, '42');
  assert.equal(data.duration, 35 * 60);
  const reports = await Promise.all(
    callIds.map((callId) =>
      group.owner.getRoomAnalyticsReport({
        spaceId: group.spaceId,
        query: { roomId: group.room.id, callId },
      }),
    ),
  );
  for (const attendee of data.attendees) {
    const rows = reports.flatMap(({ participants }) =>
      participants.filter(({ externalUserId }) => externalUserId === attendee.ext_user_id),
    );
    assert.equal(
      attendee.duration,
      rows.reduce((sum, { onlineDuration }) => sum + onlineDuration, 0),
    );
    assert.equal(attendee.joins.length, rows.length);
    assert.match(attendee.leaves[0], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
  }
  assert.deepEqual(
    data.attendees
      .map((one: { ext_user_id: string; duration: number }) => [one.ext_user_id, one.duration])
      .sort(),
    [
      ['lms 1', 900],
      ['lms 2', 300],
    ],
  );
  for (const { headers } of receiver.received) {
    assert.equal(headers['user-agent'], 'BigBlueButton Analytics Callback');
    const { header, claims } = claimsOf(headers.authorization?.replace('Bearer ', '') ?? '', group.secret);
    assert.deepEqual(header, { typ: 'JWT', alg: 'HS512' });
    assert.ok(Math.abs(claims.exp - Date.now() / 1000 - 24 * 3600) < 600);
  }
  const { body } = await inFull(delivery);
  assert.equal(JSON.parse(body ?? '').data.attendees.length, 2);
});

test('the analytics leave out people who left the call before the meeting was created', async () => {
  const metadata = { 'analytics-callback-url': `${receiver.url}/analytics` };
  const meeting = await insertLiveMeeting(db(), group, { metadata, createdAt: minutesAgo(20) });
  const people = [
    { name: 'Ann', externalUserId: 'lms 1', share: 1 },
    { name: 'Ben', externalUserId: 'lms 2', share: 0.1 },
  ];
  const call = { startedAt: minutesAgo(40), minutes: 30, people };
  await insertPastCalls(db(), { spaceId: group.spaceId, roomId: group.room.id }, [call]);
  await endInsertedMeeting(db(), meeting);
  await settled();
  const { data } = JSON.parse(receiver.received[0]?.body ?? '');
  assert.deepEqual(
    data.attendees.map((one: { ext_user_id: string }) => one.ext_user_id),
    ['lms 1'],
  );
});

test('the analytics wait until the last call of the meeting has ended', async () => {
  const metadata = { 'analytics-callback-url': `${receiver.url}/analytics` };
  const meeting = await insertLiveMeeting(db(), group, { metadata, createdAt: minutesAgo(60) });
  await joinFakeCall(lectern, group, { username: 'Ann', externalUserId: 'lms-1' });
  const { id: callId } = await group.owner.getActiveCall(group.at);
  await endInsertedMeeting(db(), meeting);
  const queued = () =>
    db()
      .selectFrom('bbb_deliveries')
      .select(['next_attempt_at', 'created_at'])
      .where('meeting_id', '=', meeting.id)
      .executeTakeFirstOrThrow();
  await until(async () => {
    const { next_attempt_at: next, created_at: created } = await queued();
    return next && next > created;
  }, 'the delivery to be put off');
  assert.equal(receiver.received.length, 0);
  await group.owner.finishActiveCall(group.at);
  const { attempts } = await settled();
  assert.deepEqual(
    attempts.map(({ number }) => number),
    [1],
  );
  const query = { roomId: group.room.id, callId };
  const report = await group.owner.getRoomAnalyticsReport({ spaceId: group.spaceId, query });
  const [attendee] = JSON.parse(receiver.received[0]?.body ?? '').data.attendees;
  assert.equal(attendee.ext_user_id, 'lms-1');
  assert.equal(attendee.duration, report.participants[0]?.onlineDuration);
});

test('nobody entered: no analytics, and without a recording nothing is ready', async () => {
  const metadata = {
    'analytics-callback-url': `${receiver.url}/analytics`,
    'bbb-recording-ready-url': `${receiver.url}/ready`,
    endcallbackurl: `${receiver.url}/end`,
  };
  await endInsertedMeeting(db(), await insertLiveMeeting(db(), group, { metadata }));
  await settled();
  assert.equal(receiver.received.length, 1);
});

test('a recording is announced once, after its last part is ready', async () => {
  const metadata = {
    'bbb-recording-ready-url': `${receiver.url}/ready`,
    endcallbackurl: `${receiver.url}/end`,
  };
  const meeting = await insertLiveMeeting(db(), group, { metadata, createdAt: minutesAgo(60) });
  await insertRecordOf(db(), group, { startedAt: minutesAgo(50), seconds: 60 });
  const second = await insertRecordOf(db(), group, { startedAt: minutesAgo(40), seconds: 60 });
  await db()
    .updateTable('records')
    .set({ state: 'processing', finished_at: null })
    .where('id', '=', second)
    .execute();
  await endInsertedMeeting(db(), meeting);
  await until(() => receiver.received.length === 1, 'the end to be sent');
  assert.match(receiver.received[0]?.path ?? '', /recordingmarks=true/);
  const state = () =>
    db().selectFrom('bbb_recordings').select('state').where('meeting_id', '=', meeting.id).executeTakeFirst();
  assert.equal((await state())?.state, 'processing');
  // The last part fails: the first one is the recording.
  const failed = { state: 'failed', failure: 'broken', finished_at: new Date() } as const;
  await db().updateTable('records').set(failed).where('id', '=', second).execute();
  await until(() => receiver.received.length === 2, 'the recording to be announced');
  assert.equal((await state())?.state, 'published');
  const sent = receiver.received[1];
  assert.equal(sent?.headers['content-type'], 'application/x-www-form-urlencoded');
  const token = new URLSearchParams(sent?.body).get('signed_parameters') ?? '';
  assert.deepEqual(claimsOf(token, group.secret), {
    header: { typ: 'JWT', alg: 'HS256' },
    claims: { meeting_id: meeting.meetingId, record_id: meeting.internalId },
  });
});

test('a part that failed alone leaves no recording and no callback', async () => {
  const metadata = { 'bn-recording-ready-url': `${receiver.url}/ready` };
  const meeting = await insertLiveMeeting(db(), group, { metadata, createdAt: minutesAgo(60) });
  const record = await insertRecordOf(db(), group, { startedAt: minutesAgo(50), seconds: 60 });
  await db()
    .updateTable('records')
    .set({ state: 'processing', finished_at: null })
    .where('id', '=', record)
    .execute();
  await endInsertedMeeting(db(), meeting);
  const failed = { state: 'failed', failure: 'broken', finished_at: new Date() } as const;
  await db().updateTable('records').set(failed).where('id', '=', record).execute();
  const rows = () =>
    db().selectFrom('bbb_recordings').where('meeting_id', '=', meeting.id).select('state').execute();
  await until(async () => (await rows()).length === 0, 'the recording to be forgotten');
  assert.deepEqual(await deliveries(), []);
});

/** Ends a meeting whose end is sent to this URL. */
async function sendEnd(url: string): Promise<void> {
  await endInsertedMeeting(db(), await insertLiveMeeting(db(), group, { metadata: { endcallbackurl: url } }));
}

for (const [status, attempts] of [
  [410, 1],
  [401, 3],
] as const) {
  test(`a receiver that answers ${status} gets ${attempts} of many attempts`, async () => {
    receiver.behave(answer(status));
    await sendEnd(`${receiver.url}/end`);
    const { status: outcome, nextAttemptAt, attempts: made } = await settled();
    assert.deepEqual([outcome, nextAttemptAt, made.length], ['failed', null, attempts]);
  });
}

test('a redirect is a failure that is not followed, and is repeated', async () => {
  receiver.behave((response) => response.writeHead(302, { location: '/elsewhere' }).end());
  await sendEnd(`${receiver.url}/end`);
  const [delivery] = await until(async () => {
    const found = await deliveries();
    return found[0]?.attempts.length === 4 && found;
  }, 'four attempts');
  assert.equal(delivery?.status, 'pending');
  assert.ok(Date.parse(delivery?.nextAttemptAt ?? '') > Date.now() + 3_000_000);
  assert.ok(receiver.received.every(({ path }) => path.startsWith('/end')));
});

test('a forbidden or broken URL harms nobody, and its delivery says why', async () => {
  for (const url of ['http://169.254.1.1/end', 'ftp://x/', 'http://', 'no url at all']) {
    group = await makeMeetingGroup(lectern);
    await sendEnd(url);
    const [delivery] = await until(async () => {
      const found = await deliveries();
      return found[0]?.attempts[0] && found;
    }, 'an attempt');
    assert.match(delivery?.attempts[0]?.error ?? '', /^the target /);
  }
});

test('a receiver that knows the previous secret only is reached during the overlap', async () => {
  const { spaceId, secret } = group;
  receiver.behave((response, { body }) => {
    const token = new URLSearchParams(body).get('signed_parameters') ?? '';
    const [head, claims, signature] = token.split('.');
    const isMine = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url') === signature;
    // It repeats the request, and the record must not show its signature.
    response.writeHead(isMine ? 200 : 401).end(body);
  });
  await group.owner.refreshSecretBigBlueButton({ spaceId, body: { overlapSeconds: 3600 } });
  const meeting = await insertLiveMeeting(db(), group);
  const deliveryTo = { eventName: 'recording-ready', url: `${receiver.url}/ready` } as const;
  await insertCallbacks(db(), { id: meeting.id, spaceId }, [deliveryTo]);
  const delivery = await settled(2);
  assert.equal(delivery.status, 'delivered');
  const shown = JSON.stringify(await inFull(delivery));
  assert.match(shown, /signed_parameters=…/);
  assert.doesNotMatch(shown, /eyJ/);
  const { rows } = await database.pool.query('SELECT to_jsonb(a) AS row FROM bbb_delivery_attempts a');
  const stored = JSON.stringify(rows);
  assert.ok(!stored.includes('eyJ') && !stored.includes(secret));
});

test('receivers that hang delay no other', async (t) => {
  shorten(timings, { attemptMs: 60_000, holdSeconds: 120 }, t);
  const hanging = await startReceiver(hang);
  const well = receiver.received;
  for (let count = 0; count < 8; count += 1) await sendEnd(`${hanging.url}/end`);
  await until(() => hanging.received.length === 4, 'four requests in flight');
  await sendEnd(`${receiver.url}/end`);
  await until(() => well.length === 1, 'the request to the other one');
  assert.equal(hanging.received.length, 4);
  await hanging.close();
});

test('the claims of a dead node are its own until it starts again', async () => {
  await group.owner.updateBigBlueButton({ spaceId: group.spaceId, body: { isActive: false } });
  const meeting = await insertLiveMeeting(db(), group);
  const { spaceId } = group;
  const { rows } = await database.pool.query("SELECT now() + interval '1 hour' AS later");
  const url = `${receiver.url}/end`;
  await insertCallbacks(db(), { id: meeting.id, spaceId }, [{ eventName: 'end', url }]);
  await db()
    .updateTable('bbb_deliveries')
    .set({ claimed_by: 'dead', claimed_until: rows[0].later, attempts: 1 })
    .where('meeting_id', '=', meeting.id)
    .execute();
  const free = { first: 8, later: 8 };
  const { claimed } = await claimCallbacks(db(), { node: 'other', after: '', free, holdSeconds: 1 });
  assert.ok(claimed.every(({ meetingId }) => meetingId !== meeting.id));
  await releaseLostCallbacks(db(), 'dead', []);
  await until(async () => (await deliveries())[0]?.attempts.length, 'the attempt of the living node');
});

test('an ended delivery is sent once more by request; others than the owner see nothing', async () => {
  receiver.behave(answer(410));
  await sendEnd(`${receiver.url}/end`);
  const { id: callbackId } = await settled();
  const { spaceId } = group;
  const again = await group.owner.redeliverBigBlueButton({ spaceId, callbackId });
  assert.equal(again.status, 'pending');
  await until(async () => (await deliveries())[0]?.attempts.length === 2, 'a second attempt');
  const failed = await group.owner.listBigBlueButtonDeliveries({
    spaceId,
    query: { status: 'failed', eventName: 'end' },
  });
  assert.equal(failed.total, 1);
  const stranger = await makeUser(lectern, 'stranger-to-callbacks');
  const { token } = await stranger.api.createPersonalToken({ body: { name: 't' } });
  const other = await makeMeetingGroup(lectern);
  for (const [client, code] of [
    [lectern.client(), 'unauthorized'],
    [lectern.client(token), 'forbidden'],
  ] as const) {
    await refused(client.listBigBlueButtonDeliveries({ spaceId }), code);
    await refused(client.getBigBlueButtonDelivery({ spaceId, callbackId }), code);
    await refused(client.redeliverBigBlueButton({ spaceId, callbackId }), code);
  }
  await refused(group.owner.getBigBlueButtonDelivery({ spaceId: other.spaceId, callbackId }), 'not_found');
  await group.owner.deleteBigBlueButton({ spaceId });
  await refused(group.owner.listBigBlueButtonDeliveries({ spaceId }), 'not_found');
});
