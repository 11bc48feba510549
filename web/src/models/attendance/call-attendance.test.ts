import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import type { AttendanceSoFar } from './api.ts';
import { createCallAttendance } from './call-attendance.ts';

const soFar = (requests = 1): AttendanceSoFar => ({
  ...{ startedAt: 0, people: [], absent: [], absentCount: 0, requests },
});
const refusal = (status: number, code: string): Error => Object.assign(new Error('no'), { status, code });

function createWatched() {
  const clock = createFakeClock();
  const server = { reads: 0, attendance: soFar(), fails: undefined as Error | undefined };
  const attendance = createCallAttendance({
    clock,
    // No jitter.
    random: () => 0.5,
    api: {
      read: async () => {
        server.reads += 1;
        if (server.fails) throw server.fails;
        return server.attendance;
      },
    },
  });
  return { clock, server, attendance, phase: () => attendance.state.get().phase };
}

test('it is read at once and every 10 s while it is watched, and not afterwards', async () => {
  const { clock, server, attendance, phase } = createWatched();
  assert.equal(server.reads, 0);
  const stop = attendance.watch();
  assert.equal(phase(), 'loading');
  await clock.advance(0);
  assert.deepEqual([phase(), server.reads], ['ready', 1]);
  await clock.advance(20_000);
  assert.equal(server.reads, 3);
  stop();
  await clock.advance(60_000);
  assert.equal(server.reads, 3);
});

test('a call that takes several requests is read less often', async () => {
  const { clock, server, attendance } = createWatched();
  server.attendance = soFar(3);
  attendance.watch();
  await clock.advance(29_000);
  assert.equal(server.reads, 1);
  await clock.advance(1_000);
  assert.equal(server.reads, 2);
});

test('a failure keeps the list and marks it as outdated, until a reading succeeds', async () => {
  const { clock, server, attendance } = createWatched();
  attendance.watch();
  await clock.advance(0);
  server.fails = refusal(503, 'unavailable');
  await clock.advance(10_000);
  assert.deepEqual([attendance.value.get(), attendance.state.get().isStale], [soFar(), true]);
  server.fails = undefined;
  await clock.advance(1_000);
  assert.deepEqual([attendance.value.get(), attendance.state.get().isStale], [soFar(), false]);
});

test('a first reading that fails says so and is repeated', async () => {
  const { clock, server, attendance, phase } = createWatched();
  server.fails = refusal(500, 'internal');
  attendance.watch();
  await clock.advance(0);
  assert.equal(phase(), 'failed');
  server.fails = undefined;
  await clock.advance(1_000);
  assert.equal(phase(), 'ready');
});

test('a person who asks for another reading does not wait for the pause, and causes no second row of readings', async () => {
  const { clock, server, attendance, phase } = createWatched();
  server.fails = refusal(500, 'internal');
  attendance.watch();
  await clock.advance(0);
  server.fails = undefined;
  attendance.readSoon();
  attendance.readSoon();
  assert.equal(phase(), 'loading');
  await clock.advance(0);
  assert.deepEqual([phase(), server.reads], ['ready', 2]);
  await clock.advance(10_000);
  assert.equal(server.reads, 3);
});

test('a call that the server does not know yet is awaited', async () => {
  const { clock, server, attendance, phase } = createWatched();
  server.fails = refusal(409, 'call_not_active');
  attendance.watch();
  await clock.advance(0);
  assert.equal(phase(), 'loading');
  server.fails = undefined;
  await clock.advance(1_000);
  assert.equal(phase(), 'ready');
});

test('a person who is no longer a moderator does not keep the list', async () => {
  const { clock, server, attendance, phase } = createWatched();
  attendance.watch();
  await clock.advance(0);
  server.fails = refusal(403, 'forbidden');
  await clock.advance(10_000);
  assert.equal(phase(), 'failed');
});

test('a response that arrives after watching has ended changes nothing', async () => {
  const { clock, attendance, phase } = createWatched();
  attendance.watch()();
  await clock.advance(0);
  assert.equal(phase(), 'loading');
});
