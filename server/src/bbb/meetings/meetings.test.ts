import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openLink, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { newBrowser } from '../../../testing/people/entering.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { type BbbAnswer, BbbClient, type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { connectToMeeting, enterMeeting, roomOfLink } from '../testing/joining.ts';

let lectern: InProcess;
let group: BbbGroup;
let bbb: BbbClient;
before(async () => {
  lectern = await startInProcess();
  group = await makeBbbGroup(lectern);
  ({ bbb } = group);
});
after(() => lectern?.remove());

const failedWith = (answer: BbbAnswer, key: string): void =>
  assert.deepEqual([answer.field('returncode'), answer.field('messageKey')], ['FAILED', key], answer.text);
const done = (answer: BbbAnswer): BbbAnswer => {
  assert.equal(answer.field('returncode'), 'SUCCESS', answer.text);
  return answer;
};

const roomAt = (url: string): Promise<TestGroup> => roomOfLink(group, url);
const enter = (parameters: Record<string, string>) => enterMeeting(lectern, group, parameters);
const connect = (parameters: Record<string, string>) => connectToMeeting(lectern, group, parameters);

test('create makes one private room and answers as BigBlueButton does', async () => {
  const meetingID = 'c1b0<&>"-3-1[7]';
  const made = done(
    await bbb.call('create', {
      meetingID,
      name: 'Algebra',
      attendeePW: 'ap',
      moderatorPW: 'mp',
      duration: '60',
    }),
  );
  const createTime = made.field('createTime') ?? '';
  const sha1 = createHash('sha1').update(meetingID).digest('hex');
  assert.equal(made.field('internalMeetingID'), `${sha1}-${createTime}`);
  assert.equal(made.field('meetingID'), 'c1b0&lt;&amp;&gt;&quot;-3-1[7]');
  const [attendee, moderator] = [made.field('attendeePW'), made.field('moderatorPW')];
  assert.deepEqual([attendee, moderator, made.field('duration')], ['ap', 'mp', '60']);
  assert.deepEqual([made.field('hasUserJoined'), made.field('messageKey')], ['false', '']);
  assert.match(made.field('createDate') ?? '', /^\w{3} \w{3} \d\d \d\d:\d\d:\d\d UTC \d{4}$/);
  const order = [...made.text.matchAll(/<(\w+)(?:\/?)>/g)].map(([, name]) => name);
  assert.deepEqual(order.slice(0, 8), [
    ...['response', 'returncode', 'meetingID', 'internalMeetingID', 'parentMeetingID'],
    ...['attendeePW', 'moderatorPW', 'createTime'],
  ]);
  const { room } = await roomAt(
    (await bbb.call('join', { meetingID, fullName: 'A', role: 'VIEWER' })).headers.get('location') ?? '',
  );
  assert.deepEqual([room.name, room.isPublic, room.isRecordAllowed], ['Algebra', false, false]);
  await bbb.call('end', { meetingID });
});

test('create again changes nothing; other passwords are refused; twenty at once make one meeting', async () => {
  const meetingID = 'again';
  const all = await Promise.all(Array.from({ length: 20 }, () => bbb.call('create', { meetingID })));
  assert.equal(new Set(all.map((one) => done(one).field('createTime'))).size, 1);
  assert.equal(all.filter((one) => one.field('messageKey') === '').length, 1);
  const [first] = all;
  const again = done(
    await bbb.call('create', { meetingID, name: 'Other', moderatorPW: first?.field('moderatorPW') ?? '' }),
  );
  assert.equal(again.field('messageKey'), 'duplicateWarning');
  assert.equal(again.field('internalMeetingID'), first?.field('internalMeetingID'));
  failedWith(await bbb.call('create', { meetingID, moderatorPW: 'another' }), 'idNotUnique');
  const ended = done(await bbb.call('end', { meetingID }));
  assert.equal(ended.field('messageKey'), 'sentEndMeetingRequest');
  const next = done(await bbb.call('create', { meetingID }));
  assert.ok(Number(next.field('createTime')) > Number(first?.field('createTime')));
  await bbb.call('end', { meetingID });
});

test('create refuses what it cannot do', async () => {
  failedWith(await bbb.call('create', { name: 'x' }), 'missingParamMeetingID');
  failedWith(await bbb.call('create', { meetingID: '' }), 'missingParamMeetingID');
  for (const meetingID of ['x', 'a,b', 'x'.repeat(257)])
    failedWith(await bbb.call('create', { meetingID }), 'validationError');
  failedWith(await bbb.call('create', { meetingID: 'pw', attendeePW: 'x' }), 'validationError');
  failedWith(await bbb.call('create', { meetingID: 'pw', moderatorPW: 'x'.repeat(65) }), 'validationError');
  failedWith(await bbb.call('create', { meetingID: 'br', isBreakout: 'true' }), 'parentMeetingIdMissing');
  const breakout = { meetingID: 'br', isBreakout: 'TRUE', parentMeetingID: 'again' };
  failedWith(await bbb.call('create', breakout), 'notImplemented');
});

test('the settings of create are those of the room, and each meeting sets them anew', async () => {
  const meetingID = 'settings';
  const locked = {
    ...{ meetingID, record: 'true', muteOnStart: 'true', webcamsOnlyForModerator: 'true' },
    ...{
      lockSettingsDisableMic: 'true',
      lockSettingsDisableCam: 'true',
      lockSettingsDisablePublicChat: 'true',
    },
    ...{ disabledFeatures: 'screenshare,raiseHand,userReactions', disabledFeaturesExclude: 'raiseHand' },
    logoutURL: 'https://school.example.org/course?id=7',
  };
  const roomOf = async () => {
    const joined = await bbb.call('join', { meetingID, fullName: 'A', role: 'VIEWER' });
    const { room } = await roomAt(joined.headers.get('location') ?? '');
    return room;
  };
  done(await bbb.call('create', locked));
  const room = await roomOf();
  const off = [
    'isMicrophonePublishingAllowed',
    'isCameraPublishingAllowed',
    'isCameraViewingAllowed',
    'isChatAllowed',
  ] as const;
  for (const flag of [...off, 'isScreensharingAllowed', 'isReactingAllowed'] as const)
    assert.equal(room[flag], false, flag);
  for (const flag of ['isRecordAllowed', 'isMutedOnEntry', 'isHandRaisingAllowed'] as const)
    assert.equal(room[flag], true, flag);
  assert.equal(room.redirectUrl, 'https://school.example.org/course?id=7');
  await bbb.call('end', { meetingID });
  done(
    await bbb.call('create', { meetingID, lockSettingsDisableMic: 'true', lockSettingsLockOnJoin: 'false' }),
  );
  const anew = await roomOf();
  assert.equal(anew.id, room.id);
  assert.deepEqual(
    [anew.isMicrophonePublishingAllowed, anew.isChatAllowed, anew.redirectUrl],
    [true, true, null],
  );
  await bbb.call('end', { meetingID });
});

test('join makes a link for each request; roles win over passwords', async () => {
  const meetingID = 'join';
  const made = done(await bbb.call('create', { meetingID, attendeePW: 'att', moderatorPW: 'mod' }));
  const join = (more: Record<string, string>) =>
    bbb.call('join', { meetingID, fullName: 'Ann Lee', redirect: 'false', ...more });
  const joined = done(await join({ password: 'mod', userID: 'auth0|7 ä' }));
  assert.equal(joined.field('messageKey'), 'successfullyJoined');
  assert.deepEqual(
    [joined.field('guestStatus'), joined.field('meeting_id')],
    ['ALLOW', made.field('internalMeetingID')],
  );
  const roleBy = async (more: Record<string, string>) => {
    const url = (done(await join(more)).field('url') ?? '').replaceAll('&amp;', '&');
    const { room } = await roomAt(url);
    const { items } = await group.owner.listAccessLinks({ spaceId: group.spaceId, roomId: room.id });
    return items.find((link) => link.url === url)?.role;
  };
  assert.equal(await roleBy({ password: 'mod' }), 'moderator');
  assert.equal(await roleBy({ password: 'att' }), 'user');
  assert.equal(await roleBy({ password: 'mod', role: 'viewer' }), 'user');
  assert.equal(await roleBy({ password: 'nonsense', role: 'Moderator' }), 'moderator');
  const address = await bbb.call('join', { meetingID, fullName: 'Ann Lee', role: 'VIEWER' });
  assert.equal(address.status, 302);
  assert.match(
    address.headers.get('location') ?? '',
    /\/room\/[\w-]{10}\?participantName=Ann%20Lee&accessToken=/,
  );
  assert.equal(address.headers.get('referrer-policy'), 'no-referrer');
  failedWith(await join({ fullName: ' ', role: 'VIEWER' }), 'missingParamFullName');
  failedWith(await join({ password: 'nonsense' }), 'invalidPassword');
  failedWith(await join({}), 'invalidPassword');
  failedWith(await join({ role: 'VIEWER', meetingID: 'unknown' }), 'invalidMeetingIdentifier');
  failedWith(await join({ role: 'VIEWER', createTime: 'x' }), 'mismatchCreateTimeParam');
  failedWith(await join({ role: 'VIEWER', createTime: '1' }), 'mismatchCreateTimeParam');
  done(await join({ role: 'VIEWER', createTime: made.field('createTime') ?? '' }));
  await bbb.call('end', { meetingID });
  failedWith(await join({ role: 'VIEWER' }), 'meetingForciblyEnded');
});

test('a browser that cannot join goes back with the reason; without a right checksum it is sent nowhere', async () => {
  const back = 'https://school.example.org/back?a=1';
  const errors = async (answer: BbbAnswer) => {
    assert.equal(answer.status, 302, answer.text);
    const url = new URL(answer.headers.get('location') ?? '');
    assert.equal(url.searchParams.get('a'), '1');
    return (JSON.parse(url.searchParams.get('errors') ?? '') as { key: string }[]).map(({ key }) => key);
  };
  const wrong = { meetingID: 'nowhere', fullName: 'A', role: 'VIEWER' };
  assert.deepEqual(await errors(await bbb.call('join', { ...wrong, errorRedirectUrl: back })), [
    'invalidMeetingIdentifier',
  ]);
  assert.deepEqual(await errors(await bbb.call('join', { ...wrong, logoutURL: back })), [
    'invalidMeetingIdentifier',
  ]);
  done(await bbb.call('create', { meetingID: 'with back', logoutURL: back }));
  assert.deepEqual(await errors(await bbb.call('join', { meetingID: 'with back', fullName: 'A' })), [
    'invalidPassword',
  ]);
  await bbb.call('end', { meetingID: 'with back' });
  const page = await bbb.call('join', wrong, { accept: 'text/html,*/*' });
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(page.text, /There is no meeting/);
  failedWith(
    await bbb.call('join', { ...wrong, errorRedirectUrl: 'javascript:alert(1)' }),
    'invalidMeetingIdentifier',
  );
  const unsigned = await new BbbClient(bbb.base, 'x').call('join', { ...wrong, errorRedirectUrl: back });
  assert.equal(unsigned.status, 200);
  failedWith(unsigned, 'checksumError');
});

test('guests wait or are refused by the policy of the meeting, and by their parameter', async () => {
  const outcome = async (guestPolicy: string, more: Record<string, string>) => {
    const meetingID = `guests ${guestPolicy}`;
    done(await bbb.call('create', { meetingID, guestPolicy }));
    const joined = await bbb.call('join', {
      meetingID,
      fullName: 'G',
      role: 'VIEWER',
      redirect: 'false',
      ...more,
    });
    return joined.field('guestStatus') ?? joined.field('messageKey');
  };
  const table = {
    ALWAYS_ACCEPT: ['ALLOW', 'ALLOW', 'ALLOW'],
    ASK_MODERATOR: ['WAIT', 'WAIT', 'ALLOW'],
    ALWAYS_DENY: ['guestDeniedAccess', 'guestDeniedAccess', 'ALLOW'],
    ALWAYS_ACCEPT_AUTH: ['WAIT', 'ALLOW', 'ALLOW'],
  };
  for (const [policy, [guest, unsaid, pupil]] of Object.entries(table)) {
    assert.equal(await outcome(policy, { guest: 'true' }), guest, policy);
    assert.equal(await outcome(policy, {}), unsaid, policy);
    assert.equal(await outcome(policy, { guest: 'false' }), pupil, policy);
    assert.equal(await outcome(policy, { guest: 'true', role: 'MODERATOR' }), 'ALLOW', policy);
  }
  const waiting = await enter({
    meetingID: 'guests ASK_MODERATOR',
    fullName: 'Guest',
    role: 'VIEWER',
    guest: 'true',
  });
  assert.equal(waiting.status, 'waiting');
  const pupil = await enter({
    meetingID: 'guests ASK_MODERATOR',
    fullName: 'Pupil',
    role: 'VIEWER',
    guest: 'false',
  });
  assert.equal(pupil.status, 'admitted');
  const info = await bbb.call('getMeetingInfo', { meetingID: 'guests ASK_MODERATOR' });
  assert.equal(info.field('participantCount'), '0');
  for (const policy of Object.keys(table)) await bbb.call('end', { meetingID: `guests ${policy}` });
});

test('getMeetingInfo and getMeetings show who is in; the end takes everybody out', async () => {
  const meetingID = 'info';
  const user = {
    meetingID,
    role: 'VIEWER',
    userID: 'user|7',
    'userdata-bbb_x': 'y',
    'userdata-1x': 'dropped',
  };
  const made = {
    meetingID,
    meta_endCallbackUrl: 'https://x.example/?a=1&b=2',
    meta_1: 'dropped',
    maxParticipants: '2',
  };
  done(await bbb.call('create', made));
  const empty = done(await bbb.call('getMeetingInfo', { meetingID }));
  assert.deepEqual(
    [empty.field('running'), empty.field('attendees'), empty.field('startTime')],
    ['false', '', '0'],
  );
  assert.equal(empty.field('metadata'), '<endcallbackurl>https://x.example/?a=1&amp;b=2</endcallbackurl>');
  const pupil = await connect({ ...user, fullName: 'Pupil' });
  const teacher = await connect({ meetingID, role: 'MODERATOR', fullName: 'Teacher', userID: 't' });
  const info = done(await bbb.call('getMeetingInfo', { meetingID }));
  assert.deepEqual(
    ['running', 'hasUserJoined', 'participantCount', 'moderatorCount', 'maxUsers'].map(info.field),
    ['true', 'true', '2', '1', '2'],
  );
  const people = [...info.text.matchAll(/<attendee>(.*?)<\/attendee>/g)].map(([, text = '']) => text);
  assert.match(
    people[0] ?? '',
    /<userID>user\|7<\/userID><fullName>Pupil<\/fullName><role>VIEWER<\/role><isPresenter>false/,
  );
  assert.match(people[0] ?? '', /<customdata><bbb_x>y<\/bbb_x><\/customdata>/);
  assert.match(people[1] ?? '', /<role>MODERATOR<\/role><isPresenter>true/);
  const third = { meetingID, fullName: 'Third', role: 'VIEWER', redirect: 'false' };
  failedWith(await bbb.call('join', third), 'maxParticipantsReached');
  assert.equal((await bbb.call('isMeetingRunning', { meetingID })).field('running'), 'true');
  const listed = done(await bbb.call('getMeetings'));
  assert.match(listed.text, /<meetings><meeting><meetingName>info</);
  failedWith(await bbb.call('end', { meetingID, password: 'wrong' }), 'invalidPassword');
  done(await bbb.call('end', { meetingID }));
  failedWith(await bbb.call('getMeetingInfo', { meetingID }), 'notFound');
  failedWith(await bbb.call('end', { meetingID }), 'notFound');
  assert.equal(done(await bbb.call('isMeetingRunning', { meetingID })).field('running'), 'false');
  assert.equal((await bbb.call('getMeetings')).field('messageKey'), 'noMeetings');
  await waitUntil(async () => (await lectern.media.listParticipants(pupil.group.room.id)).length === 0, {
    timeout: 20_000,
    message: 'everybody to be out of the call',
  });
  for (const { url } of [pupil, teacher]) await refused(openLink(lectern, url, newBrowser()), 'link_revoked');
});

test('another group reads, joins and ends nothing', async () => {
  const other = await makeBbbGroup(lectern);
  const meetingID = 'tenants';
  const mine = done(await bbb.call('create', { meetingID }));
  failedWith(await other.bbb.call('getMeetingInfo', { meetingID }), 'notFound');
  failedWith(await other.bbb.call('end', { meetingID }), 'notFound');
  const join = { meetingID, fullName: 'A', role: 'MODERATOR', redirect: 'false' };
  failedWith(await other.bbb.call('join', join), 'invalidMeetingIdentifier');
  const theirs = done(await other.bbb.call('create', { meetingID, moderatorPW: 'theirs' }));
  assert.notEqual(theirs.field('moderatorPW'), mine.field('moderatorPW'));
  done(await other.bbb.call('end', { meetingID }));
  assert.equal(
    done(await bbb.call('getMeetingInfo', { meetingID })).field('createTime'),
    mine.field('createTime'),
  );
  await bbb.call('end', { meetingID });
});

test('a moderator who ends the call for all ends the meeting; so does the deletion of its room', async () => {
  for (const [meetingID, end] of [
    ['ended by a moderator', ({ owner, at }: TestGroup) => owner.finishActiveCall(at)],
    ['room deleted', ({ owner, at }: TestGroup) => owner.deleteRoom(at)],
  ] as const) {
    done(await bbb.call('create', { meetingID }));
    const inside = await connect({ meetingID, fullName: 'A', role: 'VIEWER' });
    await end(inside.group);
    failedWith(await bbb.call('getMeetingInfo', { meetingID }), 'notFound');
    assert.ok(Number(done(await bbb.call('create', { meetingID })).field('createTime')) > 0);
    await bbb.call('end', { meetingID });
  }
});
