import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareOf, type UploadEvents, UploadQueue } from './upload-queue.ts';

/** A queue whose transfers only note what they are told. */
function fakeQueue() {
  const told: string[] = [];
  const events = new Map<string, UploadEvents>();
  const queue = new UploadQueue((file, _spaceId, on) => {
    events.set(file.name, on);
    return {
      start: () => told.push(`start ${file.name}`),
      pause: async () => void told.push(`pause ${file.name}`),
      cancel: async () => void told.push(`cancel ${file.name}`),
    };
  });
  const on = (name: string): UploadEvents => events.get(name) ?? assert.fail(name);
  const phases = () => queue.items.get().map(({ fileName, phase }) => `${fileName} ${phase}`);
  return { queue, told, on, phases };
}

const file = (name: string) => new File(['0123456789'], name);

test('files are sent one after another', () => {
  const { queue, told, on, phases } = fakeQueue();
  queue.add('group', [file('a'), file('b')]);
  assert.deepEqual(phases(), ['a sending', 'b waiting']);
  on('a').onProgress(4);
  assert.equal(shareOf(queue.items.get()[0] ?? assert.fail()), 0.4);
  on('a').onDone('id of a');
  assert.deepEqual(phases(), ['a done', 'b sending']);
  assert.deepEqual(told, ['start a', 'start b']);
  assert.ok(queue.isBusy);
  on('b').onFailed('not_a_video');
  assert.deepEqual(phases(), ['a done', 'b failed']);
  assert.ok(!queue.isBusy);
});

test('a pause lets the next file go on, and a resumed one waits for its turn', async () => {
  const { queue, told, on, phases } = fakeQueue();
  queue.add('group', [file('a'), file('b')]);
  await queue.pause('1');
  // The request that the pause cut reports an error.
  on('a').onFailed('away');
  assert.deepEqual(phases(), ['a paused', 'b sending']);
  queue.resume('1');
  assert.deepEqual(phases(), ['a waiting', 'b sending']);
  await queue.cancel('2');
  assert.deepEqual(phases(), ['a sending']);
  assert.deepEqual(told, ['start a', 'pause a', 'start b', 'start a', 'cancel b']);
});

test('an upload that lost the network continues when it is back, others do not', () => {
  const { queue, on, phases } = fakeQueue();
  queue.add('group', [file('a'), file('b')]);
  on('a').onFailed('away');
  on('b').onFailed('upload_too_large');
  queue.resumeLost();
  assert.deepEqual(phases(), ['a sending', 'b failed']);
  queue.dismiss('2');
  assert.deepEqual(phases(), ['a sending']);
});

test('a sign-out ends all transfers and forgets them', () => {
  const { queue, told, on, phases } = fakeQueue();
  queue.add('group', [file('a')]);
  on('a').onCreated('id of a');
  assert.equal(queue.items.get()[0]?.assetId, 'id of a');
  queue.stop();
  on('a').onFailed('unauthorized');
  assert.deepEqual([phases(), told], [[], ['start a', 'pause a']]);
});
