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
  assert.deepEqual(screen.state.get(), { on: false, busy: false, trouble: undefined, isPaused: false });
  return troubles;
}

test('a refused shared screen is reported, unless the person closed the dialog', async () => {
  assert.deepEqual(await troublesOf(deviceError('NotAllowedError')), ['blocked']);
  assert.deepEqual(await troublesOf(new DeviceRefusal('framed')), ['framed']);
  assert.deepEqual(await troublesOf(new DeviceRefusal('insecure')), ['insecure']);
  assert.deepEqual(await troublesOf(deviceError('NotFoundError')), ['missing']);
  assert.deepEqual(await troublesOf(new DeviceRefusal('cancelled')), []);
});

/** A person who shares a screen with its sound. `said`: how the sharing ended, if not by the person. */
async function createSharer() {
  const ports = createFakePorts();
  const said: string[] = [];
  const screen = new OwnScreen({
    ports,
    events: {
      onMutedByOthers: () => said.push('by others'),
      onNotSent: () => said.push('not sent'),
      onProblem: (trouble) => said.push(trouble),
    },
  });
  await screen.allowPublishing();
  await screen.set(true);
  const state = () => {
    const { on, isPaused } = screen.state.get();
    return on && isPaused ? 'paused' : on ? 'on' : 'off';
  };
  return { screen, ports, said, state, muted: () => ports.published.map(({ isMuted }) => isMuted) };
}

test('a screen and its sound are paused and resumed; fast presses end as the last one wants', async () => {
  const { screen, said, state, muted } = await createSharer();
  await screen.setPaused(true);
  assert.deepEqual([state(), muted()], ['paused', [true, true]]);
  await screen.setPaused(false);
  assert.deepEqual([state(), muted()], ['on', [false, false]]);
  await Promise.all([true, false, true].map((isPaused) => screen.setPaused(isPaused)));
  assert.deepEqual([state(), muted()], ['paused', [true, true]]);
  await Promise.all([false, true, false].map((isPaused) => screen.setPaused(isPaused)));
  assert.deepEqual([state(), muted(), said], ['on', [false, false], []]);
});

test('a paused screen stays paused in the next session; the next screen is not', async () => {
  const { screen, ports, state, muted } = await createSharer();
  await screen.setPaused(true);
  screen.pausePublishing();
  ports.published.splice(0);
  await screen.allowPublishing();
  assert.deepEqual([state(), muted()], ['paused', [true, true]]);
  await screen.set(false);
  await screen.setPaused(true);
  assert.equal(state(), 'off');
  await screen.set(true);
  assert.deepEqual([state(), muted()], ['on', [false, false]]);
});

test('a moderator ends a screen that is paused, and by the media server one that was resumed', async () => {
  const { screen, ports, said, state } = await createSharer();
  screen.endIfPaused();
  assert.equal(state(), 'on');
  await screen.setPaused(true);
  screen.endIfPaused();
  assert.deepEqual([state(), said], ['off', ['by others']]);
  await screen.set(true);
  await screen.setPaused(true);
  await screen.setPaused(false);
  await ports.published[0]?.mute();
  assert.deepEqual([state(), said], ['off', ['by others', 'by others']]);
});

test('a screen whose pause fails is ended: others must not see what its owner hides', async () => {
  const { screen, ports, said, state } = await createSharer();
  const [picture] = ports.published;
  assert.ok(picture);
  picture.mute = () => Promise.reject(new Error('the sender is gone'));
  await screen.setPaused(true);
  assert.deepEqual([state(), picture.isStopped, said], ['off', true, ['not sent']]);
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
