import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeDevices } from './devices.fake.ts';
import { Preview } from './model.ts';
import type { Remembered } from './remembered.ts';
import type { MediaKind } from './sources.ts';

type Setting = {
  devices?: Parameters<typeof fakeDevices>[0];
  offered?: Partial<Record<MediaKind, boolean>>;
  remembered?: Partial<Remembered>;
  entersMuted?: boolean;
};

function setUp({ devices, offered, remembered, entersMuted = false }: Setting = {}) {
  const fake = fakeDevices(devices);
  const kept: Remembered[] = [];
  const preview = new Preview({
    access: fake.access,
    offered: { audio: true, video: true, ...offered },
    entersMuted,
    remembered: { audioEnabled: true, videoEnabled: true, ...remembered },
    remember: (choice) => kept.push(choice),
  });
  const statuses = () => ({
    audio: preview.state.get().audio.status,
    video: preview.state.get().video.status,
  });
  return { fake, kept, preview, statuses };
}

test('both devices are opened with one permission prompt', async () => {
  const { fake, preview, statuses } = setUp();
  preview.start();
  assert.deepEqual(statuses(), { audio: 'asking', video: 'asking' });
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'on' });
  assert.deepEqual(fake.asked, ['audio+video']);
  assert.equal(preview.state.get().devices.length, 3);
});

test('a person who may send nothing is asked for nothing', async () => {
  const { fake, preview, statuses } = setUp({ offered: { audio: false, video: false } });
  preview.start();
  await fake.settled();
  assert.deepEqual(fake.asked, []);
  assert.deepEqual(statuses(), { audio: 'off', video: 'off' });
  assert.equal(preview.handOver().audioEnabled, false);
});

test('devices that are left off for one entry are wanted again at the next one', async () => {
  const { fake, kept, preview, statuses } = setUp();
  preview.start();
  await fake.settled();
  preview.leaveOff();
  assert.deepEqual(statuses(), { audio: 'off', video: 'off' });
  const { audioEnabled, videoEnabled, tracks } = preview.handOver();
  assert.deepEqual(
    [audioEnabled, videoEnabled, tracks],
    [false, false, { audio: undefined, video: undefined }],
  );
  assert.deepEqual(kept, []);
});

test('a device that was off last time stays off', async () => {
  const { fake, preview } = setUp({ remembered: { videoEnabled: false, audioDeviceId: 'mic-2' } });
  preview.start();
  await fake.settled();
  assert.deepEqual(fake.asked, ['audio']);
  assert.equal(preview.state.get().audio.deviceId, 'mic-2');
});

test('devices that are all off can be chosen', async () => {
  const { fake, preview } = setUp({ remembered: { audioEnabled: false, videoEnabled: false } });
  preview.start();
  await fake.settled();
  assert.deepEqual(fake.asked, []);
  assert.equal(preview.state.get().devices.length, 3);
});

test('the microphone works if the camera is forbidden', async () => {
  const { fake, preview, statuses } = setUp({ devices: { video: 'NotAllowedError' } });
  preview.start();
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'blocked' });
  const choice = preview.handOver();
  assert.equal(choice.audioEnabled, true);
  assert.equal(choice.videoEnabled, false);
});

test('the person enters without devices if both are forbidden', async () => {
  const { fake, preview, statuses } = setUp({
    devices: { audio: 'NotAllowedError', video: 'NotAllowedError' },
  });
  preview.start();
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'blocked', video: 'blocked' });
  assert.deepEqual(fake.asked, ['audio+video'], 'the browser asks once');
});

test('a missing device and a busy one are distinguished', async () => {
  const { fake, preview, statuses } = setUp({
    devices: { audio: 'NotFoundError', video: 'NotReadableError' },
  });
  preview.start();
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'missing', video: 'in-use' });
});

test('a frame without permission is reported', async () => {
  const { fake, preview, statuses } = setUp({
    devices: { audio: 'NotAllowedError', video: 'NotAllowedError', isFramed: true },
  });
  preview.start();
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'framed', video: 'framed' });
});

test('a page without https has no devices', async () => {
  const { preview, statuses } = setUp({ devices: { isInsecure: true } });
  preview.start();
  assert.deepEqual(statuses(), { audio: 'unavailable', video: 'unavailable' });
});

test('a permission given in the settings starts the preview', async () => {
  const { fake, preview, statuses } = setUp({ devices: { video: 'NotAllowedError' } });
  preview.start();
  await fake.settled();
  fake.allow('video');
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'on' });
});

test('switching off closes the device, even while it is being opened', async () => {
  const { fake, kept, preview, statuses } = setUp();
  preview.start();
  preview.setWanted('video', false);
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'off' });
  preview.setWanted('audio', false);
  assert.deepEqual(fake.live(), []);
  assert.equal(kept.at(-1)?.audioEnabled, false);
});

test('another camera is opened after the first was closed', async () => {
  const { fake, preview } = setUp();
  preview.start();
  await fake.settled();
  preview.choose('video', 'cam-2');
  assert.deepEqual(fake.live(), ['audio']);
  await fake.settled();
  assert.equal(preview.state.get().video.deviceId, 'cam-2');
  assert.deepEqual(fake.live(), ['audio', 'video']);
});

test('an unplugged device is replaced by another', async () => {
  const { fake, preview, statuses } = setUp();
  preview.start();
  await fake.settled();
  fake.pullOut('video');
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'on' });
  assert.deepEqual(fake.asked, ['audio+video', 'video']);
});

test('a device that is plugged in is used', async () => {
  const { fake, preview, statuses } = setUp({ devices: { video: 'NotFoundError' } });
  preview.start();
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'missing' });
  fake.plugIn('video');
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'on' });
});

test('the tracks are live when the call takes them, and closing the page does not stop them', async () => {
  const { fake, preview } = setUp();
  preview.start();
  await fake.settled();
  const choice = preview.handOver();
  preview.stop();
  assert.equal(choice.tracks?.audio?.readyState, 'live');
  assert.equal(choice.tracks?.video?.readyState, 'live');
  assert.deepEqual(fake.live(), ['audio', 'video']);
});

test('in a room that mutes on entry the microphone is tested here, and off in the call', async () => {
  const { fake, preview } = setUp({ entersMuted: true });
  preview.start();
  await fake.settled();
  assert.equal(preview.state.get().audio.status, 'on');
  const choice = preview.handOver();
  assert.deepEqual(
    [choice.audioEnabled, choice.tracks?.audio, choice.videoEnabled],
    [false, undefined, true],
  );
  assert.deepEqual(fake.live(), ['video']);
});

test('closing the page without a call stops the devices', async () => {
  const { fake, preview } = setUp();
  preview.start();
  await fake.settled();
  preview.stop();
  assert.deepEqual(fake.live(), []);
});
