import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOfRoom } from './room-state.ts';

const now = Date.parse('2026-11-23T09:00:00.000Z');
const before = '2026-11-23T08:50:00.000Z';
const after = '2026-11-23T09:30:00.000Z';
const room = { activeCallStartedAt: null, opensAt: null, closesAt: null };

test('a room is live while a call is running, also before its opening and after its closing', () => {
  const live = { ...room, activeCallStartedAt: before };
  assert.equal(stateOfRoom(live, now), 'live');
  assert.equal(stateOfRoom({ ...live, opensAt: after }, now), 'live');
  assert.equal(stateOfRoom({ ...live, closesAt: before }, now), 'live');
});

test('without a call the times of opening and closing decide', () => {
  assert.equal(stateOfRoom(room, now), 'open');
  assert.equal(stateOfRoom({ ...room, opensAt: after }, now), 'opens');
  assert.equal(stateOfRoom({ ...room, opensAt: before, closesAt: after }, now), 'open');
  assert.equal(stateOfRoom({ ...room, opensAt: before, closesAt: before }, now), 'closed');
});
