import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { refusal, unreachable } from '../chat/server.fake.ts';
import { RecordingBeforeEntry } from './before-entry.ts';

function stand(answer: () => boolean) {
  const clock = createFakeClock();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  let asked = 0;
  const watch = new RecordingBeforeEntry({
    ask: async () => {
      asked += 1;
      return answer();
    },
    clock,
    page,
  });
  const look = (state: DocumentVisibilityState): void => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { clock, watch, look, asked: () => asked };
}

test('the entry page shows whether the room is recorded, and that a recording begins', async () => {
  let isRecorded = false;
  const { clock, watch } = stand(() => isRecorded);
  await clock.advance(0);
  assert.equal(watch.isRecorded.get(), false);
  isRecorded = true;
  await clock.advance(20_000);
  assert.equal(watch.isRecorded.get(), true);
  watch.end();
});

test('a hidden page sends no requests, and one at once when it is shown', async () => {
  let isRecorded = false;
  const { clock, watch, look, asked } = stand(() => isRecorded);
  await clock.advance(0);
  look('hidden');
  await clock.advance(120_000);
  assert.equal(asked(), 1);
  isRecorded = true;
  look('visible');
  await clock.advance(0);
  assert.equal(watch.isRecorded.get(), true);
});

test('the question is repeated after an outage and not after a refusal', async () => {
  let failure: Error | undefined = unreachable();
  const { clock, watch, asked } = stand(() => {
    if (failure) throw failure;
    return true;
  });
  await clock.advance(20_000);
  assert.equal(asked(), 2);
  failure = undefined;
  await clock.advance(20_000);
  assert.equal(watch.isRecorded.get(), true);
  failure = refusal(404, 'not_found');
  await clock.advance(20_000);
  const last = asked();
  await clock.advance(120_000);
  assert.equal(asked(), last);
});
