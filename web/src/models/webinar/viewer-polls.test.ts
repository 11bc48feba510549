import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Poll } from '../polls/api.ts';
import { epoch, FakeWebinarServer } from './api.fake.ts';
import type { OpenItem } from './types.ts';
import { ViewerPolls } from './viewer-polls.ts';

const poll = (id: string): Poll => ({
  ...{ id, channelId: '1', question: 'Clear?', isVoted: false, withAnswer: false, isOpenEnded: false },
  ...{ isSingleChoice: false, areResultsHidden: false, position: 1 },
  ...{ status: 'in_progress', options: [], votes: 0, moderatorVotes: 0, templateId: null, stoppedAt: null },
  createdAt: new Date(epoch).toISOString(),
});

const itemOf = (pollId: string, at: number, until: number | null): OpenItem => ({
  ...{ id: `item ${pollId}`, type: 'poll', at, until, pollId },
});

function stage() {
  const clock = { now: epoch };
  const server = new FakeWebinarServer(() => (clock.now - epoch) / 1_000);
  const polls = new ViewerPolls({ api: server.api, viewingId: 'v', now: () => clock.now });
  const look = async (items: OpenItem[], second: number): Promise<string[]> => {
    polls.look(items, second);
    await new Promise(setImmediate);
    return polls.list.get().map(({ id }) => id);
  };
  return { clock, server, look };
}

test('polls are read when one opens, while one is open, and when it is over', async () => {
  const { clock, server, look } = stage();
  const items = [itemOf('1', 5, 30)];
  assert.deepEqual([await look(items, 4), server.pollReads], [[], 0]);
  server.polls = [poll('1')];
  assert.deepEqual([await look(items, 5), server.pollReads], [['1'], 1]);
  clock.now += 5_000;
  await look(items, 6);
  assert.equal(server.pollReads, 1);
  clock.now += 5_000;
  await look(items, 7);
  assert.equal(server.pollReads, 2);
  await look(items, 30);
  assert.equal(server.pollReads, 3);
});

test('a poll of the next seconds is not shown yet', async () => {
  const { server, look } = stage();
  server.polls = [poll('1'), poll('2')];
  assert.deepEqual(await look([itemOf('1', 5, null), itemOf('2', 12, null)], 6), ['1']);
  assert.deepEqual(await look([itemOf('1', 5, null), itemOf('2', 12, null)], 12), ['1', '2']);
});

test('after a failure the polls are read again, but not at once', async () => {
  const { clock, server, look } = stage();
  server.polls = [poll('1')];
  server.failure = new Error('away');
  assert.deepEqual(await look([itemOf('1', 5, null)], 6), []);
  server.failure = undefined;
  assert.deepEqual([await look([itemOf('1', 5, null)], 6.5), server.pollReads], [[], 1]);
  clock.now += 3_000;
  assert.deepEqual(await look([itemOf('1', 5, null)], 9), ['1']);
});
