import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { WebinarPlayer } from './player.ts';
import { SessionClock } from './sync/session-clock.ts';
import type { Viewing } from './types.ts';

const viewing: Viewing = {
  ...{ viewingId: 'one', kind: 'permanent', duration: 120, position: 10, isSeekable: true },
  session: { id: 'session', startDate: '2026-03-02T09:00:00.000Z', endDate: null, state: 'running' },
  ...{ serverTime: '2026-03-02T09:00:00.000Z', playlistUrl: '', posterUrl: null, chatChannelId: 'chat' },
};

function openPlayer(changed: Partial<Viewing> = {}) {
  const timers = createFakeClock();
  const video = { currentTime: 10, paused: false, ended: false };
  const player = new WebinarPlayer({
    video: video as HTMLVideoElement,
    viewing: { ...viewing, ...changed },
    clock: new SessionClock({ steady: timers.now, wall: timers.now }),
    timers,
    askTime: () => undefined,
    onChange: () => undefined,
    ...{ volume: 1, keepVolume: () => undefined },
    ...{ quality: 'auto', keepQuality: () => undefined, network: undefined },
  });
  return { player, video };
}

test('key presses in quick succession add up, and the position is shown at once', () => {
  const { player, video } = openPlayer();
  for (let press = 0; press < 6; press += 1) player.seekBy(5);
  assert.deepEqual([video.currentTime, player.state.get().position], [40, 40]);
  player.seekBy(-100);
  assert.deepEqual([video.currentTime, player.state.get().position], [0, 0]);
  player.seekBy(1_000);
  assert.equal(video.currentTime, 120);
});

test('a viewer of a live session cannot seek', () => {
  const { player, video } = openPlayer({ kind: 'live', isSeekable: false });
  player.seekBy(5);
  player.seekTo(50);
  assert.equal(video.currentTime, 10);
});
