import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal, unreachable } from '../chat/server.fake.ts';
import { createFakeRecording } from './recording.fake.ts';

test('a room without a recording has none and reports nothing', async () => {
  const { enter, phase, news, recording } = createFakeRecording();
  assert.equal(phase(), 'unknown');
  await enter();
  assert.equal(phase(), 'off');
  assert.deepEqual(news, []);
  recording.end();
});

test('a person who enters a recorded room is told once, with the time since its start', async () => {
  const { clock, record, enter, phase, news, recording, link } = createFakeRecording();
  record.server.active = { id: 'r1', isRunning: true, startedAt: -30_000 };
  await enter();
  assert.equal(phase(), 'on');
  assert.equal(recording.state.get().since, -30_000);
  assert.deepEqual(news, ['found']);
  link.down();
  await clock.advance(5_000);
  link.up({ recovered: false });
  await clock.advance(20_000);
  assert.deepEqual(news, ['found']);
  assert.equal(phase(), 'on');
});

test('everybody follows a recording from the request to the end', async () => {
  const { record, enter, phase, news, settle } = createFakeRecording();
  await enter();
  record.begin();
  await settle();
  assert.equal(phase(), 'starting');
  assert.deepEqual(news, []);
  record.run();
  await settle();
  assert.equal(phase(), 'on');
  record.finish();
  await settle();
  assert.equal(phase(), 'off');
  assert.deepEqual(news, ['begun', 'ended']);
});

test('a recording that was requested before the entry is reported when it begins', async () => {
  const { record, enter, news, settle } = createFakeRecording();
  record.begin();
  await enter();
  record.run();
  await settle();
  assert.deepEqual(news, ['begun']);
});

test("a moderator's start is shown at once, with one request", async () => {
  const { record, enter, phase, recording, asked, settle, news } = createFakeRecording();
  await enter();
  void recording.start('grid');
  void recording.start('grid');
  assert.equal(phase(), 'off');
  await Promise.resolve();
  assert.equal(phase(), 'starting');
  await settle();
  assert.equal(recording.state.get().recordId, 'r1');
  assert.equal(recording.state.get().asking, undefined);
  record.run();
  await settle();
  assert.equal(phase(), 'on');
  assert.deepEqual(
    asked.filter((one) => one.startsWith('start')),
    ['start grid'],
  );
  assert.deepEqual(news, ['begun']);
});

test('of two moderators who start at once, the second one sees the recording of the first', async () => {
  const { record, enter, phase, recording, settle, failures, socket } = createFakeRecording();
  await enter();
  // Its change has not arrived yet.
  socket.down();
  record.server.active = { id: 'r9', isRunning: true, startedAt: 0 };
  void recording.start('speaker');
  await settle();
  assert.equal(phase(), 'on');
  assert.equal(recording.state.get().recordId, 'r9');
  assert.deepEqual(failures, []);
});

test('a late stop, or one of an earlier recording, does no harm', async () => {
  const { record, enter, phase, recording, settle, failures, asked, clock } = createFakeRecording();
  await enter();
  record.begin();
  record.run();
  await clock.advance(10_000);
  // Another moderator stopped it and began the next one while this stop was running.
  record.finish();
  record.begin();
  record.run();
  await settle();
  await recording.stop('r1');
  assert.ok(!asked.includes('stop'));
  assert.equal(phase(), 'on');
  // The change of the end has not arrived yet either.
  record.server.active = undefined;
  await recording.stop('r2');
  await settle();
  assert.ok(asked.includes('stop'));
  assert.equal(phase(), 'off');
  assert.deepEqual(failures, []);
});

test("stopping another moderator's recording cancels the own waiting start", async () => {
  const { record, enter, recording, asked, beforeAnswer, failures, clock, phase, settle } =
    createFakeRecording();
  await enter();
  beforeAnswer((operation) => {
    if (operation === 'start') throw refusal(409, 'call_not_active');
  });
  void recording.start('speaker');
  await settle();
  record.begin();
  record.run();
  await settle();
  assert.equal(phase(), 'on');
  const answer = Promise.withResolvers<void>();
  beforeAnswer(() => answer.promise);
  void recording.stop('r1');
  await clock.advance(10_000);
  assert.equal(recording.state.get().asking, 'stop');
  answer.resolve();
  await clock.advance(10_000);
  assert.deepEqual(
    asked.filter((one) => one !== 'active'),
    ['start speaker', 'stop'],
  );
  assert.equal(phase(), 'off');
  assert.equal(recording.state.get().asking, undefined);
  assert.deepEqual(failures, []);
});

test('a recording stopped within three seconds is reported as not kept', async () => {
  const { record, enter, recording, settle, news, clock } = createFakeRecording();
  await enter();
  record.begin();
  record.run();
  await clock.advance(1_000);
  await recording.stop('r1');
  await settle();
  record.begin();
  record.run();
  await clock.advance(4_000);
  await recording.stop('r2');
  await settle();
  assert.deepEqual(news, ['begun', 'ended', 'discarded', 'begun', 'ended']);
});

test('a start waits until the server knows the call, and other refusals are reported at once', async () => {
  const { enter, recording, asked, beforeAnswer, failures, clock, phase } = createFakeRecording();
  await enter();
  let early = 2;
  beforeAnswer((operation) => {
    if (operation !== 'start') return;
    early -= 1;
    if (early >= 0) throw refusal(409, 'call_not_active');
    throw refusal(503, 'recorder_busy');
  });
  void recording.start('speaker');
  await clock.advance(1_400);
  assert.equal(phase(), 'starting');
  await clock.advance(200);
  assert.equal(phase(), 'off');
  assert.equal(asked.filter((one) => one.startsWith('start')).length, 3);
  assert.deepEqual(
    failures.map((error) => (error as { code: string }).code),
    ['recorder_busy'],
  );
});

test('the state is right after a break, and only the outcome is reported', async () => {
  const { record, enter, phase, news, link, server, clock } = createFakeRecording();
  await enter();
  link.down();
  const from = server.seq;
  for (let times = 0; times < 3; times += 1) {
    record.begin();
    record.run();
    record.finish();
  }
  record.begin();
  record.run();
  await clock.advance(1_000);
  link.up({ from, recovered: true });
  await clock.advance(0);
  assert.equal(phase(), 'on');
  assert.deepEqual(news, ['begun']);
  link.down();
  record.finish();
  link.up({ recovered: false });
  await clock.advance(20_000);
  assert.equal(phase(), 'off');
  assert.deepEqual(news, ['begun', 'ended']);
});

test('a response does not replace a newer change', async () => {
  const { record, enter, phase, beforeAnswer, clock, settle, link, server, asked } = createFakeRecording();
  await enter();
  link.down();
  link.up({ from: server.seq, recovered: true });
  const slow = Promise.withResolvers<void>();
  beforeAnswer(() => slow.promise);
  // The question after the return is in flight, and will say that nothing is recorded.
  await clock.advance(2_500);
  assert.equal(asked.length, 2);
  record.begin();
  record.run();
  await settle();
  slow.resolve();
  await settle();
  assert.equal(phase(), 'on');
  // A late change does not restore it.
  record.tell('r1', 'new');
  await settle();
  assert.equal(phase(), 'on');
  record.finish();
  record.tell('r1', 'recording');
  await settle();
  assert.equal(phase(), 'off');
});

test('one more question is asked after a return', async () => {
  const { record, enter, phase, clock, link, server } = createFakeRecording();
  await enter();
  link.down();
  // A server that was restored reported nothing.
  record.server.active = { id: 'r5', isRunning: true, startedAt: 0 };
  link.up({ from: server.seq, recovered: true });
  await clock.advance(2_500);
  assert.equal(phase(), 'on');
});

test('a missed change of the first picture is found by asking again', async () => {
  const { record, enter, phase, clock, link } = createFakeRecording();
  await enter();
  record.begin();
  await clock.advance(0);
  link.down();
  if (record.server.active) record.server.active = { ...record.server.active, isRunning: true, startedAt: 0 };
  await clock.advance(5_000);
  assert.equal(phase(), 'on');
});

test("the media server's state counts only if our server cannot be asked", async () => {
  const { recording, enter, phase, news, clock, beforeAnswer, record } = createFakeRecording({
    isChatAway: true,
  });
  beforeAnswer(() => {
    throw unreachable();
  });
  recording.noteMediaServerFlag(true);
  await clock.advance(0);
  assert.equal(phase(), 'unknown');
  await enter();
  assert.equal(phase(), 'on');
  assert.equal(recording.state.get().since, undefined);
  assert.deepEqual(news, ['found']);
  beforeAnswer(() => undefined);
  record.server.active = { id: 'r1', isRunning: true, startedAt: 7 };
  await clock.advance(4_000);
  assert.equal(recording.state.get().since, 7);
  assert.deepEqual(news, ['found']);
  // The recorder lost the media server for a moment: the recording continues.
  recording.noteMediaServerFlag(false);
  await clock.advance(0);
  assert.equal(phase(), 'on');
  record.server.active = undefined;
  recording.noteMediaServerFlag(true);
  recording.noteMediaServerFlag(false);
  await clock.advance(0);
  assert.equal(phase(), 'off');
});

test('a server that never responds hides no recording', async () => {
  const { recording, enter, phase, clock, beforeAnswer } = createFakeRecording();
  beforeAnswer(() => new Promise<void>(() => undefined));
  recording.noteMediaServerFlag(true);
  await enter();
  assert.equal(phase(), 'unknown');
  await clock.advance(4_000);
  assert.equal(phase(), 'on');
});

test('a failure is reported once, after the end of the recording', async () => {
  const { record, enter, news, settle } = createFakeRecording();
  await enter();
  record.begin();
  record.run();
  await settle();
  record.finish({ failure: 'disk_full' });
  await settle();
  record.tell('r1', 'stopped', { failure: 'disk_full' });
  await settle();
  assert.deepEqual(news, ['begun', 'ended', 'failed: disk_full']);
});

test('after the call nothing is requested or reported', async () => {
  const { record, enter, recording, asked, news, clock } = createFakeRecording();
  await enter();
  record.begin();
  await clock.advance(0);
  recording.end();
  const before = asked.length;
  record.run();
  await clock.advance(60_000);
  assert.equal(asked.length, before);
  assert.deepEqual(news, []);
});
