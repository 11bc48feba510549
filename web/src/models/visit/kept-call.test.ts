import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { forgetCall, keepCall, keepCallAgain, keepDevices, keptCall } from './kept-call.ts';

const history = {
  state: null as object | null,
  replaceState: (state: object) => {
    history.state = structuredClone(state);
  },
};
Object.assign(globalThis, { window: { history } });

const entry = {
  spaceId: 'b',
  roomId: 'room',
  participantId: 'd',
  participantToken: 'token',
  role: 'user',
  name: 'Anna',
} as const;
const minute = 60_000;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'] });
  history.state = { other: 1 };
  keepCall(entry, { audioEnabled: true, videoEnabled: false, tracks: {} });
});

test('a reload finds the call with its devices as they are', () => {
  keepDevices({ audioEnabled: false, audioDeviceId: 'usb' });
  assert.deepEqual(keptCall('room')?.entry, entry);
  assert.deepEqual(keptCall('room')?.devices, {
    audioEnabled: false,
    videoEnabled: false,
    audioDeviceId: 'usb',
  });
  assert.equal(keptCall('another room'), undefined);
});

test('a call is kept for a quarter of an hour after it was last open', () => {
  mock.timers.tick(60 * minute);
  keepDevices({});
  mock.timers.tick(14 * minute);
  assert.ok(keptCall('room'));
  mock.timers.tick(minute);
  assert.equal(keptCall('room'), undefined);
});

test('a call that was left is not kept, also when its devices change afterwards', () => {
  history.state = null;
  keepCallAgain();
  assert.ok(keptCall('room'));
  forgetCall();
  keepDevices({ audioEnabled: true });
  keepCallAgain();
  assert.equal(keptCall('room'), undefined);
});
