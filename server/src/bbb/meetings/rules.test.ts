import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { ServerWithoutRecorder } from '../../../testing/records/server-without-recorder.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { connectToMeeting, enterMeeting } from '../testing/joining.ts';

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
