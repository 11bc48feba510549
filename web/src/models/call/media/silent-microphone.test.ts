import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../../kit/clock.fake.ts';
import { createFakePorts } from './fake-track.ts';
import { OwnDevice } from './own-device.ts';
import { SilentMicrophone } from './silent-microphone.ts';

/** A microphone that is on and sent, and whose sound the test decides. */
async function createWorld() {
  const ports = createFakePorts();
  const clock = createFakeClock();
  const nothing = (): void => undefined;
  const events = { onMutedByOthers: nothing, onProblem: nothing, onNotSent: nothing, onReplaced: nothing };
  const microphone = new OwnDevice({ kind: 'microphone', ports, events });
  const silence = new SilentMicrophone({ microphone, clock });
  await microphone.set(true);
  const track = ports.opened[0]?.track ?? assert.fail('not opened');
  return {
    ...{ clock, microphone, silence, track },
    hear: (energy: number | undefined, isMutedBySystem = false) => {
      track.sound = { energy, isMutedBySystem };
    },
    warning: () => silence.state.get(),
  };
}

test('a microphone that delivers nothing but zeros is reported after some seconds, until it is heard', async () => {
  const { hear, clock, warning } = await createWorld();
  hear(0);
  await clock.advance(8_000);
  assert.equal(warning(), undefined);
  await clock.advance(4_000);
  assert.equal(warning(), 'no-sound');
  hear(0.001);
  await clock.advance(2_000);
  assert.equal(warning(), undefined);
});

test('a person who only listens is not warned: their microphone was heard before', async () => {
  const { hear, clock, warning } = await createWorld();
  hear(0);
  await clock.advance(2_000);
  hear(0.001);
  await clock.advance(600_000);
  assert.equal(warning(), undefined);
});

test('a microphone that the system mutes is reported, also after it was heard', async () => {
  const { hear, clock, warning } = await createWorld();
  hear(0);
  await clock.advance(2_000);
  hear(0.2);
  await clock.advance(4_000);
  hear(undefined, true);
  await clock.advance(12_000);
  assert.equal(warning(), 'system');
  hear(0.2);
  await clock.advance(2_000);
  assert.equal(warning(), undefined);
});

test('nothing is reported while the microphone is off, not sent, or the browser does not say', async () => {
  const { hear, clock, warning, microphone, silence } = await createWorld();
  await clock.advance(60_000);
  assert.equal(warning(), undefined);
  hear(0);
  await microphone.set(false);
  await clock.advance(60_000);
  assert.equal(warning(), undefined);
  await microphone.set(true);
  await clock.advance(12_000);
  assert.equal(warning(), 'no-sound');
  await microphone.set(false);
  assert.equal(warning(), undefined);
  silence.end();
});

test('a dismissed warning returns only with another microphone', async () => {
  const { hear, clock, warning, microphone, silence } = await createWorld();
  hear(0);
  await clock.advance(12_000);
  silence.dismiss();
  await clock.advance(60_000);
  assert.equal(warning(), undefined);
  await microphone.switchTo('another');
  await clock.advance(12_000);
  assert.equal(warning(), 'no-sound');
  silence.end();
  await clock.advance(60_000);
});
