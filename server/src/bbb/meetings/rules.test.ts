import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { countLockWaiters } from '../../../testing/database.ts';
import { ServerWithoutRecorder } from '../../../testing/records/server-without-recorder.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { lockRoomOfCall } from '../../calls/calls.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { lockRoom } from '../../rooms/rooms.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { insertLiveMeeting } from '../testing/ended-meetings.ts';
import { connectToMeeting, enterMeeting, roomOfLink } from '../testing/joining.ts';

let server: ServerWithoutRecorder;
let group: BbbGroup;
before(async () => {
  server = await ServerWithoutRecorder.start();
});
beforeEach(async () => {
  await server.addRecorderNode(10);
  group = await makeBbbGroup(server.lectern);
});
afterEach(() => server.cleanUp());
after(() => server?.close());

const create = async (parameters: Record<string, string>) => {
  const made = await group.bbb.call('create', parameters);
  assert.equal(made.field('returncode'), 'SUCCESS', made.text);
};
const countIn = async (meetingID: string) =>
  (await group.bbb.call('getMeetingInfo', { meetingID })).field('participantCount');
const viewer = (meetingID: string, fullName: string) => ({ meetingID, fullName, role: 'VIEWER' });
const connect = (meetingID: string, fullName: string, role = 'VIEWER') =>
  connectToMeeting(server.lectern, group, { meetingID, fullName, role });

test('maxParticipants counts at the entry, too: links and tokens that were given before admit no more', async () => {
  const meetingID = 'one at most';
  await create({ meetingID, maxParticipants: '1' });
  const [ann, bob, cat] = await Promise.all(
    ['Ann', 'Bob', 'Cat'].map((name) => enterMeeting(server.lectern, group, viewer(meetingID, name))),
  );
  assert.ok(ann && bob && cat);
  const [tokenOfAnn, tokenOfBob] = await Promise.all(
    [ann, bob].map(async ({ api, at }) => (await api.issueSignalingToken(at)).signalingToken),
  );
  const { media } = server.lectern;
  const people = [media.join(tokenOfAnn ?? ''), media.join(tokenOfBob ?? '')];
  const inside = () => media.listParticipants(ann.group.room.id);
  await waitUntil(async () => (await inside()).length === 1 && (await countIn(meetingID)) === '1', {
    timeout: 20_000,
    message: 'the second person to be removed',
  });
  const [stayed] = await inside();
  await refused(cat.api.issueSignalingToken(cat.at), 'call_full');
  // A reload of the page of the person inside.
  const same = stayed?.identity === ann.id ? ann : bob;
  assert.ok((await same.api.issueSignalingToken(same.at)).signalingToken);
  const late = enterMeeting(server.lectern, group, viewer(meetingID, 'Late'));
  await assert.rejects(late, /maxParticipantsReached/);
  for (const person of people) person.leave();
  await waitUntil(async () => (await countIn(meetingID)) === '0', {
    timeout: 20_000,
    message: 'all to be out',
  });
  assert.ok((await cat.api.issueSignalingToken(cat.at)).signalingToken);
});

test('one person too many is removed alone, also if nobody else is in the answer of the media server', async () => {
  const meetingID = 'one who came first';
  await create({ meetingID, maxParticipants: '1' });
  const [ann, bob] = await Promise.all(
    ['Ann', 'Bob'].map((name) => enterMeeting(server.lectern, group, viewer(meetingID, name))),
  );
  assert.ok(ann && bob);
  const [tokenOfAnn = '', tokenOfBob = ''] = await Promise.all(
    [ann, bob].map(async ({ api, at }) => (await api.issueSignalingToken(at)).signalingToken),
  );
  const { media } = server.lectern;
  const [tell, list] = [media.tell, media.listParticipants];
  const inside = async () => (await list.call(media, ann.group.room.id)).map(({ identity }) => identity);
  // Bob's webhook is lost, and Ann comes between the answer and its use.
  media.tell = () => undefined;
  media.join(tokenOfBob);
  media.tell = tell;
  let isAnnIn = false;
  media.listParticipants = async (roomId) => {
    const answer = await list.call(media, roomId);
    if (isAnnIn || roomId !== ann.group.room.id) return answer;
    isAnnIn = true;
    media.join(tokenOfAnn);
    await waitUntil(async () => (await countIn(meetingID)) === '1', { timeout: 20_000, message: 'Ann' });
    return answer;
  };
  try {
    await waitUntil(async () => !(await inside()).includes(bob.id), {
      timeout: 20_000,
      message: 'Bob to go',
    });
    assert.deepEqual(await inside(), [ann.id]);
    assert.equal(await countIn(meetingID), '1');
  } finally {
    media.listParticipants = list;
  }
});

test('autoStartRecording records from the first person on; allowStartStopRecording=false lets nobody change that', async () => {
  const meetingID = 'recorded';
  const asked = { meetingID, record: 'true', autoStartRecording: 'true', allowStartStopRecording: 'false' };
  await create(asked);
  const pupil = await connect(meetingID, 'Pupil');
  const { at, room } = pupil.group;
  const active = async () => (await group.owner.getActiveRecord(at)).record;
  await waitUntil(active, { timeout: 20_000, message: 'the recording to start' });
  const teacher = await connect(meetingID, 'Teacher', 'MODERATOR');
  await refused(teacher.api.stopRecord(at), 'record_not_allowed');
  await refused(group.owner.stopRecord(at), 'record_not_allowed');
  await refused(teacher.api.startRecord(at), 'record_not_allowed');
  assert.ok(await active());
  await group.bbb.call('end', { meetingID });

  await create({ meetingID, record: 'true', autoStartRecording: 'true' });
  const second = await connect(meetingID, 'Teacher', 'MODERATOR');
  assert.equal(second.group.room.id, room.id);
  await waitUntil(active, { timeout: 20_000, message: 'the second recording to start' });
  await second.api.stopRecord(at);
  await group.bbb.call('end', { meetingID });
});

/** A teacher of the panel in the room of a meeting that has ended, which allows recording. */
async function teacherBetweenMeetings(meetingID: string) {
  await create({ meetingID, record: 'true' });
  const { url } = await enterMeeting(server.lectern, group, viewer(meetingID, 'Pupil'));
  const room = await roomOfLink(group, url);
  assert.equal((await group.bbb.call('end', { meetingID })).field('returncode'), 'SUCCESS');
  const teacher = await server.joinCall(room, 'moderator');
  return { teacher, at: room.at, active: async () => (await group.owner.getActiveRecord(room.at)).record };
}

test('create ends a recording that runs in the room if the meeting must not be recorded', async () => {
  const fixed = { allowStartStopRecording: 'false' };
  for (const [meetingID, more] of [
    ['unrecorded', { record: 'false' }],
    ['unrecorded and fixed', { record: 'false', ...fixed }],
    ['fixed and not started', { record: 'true', ...fixed }],
  ] as const) {
    const { teacher, at, active } = await teacherBetweenMeetings(meetingID);
    const { id: recordId } = await teacher.api.startRecord(at);
    await server.markPictureArrived(recordId, 60_000);
    await create({ meetingID, ...more });
    assert.equal(await active(), null, meetingID);
    assert.equal((await server.recordRow(recordId)).state, 'processing');
    await refused(teacher.api.startRecord(at), 'record_not_allowed');
    await group.bbb.call('end', { meetingID });
    const recordings = await group.bbb.call('getRecordings', { meetingID, state: 'any' });
    assert.equal(recordings.field('messageKey'), 'noRecordings', meetingID);
  }
});

test('a recording is fixed in recorded meetings only', async () => {
  const meetingID = 'allowed in the panel';
  const { teacher, at, active } = await teacherBetweenMeetings(meetingID);
  await create({ meetingID, record: 'false', allowStartStopRecording: 'false' });
  await group.owner.updateRoom({ ...at, body: { isRecordAllowed: true } });
  await teacher.api.startRecord(at);
  await teacher.api.stopRecord(at);
  assert.equal(await active(), null);
});

test('autoStartRecording records people who are in the room before create, also if they stopped a recording', async () => {
  const meetingID = 'recorded at once';
  const { teacher, at, active } = await teacherBetweenMeetings(meetingID);
  const { id: stoppedId } = await teacher.api.startRecord(at);
  await server.markPictureArrived(stoppedId, 60_000);
  await teacher.api.stopRecord(at);
  const asked = { record: 'true', autoStartRecording: 'true', allowStartStopRecording: 'false' };
  await create({ meetingID, ...asked });
  const record = await active();
  assert.ok(record);
  assert.notEqual(record.id, stoppedId);
  await refused(teacher.api.stopRecord(at), 'record_not_allowed');
});

test('create goes on with a recording that a recorded meeting may have', async () => {
  const meetingID = 'goes on';
  const { teacher, at, active } = await teacherBetweenMeetings(meetingID);
  const { id: recordId } = await teacher.api.startRecord(at);
  await create({ meetingID, record: 'true' });
  assert.equal((await active())?.id, recordId);
  await teacher.api.stopRecord(at);
});

test('a change that waited for the room knows the rules of the meeting that was created meanwhile', async () => {
  const { db } = server.database;
  const { room, spaceId } = await server.makeGroup({});
  const { waiting } = await inTransaction(db, async (trx) => {
    await lockRoom(trx, room.id);
    const waiting = inTransaction(db, (other) => lockRoomOfCall(other, room.id));
    await waitUntil(async () => (await countLockWaiters(trx)) > 0, {
      timeout: 20_000,
      message: 'the other change to wait',
    });
    await insertLiveMeeting(trx, { spaceId, room });
    return { waiting };
  });
  assert.equal((await waiting)?.recordsForAnybody, true);
});
