import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ForeignClients } from '../../../server/testing/bbb/foreign-clients.ts';
import type { ForeignStage } from '../../../server/testing/bbb/foreign-stage.ts';
import { inherited } from '../../../server/testing/processes/processes.ts';
import { type FolderOf, ours } from './sources.ts';

const isLike = (actual: unknown, expected: object): void => assert.partialDeepStrictEqual(actual, expected);

/** The class of the parameters, what its constructor takes, and the other methods of it that are called. */
type Parameters = [name: string, given: unknown[], changes?: Record<string, unknown[]>];

type Call = <Result = unknown>(method: string, parameters?: Parameters) => Promise<Result>;

async function meet(stage: ForeignStage, call: Call): Promise<string> {
  const id = 'api php';
  isLike(await call('getApiVersion'), { success: true, getVersion: '2.0' });
  isLike(await call('getMeetings'), { success: true, getMeetings: [] });
  const made = await call<{ getInternalMeetingId: string }>('createMeeting', [
    'CreateMeeting',
    [id, 'Größen'],
    {
      ...{ setAttendeePassword: ['attendee'], setModeratorPassword: ['moderator'], setRecord: [true] },
      ...{ setWelcomeMessage: ['<b>Willkommen</b>'], setDuration: [90], addMeta: ['course', '7'] },
      addPresentation: ['https://school.example/slides.pdf?a=1&b=2'],
    },
  ]);
  isLike(made, { success: true, getMeetingId: id, getMessageKey: 'presentationIgnored', getDuration: 90 });
  const person = [id, "O'Neil & co", 'moderator'];
  const joined = await call('joinMeeting', ['JoinMeeting', person, { setRedirect: [false] }]);
  isLike(joined, { success: true, getGuestStatus: 'ALLOW' });
  await stage.follow(await call('getJoinMeetingURL', ['JoinMeeting', person, { setUserId: ['7'] }]));
  isLike(await call('isMeetingRunning', ['IsMeetingRunning', [id]]), { isRunning: true });
  isLike(await call('getMeetingInfo', ['GetMeetingInfo', [id]]), {
    getMeeting: {
      ...{ getMeetingName: 'Größen', isRunning: true, getParticipantCount: 1, getMetas: { course: '7' } },
      getAttendees: [{ getUserId: '7', getFullName: "O'Neil & co", getRole: 'MODERATOR' }],
    },
  });
  isLike(await call('getMeetings'), { getMeetings: [{ getMeetingId: id, hasUserJoined: true }] });
  await stage.record(made.getInternalMeetingId);
  isLike(await call('endMeeting', ['EndMeeting', [id, 'moderator']]), { success: true });
  isLike(await call('endMeeting', ['EndMeeting', [id, 'moderator']]), { getMessageKey: 'notFound' });
  isLike(await call('getMeetingInfo', ['GetMeetingInfo', [id]]), { success: false });
  await stage.isPublished(made.getInternalMeetingId);
  return made.getInternalMeetingId;
}

async function manageRecording(call: Call, recordId: string): Promise<void> {
  const recordings = (changes: Record<string, unknown[]> = {}) =>
    call('getRecordings', ['GetRecordings', [], { setRecordId: [recordId], ...changes }]);
  isLike(await recordings({ setState: ['published'] }), {
    getRecords: [
      { getRecordId: recordId, isPublished: true, getFormats: [{ getType: 'video', getLength: 1 }] },
    ],
  });
  isLike(await call('publishRecordings', ['PublishRecordings', [recordId, false]]), { isPublished: false });
  isLike(await call('updateRecordings', ['UpdateRecordings', [recordId], { addMeta: ['name', 'Neu'] }]), {
    isUpdated: true,
  });
  isLike(await recordings(), { getRecords: [{ getName: 'Neu', getState: 'unpublished' }] });
  const folder = mkdtempSync(join(tmpdir(), 'lectern-captions-'));
  const file = join(folder, 'captions.vtt');
  writeFileSync(file, 'WEBVTT\n\n00:01.000 --> 00:02.000\nGuten Morgen\n');
  const track = [recordId, 'subtitles', 'de-DE', 'Deutsch'];
  const put = await call('putRecordingTextTrack', ['PutRecordingTextTrack', track, { setTrackFile: [file] }]);
  isLike(put, { success: true });
  rmSync(folder, { recursive: true });
  isLike(await call('getRecordingTextTracks', ['GetRecordingTextTracks', [recordId]]), {
    getTracks: [{ getKind: 'subtitles', getLang: 'de-DE', getSource: 'upload' }],
  });
  isLike(await call('deleteRecordings', ['DeleteRecordings', [recordId]]), { isDeleted: true });
  isLike(await recordings({ setState: ['any'] }), { getRecords: [], getMessageKey: 'noRecordings' });
}

async function hook(call: Call): Promise<void> {
  const url = 'http://127.0.0.1:9/hook?lms=1';
  const made = await call<{ getHookId: string }>('hooksCreate', ['HooksCreate', [url]]);
  isLike(made, { success: true, isPermanentHook: false });
  isLike(await call('hooksList'), { getHooks: [{ getHookId: made.getHookId, getCallbackUrl: url }] });
  isLike(await call('hooksDestroy', ['HooksDestroy', [made.getHookId]]), { success: true });
  isLike(await call('hooksList'), { getHooks: [] });
}

/** bigbluebutton-api-php goes through a meeting, its recording and a hook. */
export async function driveApiPhp(stage: ForeignStage, at: FolderOf): Promise<void> {
  const { base, secret } = stage.server;
  const env = { ...inherited(), LMS_SOAK: JSON.stringify([at('bigbluebutton-api-php'), base, secret]) };
  const options = [
    '-d',
    'display_errors=stderr',
    '-d',
    'error_reporting=E_ALL&~E_DEPRECATED',
    ours('api-php.php'),
  ];
  const library = ForeignClients.run('php', options, env);
  const call: Call = (method, [name, given, changes = {}] = ['', []]) =>
    library.call('call', [method, name, given, changes]);
  try {
    for (const algorithm of ['sha1', 'sha384', 'sha512', 'sha256']) {
      await library.call('use', [algorithm]);
      isLike(await call('isMeetingRunning', ['IsMeetingRunning', ['0']]), {
        success: true,
        isRunning: false,
      });
    }
    await manageRecording(call, await meet(stage, call));
    await hook(call);
  } finally {
    await library.close();
  }
}
