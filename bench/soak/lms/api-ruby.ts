import assert from 'node:assert/strict';
import { ForeignClients } from '../../../server/testing/bbb/foreign-clients.ts';
import type { ForeignStage } from '../../../server/testing/bbb/foreign-stage.ts';
import { inherited } from '../../../server/testing/processes/processes.ts';
import { type Receiver, startReceiver } from '../../../server/testing/receivers/receiver.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { type FolderOf, ours } from './sources.ts';

const isLike = (actual: unknown, expected: object): void => assert.partialDeepStrictEqual(actual, expected);

function startRuby({ server: { base, secret } }: ForeignStage, at: FolderOf, site: string): ForeignClients {
  const settings = [at('bigbluebutton-api-ruby'), at('greenlight'), base, secret, site];
  const env = { ...inherited(), LANG: 'C.UTF-8', LMS_SOAK: JSON.stringify(settings) };
  return ForeignClients.run('ruby', ['-W0', ours('api-ruby.rb')], env);
}

/** bigbluebutton-api-ruby goes through a meeting, with both of its checksums. */
export async function driveApiRuby(stage: ForeignStage, at: FolderOf): Promise<void> {
  const ruby = startRuby(stage, at, 'http://127.0.0.1:9');
  let algorithm = 'sha1';
  const call = <Result = unknown>(method: string, ...given: unknown[]): Promise<Result> =>
    ruby.call<Result>('api', [algorithm, method, given, null, null]);
  try {
    for (algorithm of ['sha1', 'sha256']) {
      const id = `ruby ${algorithm}`;
      assert.equal(await call('get_api_version'), '2.0');
      isLike(await call('get_meetings'), { returncode: true, meetings: [] });
      const options = { moderatorPW: 'moderator', attendeePW: 'attendee', record: true, meta_Course: '7' };
      const slides = 'https://school.example/slides.pdf?a=1&b=2';
      const made = await ruby.call<{ internalMeetingID: string }>('api', [
        ...[algorithm, 'create_meeting', ['Größen', id], options, slides],
      ]);
      isLike(made, { returncode: true, meetingID: id, hasBeenForciblyEnded: false });
      assert.equal(await call('is_meeting_running?', id), false);
      await stage.follow(await call('join_meeting_url', id, 'Ann & Zoë', 'moderator'));
      assert.equal(await call('is_meeting_running?', id), true);
      isLike(await call('get_meeting_info', id, 'moderator'), {
        ...{ running: true, participantCount: 1, metadata: { course: '7' }, recording: true },
        attendees: [{ fullName: 'Ann & Zoë', role: 'moderator' }],
      });
      isLike(await call('get_meetings'), { meetings: [{ meetingID: id, running: true }] });
      await stage.record(made.internalMeetingID);
      await assert.rejects(call('end_meeting', id, 'wrong'), /invalidPassword/);
      isLike(await call('end_meeting', id, 'moderator'), { messageKey: 'sentEndMeetingRequest' });
      await assert.rejects(call('get_meeting_info', id, 'moderator'), /notFound/);
      await stage.isPublished(made.internalMeetingID);
      const ofMeeting = [algorithm, 'get_recordings', [], { meetingID: id }, null];
      isLike(await ruby.call('api', ofMeeting), {
        recordings: [{ published: true, playback: { format: { type: 'video', length: 1 } } }],
      });
      isLike(await call('publish_recordings', made.internalMeetingID, false), { published: 'false' });
      isLike(await call('delete_recordings', made.internalMeetingID), { deleted: 'true' });
    }
  } finally {
    await ruby.close();
  }
}

/** Greenlight's callbacks as its pages get them. */
async function receiveCallbacks(site: Receiver, ruby: ForeignClients, recordId: string): Promise<void> {
  await waitUntil(() => site.received.length >= 2, { timeout: 60_000, message: 'both callbacks' });
  const [ended, ready] = ['/meeting_ended', '/recording_ready'].map((path) =>
    site.received.find((one) => one.path.startsWith(path)),
  );
  const query = new URL(ended?.path ?? '', site.url).searchParams;
  assert.deepEqual([query.get('meetingID'), query.get('recordingmarks')], ['greenlight-room', 'true']);
  const token = new URLSearchParams(ready?.body).get('signed_parameters');
  const [payload] = await ruby.call<[object]>('decode', [token]);
  assert.deepEqual(payload, { meeting_id: 'greenlight-room', record_id: recordId });
}

/** Greenlight checks the server and starts a meeting. Callbacks tell it the end and the recording, which it manages. */
export async function driveGreenlight(stage: ForeignStage, at: FolderOf): Promise<void> {
  const site = await startReceiver();
  const ruby = startRuby(stage, at, site.url);
  const call = <Result = unknown>(name: string, ...given: unknown[]) => ruby.call<Result>(name, given);
  try {
    await call('healthCheck');
    const options = { record: 'true', muteOnStart: 'false', guestPolicy: 'ALWAYS_ACCEPT' };
    isLike(await call('start', 'Zimmer & Küche', options), { online: true });
    await call('start', 'Zimmer & Küche', options);
    await stage.follow(await call('join', 'Moderator', 'gl-1', 'Ann'));
    await stage.follow(await call('join', 'Viewer', 'gl-2', 'Zoë'));
    assert.deepEqual(await call('participants'), [true, 2]);
    const info = await stage.group.bbb.call('getMeetingInfo', { meetingID: 'greenlight-room' });
    const recordId = info.field('internalMeetingID') ?? '';
    await stage.record(recordId);
    isLike(await call('end', info.field('moderatorPW')), { returncode: true });
    assert.deepEqual(await call('participants'), [false, 2]);
    await receiveCallbacks(site, ruby, recordId);
    const synced = { name: 'Zimmer & Küche', record_id: recordId, length: 1, protectable: true };
    isLike(await call('sync'), {
      recordings: [{ ...synced, visibility: 'Published' }],
      formats: [{ recording_type: 'video' }],
    });
    for (const visibility of ['Unpublished', 'Protected', 'Public/Protected', 'Public']) {
      await call('visibility', recordId, visibility);
      isLike(await call('sync'), { recordings: [{ visibility }] });
    }
    await call('rename', recordId, 'Neuer Name');
    isLike(await call('sync'), { recordings: [{ name: 'Neuer Name' }] });
    await call('delete', recordId);
    isLike(await call('sync'), { recordings: [] });
  } finally {
    await ruby.close();
    await site.close();
  }
}
