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
};

function setUp({ devices, offered, remembered }: Setting = {}) {
  const fake = fakeDevices(devices);
  const kept: Remembered[] = [];
  const preview = new Preview({
    access: fake.access,
    offered: { audio: true, video: true, ...offered },
    remembered: { audioEnabled: true, videoEnabled: true, ...remembered },
    remember: (choice) => kept.push(choice),
  });
  const statuses = () => ({
    audio: preview.state.get().audio.status,
    video: preview.state.get().video.status,
  });
  return { fake, kept, preview, statuses };
}

test('both devices are opened with one question', async () => {
  const { fake, preview, statuses } = setUp();
  preview.start();
  assert.deepEqual(statuses(), { audio: 'asking', video: 'asking' });
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'on' });
  assert.deepEqual(fake.asked, ['audio+video']);
  assert.equal(preview.state.get().devices.length, 3);
});

test('nothing is asked of who sends nothing', async () => {
  const { fake, preview, statuses } = setUp({ offered: { audio: false, video: false } });
  preview.start();
  await fake.settled();
  assert.deepEqual(fake.asked, []);
  assert.deepEqual(statuses(), { audio: 'off', video: 'off' });
  assert.equal(preview.handOver().audioEnabled, false);
});

test('what was off the last time stays off', async () => {
  const { fake, preview } = setUp({ remembered: { videoEnabled: false, audioDeviceId: 'mic-2' } });
  preview.start();
  await fake.settled();
  assert.deepEqual(fake.asked, ['audio']);
  assert.equal(preview.state.get().audio.deviceId, 'mic-2');
});

test('a forbidden camera leaves the microphone working', async () => {
  const { fake, preview, statuses } = setUp({ devices: { video: 'NotAllowedError' } });
  preview.start();
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'blocked' });
  const choice = preview.handOver();
  assert.equal(choice.audioEnabled, true);
  assert.equal(choice.videoEnabled, false);
});

test('both forbidden: the person enters without', async () => {
  const { fake, preview, statuses } = setUp({
    devices: { audio: 'NotAllowedError', video: 'NotAllowedError' },
  });
  preview.start();
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'blocked', video: 'blocked' });
  assert.deepEqual(fake.asked, ['audio+video'], 'nobody is asked twice');
});

test('a missing and a busy device are told apart', async () => {
  const { fake, preview, statuses } = setUp({
    devices: { audio: 'NotFoundError', video: 'NotReadableError' },
  });
  preview.start();
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'missing', video: 'in-use' });
});

test('a frame that got no permission says so', async () => {
  const { fake, preview, statuses } = setUp({
    devices: { audio: 'NotAllowedError', video: 'NotAllowedError', isFramed: true },
  });
  preview.start();
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'framed', video: 'framed' });
});

test('a page without https gets no devices', async () => {
  const { preview, statuses } = setUp({ devices: { isInsecure: true } });
  preview.start();
  assert.deepEqual(statuses(), { audio: 'unavailable', video: 'unavailable' });
});

test('a permission given in the settings starts the preview by itself', async () => {
  const { fake, preview, statuses } = setUp({ devices: { video: 'NotAllowedError' } });
  preview.start();
  await fake.settled();
  fake.allow('video');
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'on' });
});

test('switching off closes the device, also one that is still being opened', async () => {
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

test('a device that is pulled out is replaced by what there is', async () => {
  const { fake, preview, statuses } = setUp();
  preview.start();
  await fake.settled();
  fake.pullOut('video');
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'on' });
  assert.deepEqual(fake.asked, ['audio+video', 'video']);
});

test('a device that is plugged in is taken', async () => {
  const { fake, preview, statuses } = setUp({ devices: { video: 'NotFoundError' } });
  preview.start();
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'missing' });
  fake.plugIn('video');
  await fake.settled();
  assert.deepEqual(statuses(), { audio: 'on', video: 'on' });
});

test('the tracks go to the call alive, and the page that goes away does not stop them', async () => {
  const { fake, preview } = setUp();
  preview.start();
  await fake.settled();
  const choice = preview.handOver();
  preview.stop();
  assert.equal(choice.tracks?.audio?.readyState, 'live');
  assert.equal(choice.tracks?.video?.readyState, 'live');
  assert.deepEqual(fake.live(), ['audio', 'video']);
});

test('a page that goes away without a call lets the devices go', async () => {
  const { fake, preview } = setUp();
  preview.start();
  await fake.settled();
  preview.stop();
  assert.deepEqual(fake.live(), []);
});
