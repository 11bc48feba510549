import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceProblem } from '../notices.ts';
import { type DevicePolicy, knownProblemOf, screenRefusal } from './device-policy.ts';
import { createFakePorts, deviceError } from './fake-track.ts';
import { OwnScreen } from './own-screen.ts';
import { DeviceRefusal } from './own-track.ts';

async function troublesOf(error: Error): Promise<DeviceProblem[]> {
  const ports = createFakePorts();
  const troubles: DeviceProblem[] = [];
  const screen = new OwnScreen({
    ports: {
      ...ports,
      openScreen: async () => {
        throw error;
      },
    },
    events: {
      onMutedByOthers: () => undefined,
      onNotSent: () => undefined,
      onProblem: (trouble) => troubles.push(trouble),
    },
  });
  await screen.set(true);
  assert.deepEqual(screen.state.get(), { on: false, busy: false, trouble: undefined });
  return troubles;
}

test('a refused shared screen is reported, unless the person closed the dialog', async () => {
  assert.deepEqual(await troublesOf(deviceError('NotAllowedError')), ['blocked']);
  assert.deepEqual(await troublesOf(new DeviceRefusal('framed')), ['framed']);
  assert.deepEqual(await troublesOf(new DeviceRefusal('insecure')), ['insecure']);
  assert.deepEqual(await troublesOf(deviceError('NotFoundError')), ['missing']);
  assert.deepEqual(await troublesOf(new DeviceRefusal('cancelled')), []);
});

const alone: DevicePolicy = { isSecure: true, hasDevices: true, isFramed: false, allows: () => true };
const silentFrame: DevicePolicy = { ...alone, isFramed: true, allows: () => undefined };
const notAllowed = (message: string) => Object.assign(new Error(message), { name: 'NotAllowedError' });

test('the refusals of a shared screen are distinguished', () => {
  const byPolicy = 'Access to the feature "display-capture" is disallowed by permissions policy.';
  const inFirefox = 'The request is not allowed by the user agent or the platform in the current context.';
  for (const [message, after, policy, why] of [
    ['Permission denied', 4_000, alone, 'cancelled'],
    ['Permission denied by system', 4_000, alone, 'blocked'],
    [byPolicy, 1, silentFrame, 'framed'],
    [inFirefox, 5_000, silentFrame, 'cancelled'],
    [inFirefox, 2, silentFrame, 'framed'],
    [inFirefox, 2, alone, 'blocked'],
  ] as const) {
    assert.equal(screenRefusal(notAllowed(message), { after, policy }), why, `${message} after ${after} ms`);
  }
  assert.equal(screenRefusal(deviceError('NotReadableError'), { after: 1, policy: alone }), undefined);
});

test('a known problem is reported before the browser asks', () => {
  assert.equal(knownProblemOf('display-capture', alone), undefined);
  assert.equal(knownProblemOf('display-capture', silentFrame), undefined);
  assert.equal(
    knownProblemOf('display-capture', { ...alone, isSecure: false, hasDevices: false }),
    'insecure',
  );
  assert.equal(knownProblemOf('camera', { ...alone, hasDevices: false }), 'missing');
  const forbids = { ...alone, allows: (name: string) => name !== 'camera' };
  assert.equal(knownProblemOf('camera', { ...forbids, isFramed: true }), 'framed');
  assert.equal(knownProblemOf('camera', forbids), 'blocked');
});
