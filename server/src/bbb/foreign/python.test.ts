import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { ForeignClients, pythonClients, pythonEnvironment } from '../../../testing/bbb/foreign-clients.ts';
import { ForeignStage } from '../../../testing/bbb/foreign-stage.ts';

const folder = pythonClients();
const skip = folder ? false : 'not run: no clients of BigBlueButton from PyPI';

let stage: ForeignStage;
let clients: ForeignClients;
before(async () => {
  if (!folder) return;
  stage = await ForeignStage.start();
  clients = ForeignClients.ofPython(folder, stage.server);
});
after(async () => {
  await clients?.close();
  await stage?.remove();
});

const isLike = (actual: unknown, expected: object): void => assert.partialDeepStrictEqual(actual, expected);

/** Runs bbbctl. @returns what it printed, one object for each line of JSON */
async function bbbctl(...words: string[]): Promise<Record<string, unknown>[]> {
  const { base, secret } = stage.server;
  const env = {
    ...pythonEnvironment(folder ?? ''),
    BBBCTL_SERVER: `${base}api`,
    BBBCTL_SECRET: secret,
  };
  const options = ['-m', 'bbbctl', '--format', 'jsonline', ...words];
  const { stdout } = await promisify(execFile)('python3', options, { env, timeout: 60_000 });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => (line.startsWith('{') ? JSON.parse(line) : { line }));
}

test('bbbctl creates, lists, joins and ends meetings', { skip }, async () => {
  const id = 'ctl ä+1';
  const options = ['--record', '--lock', 'cam,mic', '--meta', 'course=7', '--muteOnStart', '--duration=30'];
  const [link] = await bbbctl('meeting', 'create', id, 'Lesson', ...options, '--join', 'Teacher');
  await stage.follow(String(link?.line).replace('Teacher: ', ''));
  const [viewer] = await bbbctl('meeting', 'join', id, 'Pupil');
  await stage.follow(String(viewer?.line));
  const [info] = await bbbctl('meeting', 'info', id);
  isLike(info, {
    ...{ meetingID: id, meetingName: 'Lesson', running: true, recording: true, duration: 30 },
    ...{ participantCount: 2, moderatorCount: 1, metadata: { course: '7' } },
  });
  const attendees = (info?.attendees ?? []) as { fullName: string; role: string }[];
  assert.deepEqual(attendees.map(({ fullName, role }) => `${fullName} ${role}`).sort(), [
    'Pupil VIEWER',
    'Teacher MODERATOR',
  ]);
  isLike(await bbbctl('meeting', 'list', '--sort', 'createTime', '--no-user'), [{ meetingID: id }]);
  await assert.rejects(bbbctl('meeting', 'info', 'unknown'), /notFound/);
  await bbbctl('meeting', 'end', id);
  await bbbctl('meeting', 'create', 'ctl 2', 'Second');
  await bbbctl('meeting', 'nuke', '--doit');
  assert.deepEqual(await bbbctl('meeting', 'list'), []);
});

test('bbbctl publishes and deletes recordings', { skip }, async () => {
  const created = await stage.group.bbb.call('create', { meetingID: 'ctl rec', record: 'true' });
  const recordID = created.field('internalMeetingID') ?? '';
  await stage.record(recordID);
  await bbbctl('meeting', 'end', 'ctl rec');
  await stage.isPublished(recordID);
  isLike(await bbbctl('record', 'list', '--meeting', 'ctl rec'), [{ recordID, published: true }]);
  isLike(await bbbctl('record', 'unpublish', recordID), [{ published: false }]);
  isLike(await bbbctl('record', 'info', recordID), [{ recordID, state: 'unpublished' }]);
  isLike(await bbbctl('record', 'publish', recordID), [{ published: true }]);
  isLike(await bbbctl('record', 'delete', recordID), [{ deleted: true }]);
  assert.deepEqual(await bbbctl('record', 'list'), []);
});

test('python-sage-bbb drives a meeting and its recording', { skip }, async () => {
  const id = 'sage';
  const version = await clients.call('sage.check_connection');
  isLike(version, { returncode: 'SUCCESS', version: '2.0' });
  isLike(await clients.call('sage.meetings.get_meetings'), { messageKey: 'noMeetings' });
  const create = () =>
    clients.call<{ internal_meeting_id: string }>('sage.meetings.create_meeting', [], {
      ...{ name: 'Sage', meeting_id: id, attendee_pw: 'attendee', moderator_pw: 'moderator', record: true },
    });
  const made = await create();
  isLike(made, { meeting_id: id, attendee_pw: 'attendee', has_user_joined: false, message_key: null });
  isLike(await create(), { message_key: 'duplicateWarning' });
  await stage.follow(
    await clients.call('sage.meetings.join_meeting', [id, 'Ann Lee', 'attendee'], { userID: '7' }),
  );
  isLike(await clients.call('sage.meetings.is_meeting_running', [id]), { running: 'true' });
  isLike(await clients.call('sage.meetings.get_meeting_info', [id]), {
    ...{ participantCount: '1', moderatorCount: '0', hasUserJoined: 'true', recording: 'true' },
  });
  isLike(await clients.call('sage.meetings.get_meetings'), { returncode: 'SUCCESS' });
  await stage.record(made.internal_meeting_id);
  const end = () => clients.call('sage.meetings.end_meeting', [id, 'moderator']);
  isLike(await end(), { returncode: 'SUCCESS', messageKey: 'sentEndMeetingRequest' });
  isLike(await end(), { returncode: 'FAILED', messageKey: 'notFound' });
  await stage.isPublished(made.internal_meeting_id);
  const recordings = () => clients.call('sage.recordings.get_recordings', [id, { state: 'published' }]);
  assert.equal(((await recordings()) as { messageKey?: string }).messageKey, undefined);
  const of = [made.internal_meeting_id];
  isLike(await clients.call('sage.recordings.publish_recording', [...of, false]), { published: 'false' });
  isLike(await recordings(), { messageKey: 'noRecordings' });
  isLike(await clients.call('sage.recordings.delete_recording', of), { deleted: 'true' });
  // It calls with a meetingID, which names no recording here as in BigBlueButton.
  const updated = await clients.call('sage.recordings.update_recordings', [id, { meta_title: 'New' }]);
  isLike(updated, { returncode: 'FAILED', messageKey: 'missingParamRecordID' });
  const config = await clients.call('sage.configurations.get_default_config_xml');
  isLike(config, { returncode: 'FAILED', messageKey: 'unsupportedRequest' });
});

test('bigbluebutton_api_python reads its objects out of each response', { skip }, async () => {
  const call = (method: string, given: unknown[] = [], named: object = {}) =>
    clients.call<Record<string, unknown>>(`api_python.${method}`, given, named);
  const meeting = 'api python';
  isLike(await call('get_api_version'), { get_return_code: 'SUCCESS', get_version: '2.0' });
  isLike(await call('get_meetings'), { get_meetings: [] });
  const given = { attendeePW: 'attendee', moderatorPW: 'moderator', record: true };
  const made = await call('create_meeting', [meeting, given, { Course: '7' }]);
  isLike(made, { get_meetingid: meeting, get_attendee_pw: 'attendee', has_been_forcibly_ended: false });
  const join = await clients.call<string>('api_python.get_join_meeting_url', [
    'Ann',
    meeting,
    'moderator',
    {},
  ]);
  await stage.follow(join);
  isLike(await call('is_meeting_running', [meeting]), { is_meeting_running: true });
  const info = (one: string) =>
    call('get_meeting_info', [one]) as Promise<{ get_meetinginfo: { get_internal_meetingid: string } }>;
  isLike(await info(meeting), {
    get_meetinginfo: { get_meetingid: meeting, get_participantcount: 1, is_recording: true },
    get_attendees: [{ get_fullname: 'Ann', get_role: 'MODERATOR', has_video: false }],
  });
  // Lists have two entries: it reads a list of one as the entry itself.
  await call('create_meeting', ['second', { record: true }]);
  const recordIds: string[] = [];
  for (const one of [meeting, 'second'])
    recordIds.push((await info(one)).get_meetinginfo.get_internal_meetingid);
  const { get_meetings: meetings } = await call('get_meetings');
  assert.equal((meetings as unknown[]).length, 2);
  for (const recordId of recordIds) await stage.record(recordId);
  isLike(await call('end_meeting', [meeting, 'moderator']), { get_message_key: 'sentEndMeetingRequest' });
  await assert.rejects(call('end_meeting', [meeting, 'moderator']), /no such meeting/);
  await stage.group.bbb.call('end', { meetingID: 'second' });
  for (const recordId of recordIds) await stage.isPublished(recordId);
  const [recordID] = recordIds;
  isLike(await call('get_recordings', ['', recordIds.join(',')]), {
    get_recordings: [
      { get_name: 'second', is_published: true, get_playbacktype: 'video', get_playbacklength: '1' },
      { get_name: meeting, get_recordid: recordID, get_state: 'published' },
    ],
  });
  isLike(await call('get_recordings', ['none']), { get_recordings: [], get_message_key: 'noRecordings' });
  isLike(await call('publish_recordings', [recordID, false]), { is_published: false });
  isLike(await call('update_recordings', [recordID, { name: 'Renamed' }]), { is_updated: true });
  isLike(await call('delete_recordings', [recordID]), { is_deleted: true });
});
