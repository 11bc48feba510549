import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { ForeignClients, npmClients } from '../../../testing/bbb/foreign-clients.ts';
import { ForeignStage, statusAt } from '../../../testing/bbb/foreign-stage.ts';

const folder = npmClients();
const skip = folder ? false : 'not run: no clients of BigBlueButton from npm';

let stage: ForeignStage;
let clients: ForeignClients;
before(async () => {
  if (!folder) return;
  stage = await ForeignStage.start();
  clients = ForeignClients.ofNpm(folder, stage.server);
});
after(async () => {
  await clients?.close();
  await stage?.remove();
});

/** Sends a request to an address that bigbluebutton-js made. */
const js = async (path: string, ...given: unknown[]): Promise<unknown> =>
  clients.call('js.http', [await clients.call(`js.${path}`, given)]);

const isLike = (actual: unknown, expected: object): void => assert.partialDeepStrictEqual(actual, expected);

test('bigbluebutton-js creates a meeting, joins, reads and ends it', { skip }, async () => {
  const id = 'js 1&2+3';
  const name = 'Алгебра & "more"';
  const given = { attendeePW: 'attendee', moderatorPW: 'moderator', duration: 60, meta_Course: '7' };
  const create = () => js('administration.create', name, id, given);
  isLike(await create(), {
    ...{ returncode: 'SUCCESS', meetingID: id.replace('&', '&amp;'), attendeePW: 'attendee' },
    ...{ moderatorPW: 'moderator', duration: 60, hasUserJoined: false, messageKey: '' },
  });
  isLike(await create(), { returncode: 'SUCCESS', messageKey: 'duplicateWarning' });
  isLike(await js('administration.create', name, id, { moderatorPW: 'another' }), {
    ...{ returncode: 'FAILED', messageKey: 'idNotUnique' },
  });
  isLike(await js('monitoring.isMeetingRunning', id), { returncode: 'SUCCESS', running: false });
  isLike(await js('monitoring.getMeetingInfo', id), { attendees: '', participantCount: 0 });
  const more = { userID: 'pupil 7', 'userdata-colour': 'red' };
  await stage.follow(await clients.call('js.administration.join', ['Zoë', id, 'moderator', more]));
  isLike(await js('monitoring.isMeetingRunning', id), { running: true });
  isLike(await js('monitoring.getMeetingInfo', id), {
    ...{ returncode: 'SUCCESS', running: true, participantCount: 1, moderatorCount: 1, recording: false },
    ...{ metadata: { course: 7 }, isBreakout: false },
    attendees: {
      attendee: { userID: 'pupil 7', fullName: 'Zoë', role: 'MODERATOR', customdata: { colour: 'red' } },
    },
  });
  isLike(await js('monitoring.getMeetings'), { meetings: [{ participantCount: 1, hasUserJoined: true }] });
  isLike(await js('administration.end', id, 'attendee'), { messageKey: 'invalidPassword' });
  isLike(await js('administration.end', id, 'moderator'), { messageKey: 'sentEndMeetingRequest' });
  isLike(await js('monitoring.getMeetingInfo', id), { returncode: 'FAILED', messageKey: 'notFound' });
  isLike(await js('monitoring.getMeetings'), { meetings: '', messageKey: 'noMeetings' });
});

test('bigbluebutton-js lists, hides, renames and deletes a recording', { skip }, async () => {
  const created = (await js('administration.create', 'Recorded', 'js recorded', { record: true })) as {
    internalMeetingID: string;
  };
  const recordID = created.internalMeetingID;
  isLike(await js('recording.getRecordings', { recordID }), { recordings: '', messageKey: 'noRecordings' });
  await stage.record(recordID);
  isLike(await js('administration.end', 'js recorded', ''), { returncode: 'SUCCESS' });
  await stage.isPublished(recordID);
  const list = async (more: object) =>
    (await js('recording.getRecordings', { meetingID: 'js recorded', ...more })) as {
      recordings: { name: string; playback: { format: { url: string; length: number } } }[];
    };
  const { recordings } = await list({ state: 'published' });
  isLike(recordings, [{ recordID, published: true, name: 'Recorded', playback: { format: { length: 1 } } }]);
  const url = recordings[0]?.playback.format.url ?? '';
  assert.equal(await statusAt(url), 200);
  isLike(await js('recording.publishRecordings', recordID, false), { published: false });
  isLike(await list({ state: 'unpublished' }), { recordings: [{ state: 'unpublished' }] });
  assert.equal(await statusAt(url), 404);
  isLike(await js('recording.updateRecordings', recordID, { meta_name: 'Renamed' }), { updated: true });
  isLike(await list({}), { recordings: [{ name: 'Renamed' }] });
  isLike(await js('recording.deleteRecordings', recordID), { deleted: true });
  isLike(await list({}), { recordings: '' });
});

test('bigbluebutton-js creates, lists and destroys a hook', { skip }, async () => {
  const callbackURL = 'http://127.0.0.1:9/hook?lms=1';
  const made = (await js('hooks.create', callbackURL)) as { hookID: number };
  isLike(made, { returncode: 'SUCCESS', permanentHook: false, rawData: false });
  const { hookID } = made;
  isLike(await js('hooks.create', callbackURL), { hookID, messageKey: 'duplicateWarning' });
  isLike(await js('hooks.list'), { hooks: { hook: { hookID } } });
  isLike(await js('hooks.destroy', hookID), { returncode: 'SUCCESS', removed: true });
  isLike(await js('hooks.destroy', hookID), { returncode: 'FAILED', messageKey: 'destroyMissingHook' });
});

test('bbb-promise does all that it can, at an address with a doubled slash', { skip }, async () => {
  const id = 'promise';
  const { response: made } = await clients.call<{ response: { internalMeetingID: [string] } }>(
    'promise.administration.create',
    ['Geometry', id, { attendeePW: 'attendee', moderatorPW: 'moderator', record: true }],
  );
  const [recordID] = made.internalMeetingID;
  isLike(made, { returncode: ['SUCCESS'], meetingID: [id], attendeePW: ['attendee'] });
  const join = ['Ann', id, 'attendee', { userID: '7' }];
  await stage.follow(await clients.call('promise.administration.join', join));
  const answers = (path: string, given: unknown[], expected: object) =>
    clients.call(`promise.${path}`, given).then((answer) => isLike(answer, { response: expected }));
  await answers('monitoring.isMeetingRunning', [id], { running: ['true'] });
  await answers('monitoring.getMeetingInfo', [id], {
    participantCount: ['1'],
    attendees: [{ attendee: [{ userID: ['7'], fullName: ['Ann'], role: ['VIEWER'] }] }],
  });
  await answers('monitoring.getMeetings', [], { meetings: [{ meeting: [{ meetingID: [id] }] }] });
  const version = { returncode: ['SUCCESS'], version: ['2.0'] };
  await answers('administration.customCall', ['', {}], version);
  await stage.record(recordID);
  await answers('administration.end', [id, 'moderator'], { messageKey: ['sentEndMeetingRequest'] });
  await answers('administration.end', [id, 'moderator'], { messageKey: ['notFound'] });
  await stage.isPublished(recordID);
  await answers('recording.getRecordings', [{ recordID }], {
    recordings: [{ recording: [{ recordID: [recordID], state: ['published'] }] }],
  });
  await answers('recording.publishRecordings', [recordID, 'false'], { published: ['false'] });
  await answers('recording.updateRecordings', [recordID, { meta_a: 'b' }], { updated: ['true'] });
  await answers('recording.deleteRecordings', [recordID], { deleted: ['true'] });
  await answers('recording.getRecordings', [{ recordID }], { messageKey: ['noRecordings'] });
});

test('the guide names the clients and versions that are tested', () => {
  const root = resolve(import.meta.dirname, '../../../..');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { dependencies } = JSON.parse(read('engines/bbb-clients/package.json')) as {
    dependencies: Record<string, string>;
  };
  const python = read('engines/bbb-clients/requirements.txt').matchAll(/^(\w*(?:bbb|bigblue)\w*)==(\S+)/gm);
  const named = read('docs/integrators/bigbluebutton.md').matchAll(
    /^\| (\S+) \((?:npm|PyPI)\) \| (\S+) \|/gm,
  );
  const pairsOf = (found: Iterable<RegExpExecArray>) =>
    [...found].map(([, name, version]) => `${name} ${version}`).sort();
  const pinned = Object.entries(dependencies).map((pair) => pair.join(' '));
  assert.deepEqual(pairsOf(named), [...pinned, ...pairsOf(python)].sort());
});
