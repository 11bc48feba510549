import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { connectToFakeCall } from '../../../testing/people/fake-call.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { connectToMeeting, enterMeeting } from '../testing/joining.ts';

let lectern: InProcess;
let group: BbbGroup;
before(async () => {
  lectern = await startInProcess();
  group = await makeBbbGroup(lectern);
});
after(() => lectern?.remove());

test('a guest whom a moderator admits is in the meeting, and the elements have their order', async () => {
  const meetingID = 'guests';
  const made = { meetingID, guestPolicy: 'ASK_MODERATOR', meta_a: 'b' };
  assert.equal((await group.bbb.call('create', made)).field('returncode'), 'SUCCESS');
  const as = (fullName: string, role: string) => ({ meetingID, fullName, role });
  const teacher = await connectToMeeting(lectern, group, as('Teacher', 'MODERATOR'));
  const guest = await enterMeeting(lectern, group, { ...as('Guest', 'VIEWER'), 'userdata-x': 'y' });
  assert.equal(guest.status, 'waiting');
  const info = () => group.bbb.call('getMeetingInfo', { meetingID });
  assert.equal((await info()).field('participantCount'), '1');
  await teacher.api.admitParticipant(guest.at);
  await connectToFakeCall(lectern, guest.group, guest);
  const { text, field } = await info();
  assert.deepEqual([field('participantCount'), field('moderatorCount')], ['2', '1']);
  const names = [...text.matchAll(/<(\w+)\/?>/g)].map(([, name]) => name);
  assert.deepEqual(names, [
    ...[
      'response',
      'returncode',
      'meetingName',
      'meetingID',
      'internalMeetingID',
      'createTime',
      'createDate',
    ],
    ...['voiceBridge', 'dialNumber', 'attendeePW', 'moderatorPW', 'running', 'duration', 'hasUserJoined'],
    ...['recording', 'hasBeenForciblyEnded', 'startTime', 'endTime', 'participantCount', 'listenerCount'],
    ...['voiceParticipantCount', 'videoCount', 'maxUsers', 'moderatorCount', 'attendees'],
    ...['attendee', 'userID', 'fullName', 'role', 'isPresenter', 'isListeningOnly', 'hasJoinedVoice'],
    ...['hasVideo', 'clientType'],
    ...['attendee', 'userID', 'fullName', 'role', 'isPresenter', 'isListeningOnly', 'hasJoinedVoice'],
    ...['hasVideo', 'clientType', 'customdata', 'x', 'metadata', 'a', 'isBreakout'],
  ]);
  await group.bbb.call('end', { meetingID });
});
