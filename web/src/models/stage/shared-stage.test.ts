import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat } from '../chat/chat.fake.ts';
import type { StageItem } from './api.ts';
import { SharedStage } from './shared-stage.ts';

const noPage = { documentId: null, page: null };
const none = (version: number): StageItem => ({ kind: 'none', ...noPage, participantId: null, version });
const screenOf = (participantId: string, version: number): StageItem => ({
  ...{ kind: 'screen', ...noPage, participantId, version },
});

/** The stage of a call on fakes; the test controls the server. */
function createStage() {
  const fake = createFakeChat();
  let stored = none(0);
  let reads = 0;
  const stage = new SharedStage({
    api: {
      read: async () => {
        reads += 1;
        return { ...stored };
      },
    },
    conversation: fake.chat.room,
    clock: fake.clock,
  });
  const change = (next: StageItem): void => {
    stored = next;
    fake.server.change('stage-changed', { ...next });
  };
  return {
    ...fake,
    ...{ stage, change },
    reads: () => reads,
    store: (next: StageItem) => {
      stored = next;
    },
  };
}

test('the item of the entry is there before the channel; changes follow it', async () => {
  const { stage, enter, change, store } = createStage();
  assert.equal(stage.item.get(), undefined);
  stage.take(screenOf('ann', 3));
  assert.deepEqual(stage.item.get(), screenOf('ann', 3));
  store(screenOf('ann', 3));
  await enter();
  change(none(4));
  assert.deepEqual(stage.item.get(), none(4));
});

test('an older item never replaces a newer one', async () => {
  const { stage, enter, change, store } = createStage();
  await enter();
  change(screenOf('bob', 5));
  stage.take(none(4));
  store(none(3));
  stage.expectChange();
  assert.deepEqual(stage.item.get(), screenOf('bob', 5));
});

test('a screen that the server does not confirm causes one reading, and a confirmation spares it', async () => {
  const { stage, enter, change, reads, clock } = createStage();
  await enter();
  const before = reads();
  stage.expectChange();
  stage.expectChange();
  change(screenOf('ann', 1));
  await clock.advance(10_000);
  assert.equal(reads(), before);
  stage.expectChange();
  stage.expectChange();
  await clock.advance(10_000);
  assert.equal(reads(), before + 1);
});

test('a kind that this page does not know shows nothing', async () => {
  const { stage, enter, server } = createStage();
  await enter();
  server.change('stage-changed', { kind: 'hologram', participantId: null, version: 9 });
  assert.deepEqual(stage.item.get(), none(9));
});
