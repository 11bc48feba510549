import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BackgroundFailure } from '../background/background.ts';
import { sortDevices } from './device-list.ts';
import { createFakePorts, deviceError, FakeTrack } from './fake-track.ts';
import { OwnDevice } from './own-device.ts';
import { OwnScreen } from './own-screen.ts';
import { type DeviceKind, DeviceRefusal } from './own-track.ts';

function createWorld(kind: DeviceKind = 'microphone') {
  const ports = createFakePorts();
  const told: string[] = [];
  const events = {
    onMutedByOthers: () => told.push('muted by others'),
    onProblem: (trouble: string) => told.push(trouble),
    onNotSent: () => told.push('not sent'),
    onReplaced: () => told.push('replaced'),
  };
  return {
    ports,
    told,
    device: new OwnDevice({ kind, ports, events }),
    screen: new OwnScreen({ ports, events }),
  };
}

test('a device that is turned on is opened and published; turned off it is only muted, so that it is on again at once', async () => {
  const { device, ports } = createWorld();
  await device.allowPublishing();
  await device.set(true);
  assert.equal(device.state.get().on, true);
  assert.equal(ports.published.length, 1);
  await device.set(false);
  assert.equal(device.state.get().on, false);
  assert.equal(ports.opened[0]?.track.isStopped, false);
  await device.set(true);
  assert.equal(ports.opened.length, 1);
});

test('the last press of the button decides, however fast the presses are', async () => {
  const { device, ports } = createWorld();
  const presses = [device.set(true), device.set(false), device.set(true), device.set(false)];
  assert.equal(device.state.get().on, false);
  await Promise.all(presses);
  assert.equal(device.state.get().on, false);
  assert.ok(ports.opened.every(({ track }) => track.isStopped || track.isMuted));
});

test('a track that was opened before admission is published afterwards, and again in a new session', async () => {
  const { device, ports } = createWorld();
  await device.set(true);
  assert.equal(ports.published.length, 0);
  await device.allowPublishing();
  await device.allowPublishing();
  assert.equal(ports.published.length, 1);
  device.pausePublishing();
  assert.equal(device.state.get().on, true);
  await device.allowPublishing();
  assert.equal(ports.published.length, 2);
  assert.equal(ports.opened.length, 1);
});

test('a preview track is adopted, not opened again', async () => {
  const { device, ports } = createWorld('camera');
  const track = new FakeTrack('front');
  device.adopt(track);
  assert.equal(device.state.get().on, true);
  await device.allowPublishing();
  assert.deepEqual(ports.published, [track]);
  assert.equal(ports.opened.length, 0);
});

test('a mute by somebody else is reported, an own mute is not', async () => {
  const { device, ports, told } = createWorld();
  await device.allowPublishing();
  await device.set(true);
  await device.set(false);
  assert.deepEqual(told, []);
  await device.set(true);
  await ports.opened[0]?.track.mute();
  assert.deepEqual(told, ['muted by others']);
  assert.equal(device.state.get().on, false);
});

test('an unplugged device without a replacement is reported as missing, not as muted by a moderator', async () => {
  const { device, ports, told } = createWorld();
  await device.set(true);
  ports.opened[0]?.track.emit('ended');
  await ports.opened[0]?.track.mute();
  assert.deepEqual(told, ['missing']);
});

test('a device that the browser replaced is reported, an own choice is not', async () => {
  const { device, ports, told } = createWorld();
  await device.set(true);
  await device.switchTo('second');
  assert.deepEqual(told, []);
  ports.opened[0]?.track.emit('restarted');
  assert.deepEqual(told, ['replaced']);
});

for (const [name, trouble] of [
  ['NotAllowedError', 'blocked'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'in-use'],
  ['TypeError', 'failed'],
] as const) {
  test(`${name} is reported as "${trouble}" and leaves the device off, and the next attempt may succeed`, async () => {
    const { device, ports, told } = createWorld();
    ports.refuse(deviceError(name));
    await device.set(true);
    assert.deepEqual(told, [trouble]);
    assert.deepEqual(device.state.get(), { on: false, busy: false, trouble });
    ports.refuse(undefined);
    await device.set(true);
    assert.deepEqual(device.state.get(), { on: true, busy: false, trouble: undefined });
  });
}

test('a device whose right is withdrawn is closed and has no listeners', async () => {
  const { device, ports } = createWorld('camera');
  await device.allowPublishing();
  await device.set(true);
  device.close();
  const track = ports.opened[0]?.track;
  assert.equal(device.state.get().on, false);
  assert.equal(track?.isStopped, true);
  assert.equal(track?.listenerCount, 0);
});

test('a track that could not be published is turned off and reported', async () => {
  const { device, ports, told } = createWorld();
  await device.allowPublishing();
  ports.refusePublishing(new Error('no'));
  await device.set(true);
  await new Promise(setImmediate);
  assert.deepEqual(told, ['not sent']);
  assert.equal(device.state.get().on, false);
  ports.refusePublishing(undefined);
  await device.set(true);
  assert.equal(ports.published.length, 1);
});

test('a device that opens after the end of the call is closed at once', async () => {
  const { device, ports } = createWorld();
  const opening = device.set(true);
  device.end();
  await opening;
  assert.equal(ports.opened[0]?.track.isStopped, true);
});

test('a screen is published with its sound and ends when the browser ends it', async () => {
  const { screen, ports } = createWorld();
  await screen.allowPublishing();
  await screen.set(true);
  assert.equal(ports.published.length, 2);
  assert.equal(screen.state.get().on, true);
  ports.opened[0]?.track.emit('ended');
  await new Promise(setImmediate);
  assert.equal(screen.state.get().on, false);
  assert.equal(ports.published.length, 0);
  assert.ok(ports.opened.every(({ track }) => track.isStopped));
});

test('a screen that a moderator mutes is ended and reported; a closed dialog is not', async () => {
  const { screen, ports, told } = createWorld();
  await screen.allowPublishing();
  ports.refuse(new DeviceRefusal('cancelled'));
  await screen.set(true);
  assert.deepEqual(told, []);
  ports.refuse(undefined);
  await screen.set(true);
  await ports.opened[0]?.track.mute();
  await new Promise(setImmediate);
  assert.deepEqual(told, ['muted by others']);
  assert.equal(screen.state.get().on, false);
});

test('devices are listed by kind, without nameless ones and duplicates', () => {
  const lists = sortDevices([
    { deviceId: 'default', kind: 'audioinput', label: 'Default' },
    { deviceId: 'communications', kind: 'audioinput', label: 'Communications' },
    { deviceId: '', kind: 'videoinput', label: '' },
    { deviceId: 'out', kind: 'audiooutput', label: 'Headphones' },
  ]);
  assert.deepEqual(lists, {
    microphones: [{ id: 'default', label: 'Default' }],
    cameras: [],
    speakers: [{ id: 'out', label: 'Headphones' }],
  });
});

test('noise suppression of an open microphone changes at once and is not taken for another device', async () => {
  const { device, ports, told } = createWorld();
  await device.setNoiseSuppression(false);
  await device.set(true);
  await device.setNoiseSuppression(false);
  assert.equal(ports.opened[0]?.track.isSuppressingNoise, false);
  assert.deepEqual(told, []);
});

test('a background changes in an open camera; a camera that is off is opened anew with it', async () => {
  const { device, ports } = createWorld('camera');
  await device.allowPublishing();
  await device.setBackground('blur');
  await device.set(true);
  await device.setBackground('blur');
  const first = ports.opened[0]?.track;
  assert.equal(first?.background, 'blur');
  await device.set(false);
  await device.setBackground('plain');
  assert.deepEqual([first?.isStopped, ports.published], [true, []]);
  await device.set(true);
  assert.deepEqual(ports.published, [ports.opened[1]?.track]);
  Object.assign(ports.opened[1]?.track ?? {}, { refusesBackgrounds: true });
  await assert.rejects(device.setBackground('room'), BackgroundFailure);
  assert.equal(device.state.get().on, true);
});
