import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { createStore } from '../../kit/store.ts';
import type { CallState } from '../call/call.ts';
import type { Role } from '../call/call-contract.ts';
import { Notices } from '../call/notices.ts';
import { refusal, unreachable } from '../chat/server.fake.ts';
import { notifyOfRecording } from './record-news.ts';
import { createFakeRecording } from './recording.fake.ts';

function follow(role: Role, wishes: Parameters<typeof createFakeRecording>[0] = {}) {
  const fake = createFakeRecording(wishes);
  const notices = new Notices(createFakeClock());
  const state = createStore({
    connection: { phase: 'connected' },
    people: [{ role }],
    isRecording: false,
  } as unknown as CallState);
  const heard: string[] = [];
  const end = notifyOfRecording({
    recording: fake.recording,
    call: { state, notices },
    announce: (what) => heard.push(what),
  });
  const shown = () => notices.list.get().map(({ id: _, ...content }) => content);
  return { ...fake, state, heard, shown, end };
}

test('everybody sees and hears that a recording begins and ends; the latest notice stays', async () => {
  const { enter, record, settle, shown, heard } = follow('user');
  await enter();
  record.begin();
  record.run();
  await settle();
  assert.deepEqual(shown(), [{ kind: 'record-begun' }]);
  record.finish({ failure: 'recorder_lost' });
  await settle();
  assert.deepEqual(shown(), [{ kind: 'record-ended', isModerator: false }]);
  assert.deepEqual(heard, ['begun', 'ended']);
});

test('a person who enters a recorded room is told', async () => {
  const { enter, record, shown, heard } = follow('user');
  record.begin();
  record.run();
  await enter();
  assert.deepEqual(shown(), [{ kind: 'record-found' }]);
  assert.deepEqual(heard, ['found']);
});

test('moderators are told that a recording failed, and why a request was refused', async () => {
  const { enter, record, settle, shown, beforeAnswer, recording } = follow('moderator');
  await enter();
  record.begin();
  record.finish({ failure: 'no_picture' });
  await settle();
  assert.deepEqual(shown(), [{ kind: 'record-failed', failure: 'no_picture' }]);
  beforeAnswer(() => {
    throw refusal(503, 'disk_low');
  });
  await recording.start('speaker');
  assert.deepEqual(shown(), [{ kind: 'record-refused', code: 'disk_low' }]);
  beforeAnswer(() => undefined);
  await recording.start('speaker');
  assert.deepEqual(shown(), []);
});

test('everybody is told that the recorder was lost, and a moderator starts another recording', async () => {
  const { enter, record, settle, shown, heard, recording, phase } = follow('moderator');
  await enter();
  record.begin();
  record.run();
  await settle();
  record.finish({ reason: 'recorder_lost' });
  await settle();
  assert.deepEqual(shown(), [{ kind: 'record-lost', isModerator: true }]);
  assert.deepEqual(heard, ['begun', 'ended']);
  assert.equal(phase(), 'off');
  await recording.start('speaker');
  assert.equal(phase(), 'starting');
});

test('a notice says that a recording stopped at once is not kept', async () => {
  const { enter, record, settle, shown, recording } = follow('moderator');
  await enter();
  record.begin();
  record.run();
  await settle();
  await recording.stop('r1');
  await settle();
  assert.deepEqual(shown(), [{ kind: 'record-discarded' }]);
});

test("the media server's recording state is passed on during the call", async () => {
  const { enter, beforeAnswer, state, settle, phase, end, clock } = follow('user', { isChatAway: true });
  beforeAnswer(() => {
    throw unreachable();
  });
  state.set({ ...state.get(), connection: { phase: 'reconnecting', attempt: 0 }, isRecording: true });
  await enter();
  assert.equal(phase(), 'unknown');
  state.set({ ...state.get(), connection: { phase: 'connected' } });
  await settle();
  assert.equal(phase(), 'on');
  end();
  state.set({ ...state.get(), isRecording: false });
  await clock.advance(0);
  assert.equal(phase(), 'on');
});
