import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { type Room, RoomEvent, Track, TrackEvent } from 'livekit-client';
import type { AudioOut } from '../media/audio-out.ts';
import { playSounds } from './livekit-roster.ts';

test('sound is blocked when the browser refuses to play it, not while the audio context of the SDK starts', () => {
  const room = Object.assign(new EventEmitter(), { canPlaybackAudio: false });
  const sound = { kind: Track.Kind.Audio, source: Track.Source.Microphone };
  const track = Object.assign(new EventEmitter(), sound);
  const mislabelled = Object.assign(new EventEmitter(), { ...sound, source: Track.Source.Camera });
  const reported: boolean[] = [];
  const played: unknown[] = [];
  const out = {
    play: (sound: unknown) => played.push(sound),
    setBlocked: (isBlocked: boolean) => reported.push(isBlocked),
    end: () => undefined,
  };
  const end = playSounds(room as unknown as Room, out as unknown as AudioOut);

  room.emit(RoomEvent.AudioPlaybackStatusChanged);
  assert.deepEqual(reported, []);

  for (const one of [mislabelled, track]) room.emit(RoomEvent.TrackSubscribed, one);
  assert.deepEqual(played, [track]);
  track.emit(TrackEvent.AudioPlaybackFailed);
  assert.deepEqual(reported, [true]);

  room.canPlaybackAudio = true;
  room.emit(RoomEvent.AudioPlaybackStatusChanged);
  assert.deepEqual(reported, [true, false]);
  end();
});
