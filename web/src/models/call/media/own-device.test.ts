import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('turned on it opens and is sent; turned off it is only muted, so that on again is at once', async () => {
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

test('however fast the button is pressed, the last wish wins', async () => {
  const { device, ports } = createWorld();
  const presses = [device.set(true), device.set(false), device.set(true), device.set(false)];
  assert.equal(device.state.get().on, false);
  await Promise.all(presses);
  assert.equal(device.state.get().on, false);
  assert.ok(ports.opened.every(({ track }) => track.isStopped || track.isMuted));
});

test('what was opened before the engine let us in is sent then, and again after a new session', async () => {
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

test('a preview track is taken over, not opened again', async () => {
  const { device, ports } = createWorld('camera');
  const track = new FakeTrack('front');
  device.adopt(track);
  assert.equal(device.state.get().on, true);
  await device.allowPublishing();
  assert.deepEqual(ports.published, [track]);
  assert.equal(ports.opened.length, 0);
});

test('muted by somebody else is told; muted by oneself is not', async () => {
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

test('a device that was unplugged with no other in its place is a trouble, not a moderator', async () => {
  const { device, ports, told } = createWorld();
  await device.set(true);
  ports.opened[0]?.track.emit('ended');
  await ports.opened[0]?.track.mute();
  assert.deepEqual(told, ['missing']);
});

test('a device replaced by the browser is told, a choice of one’s own is not', async () => {
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
  test(`${name} is told as "${trouble}" and leaves it off, and the next try may succeed`, async () => {
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

test('a right that was taken closes the device, and nobody listens to it any more', async () => {
  const { device, ports } = createWorld('camera');
  await device.allowPublishing();
  await device.set(true);
  device.close();
  const track = ports.opened[0]?.track;
  assert.equal(device.state.get().on, false);
  assert.equal(track?.isStopped, true);
  assert.equal(track?.listenerCount, 0);
});

test('what could not be sent is turned off and said', async () => {
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

test('a device that opens after the call has ended is closed at once', async () => {
  const { device, ports } = createWorld();
  const opening = device.set(true);
  device.end();
  await opening;
  assert.equal(ports.opened[0]?.track.isStopped, true);
});

test('a screen goes out with its sound and ends where the browser ends it', async () => {
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

test('a screen that a moderator mutes is ended and said; a closed dialog is no trouble', async () => {
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

test('devices by kind, without the nameless and without doubles', () => {
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
