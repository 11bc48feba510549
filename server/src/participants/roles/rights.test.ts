import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialFlags } from '../../../../contract/operations/rooms.ts';
import type { Room } from '../../rooms/rooms.ts';
import { type RightsInRoom, rightsOf } from './rights.ts';

const room = (
  type: 'lesson' | 'webinar',
  off: Partial<Room['flags']> = {},
  disabledFeatures: Room['disabledFeatures'] = [],
): RightsInRoom => ({
  ...{ type, disabledFeatures },
  flags: { ...initialFlags, ...off },
});
const guest = { role: 'user', isSpeakingAllowed: false } as const;
const speaker = { role: 'user', isSpeakingAllowed: true } as const;
const moderator = { role: 'moderator', isSpeakingAllowed: false } as const;
const allOff = {
  isMicrophonePublishingAllowed: false,
  isCameraPublishingAllowed: false,
  isScreensharingAllowed: false,
};
const hides = (who: Parameters<typeof rightsOf>[0], off: Partial<Room['flags']>) =>
  rightsOf(who, room('lesson', off)).isCameraHidden;
const sends = (who: Parameters<typeof rightsOf>[0], where: Parameters<typeof rightsOf>[1]) => {
  const { microphone, camera, screen, screen_audio } = rightsOf(who, where);
  return [microphone, camera, screen, screen_audio];
};

test('moderators may send everything in every room', () => {
  assert.deepEqual(sends(moderator, room('webinar', allOff)), [true, true, true, true]);
});

test('where screens are off for everybody, moderators may not share one either', () => {
  const without = room('lesson', {}, ['screenSharing', 'chat']);
  assert.deepEqual(sends(moderator, without), [true, true, false, false]);
  assert.deepEqual(sends(guest, without), [true, true, false, false]);
});

test('guests of a lesson may send what the room allows', () => {
  assert.deepEqual(sends(guest, room('lesson')), [true, true, true, true]);
  assert.deepEqual(sends(guest, room('lesson', { isCameraPublishingAllowed: false })), [
    true,
    false,
    true,
    true,
  ]);
  const soundless = { isScreenMediaPublishingAllowed: false };
  assert.deepEqual(sends(guest, room('lesson', soundless)), [true, true, true, false]);
  assert.deepEqual(sends(moderator, room('lesson', soundless)), [true, true, true, true]);
  assert.deepEqual(sends(guest, room('lesson', allOff)), [false, false, false, false]);
});

test('guests of a webinar may send nothing, and when allowed to speak their voice and what the room allows', () => {
  assert.deepEqual(sends(guest, room('webinar')), [false, false, false, false]);
  assert.deepEqual(sends(speaker, room('webinar')), [true, true, true, true]);
  assert.deepEqual(sends(speaker, room('webinar', allOff)), [true, false, false, false]);
  assert.deepEqual(sends(speaker, room('lesson', allOff)), [true, false, false, false]);
});

test('the cameras of guests are hidden where guests may not see each other, those of moderators never', () => {
  const off = { isCameraViewingAllowed: false };
  assert.deepEqual(
    [hides(guest, {}), hides(guest, off), hides(speaker, off), hides(moderator, off)],
    [false, true, true, false],
  );
});
