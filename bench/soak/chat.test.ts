import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { startTwoNodes, type TwoNodes } from '../../server/testing/engines/nodes.ts';
import { withoutRedis } from '../../server/testing/engines/redis.ts';
import { seedOf } from '../../server/testing/fuzzing/chance.ts';
import { type LecternProcess, startLectern } from '../../server/testing/lectern.ts';
import { type ChatOutcome, chatRounds, chatServersOfOne, chatServersOfTwo } from './lib/chat-rounds.ts';
import { brokenInChat, nothingBrokenInChat } from './lib/chat-verdict.ts';

const settings = { LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' };

function holds(outcome: ChatOutcome, seed: number): void {
  assert.deepEqual(brokenInChat(outcome), nothingBrokenInChat, `seed ${seed}`);
  // The run must have met situations that can go wrong.
  assert.ok(outcome.messages > 100, `${outcome.messages} messages`);
  assert.ok(outcome.recovered > 0, `${outcome.recovered} recoveries`);
}

// Both installations mostly wait for restarts. `npm run soak -- chat` repeats the kills.
suite('20 people write and reconnect during kill -9: no gap, no duplicate, one order for all', {
  concurrency: 2,
}, () => {
  let lectern: LecternProcess | undefined;
  let nodes: TwoNodes | undefined;
  after(async () => {
    await lectern?.remove();
    await nodes?.remove();
  });

  test('the only server is killed', async (t) => {
    const seed = seedOf(t);
    lectern = await startLectern(settings);
    const servers = await chatServersOfOne(lectern);
    const outcome = await chatRounds(servers, { seed, kills: 1 });
    await servers.database.close();
    holds(outcome, seed);
  });

  test('two servers joined by Redis are killed, or Redis itself', async (t) => {
    const missing = withoutRedis();
    if (missing) return t.skip(missing);
    const seed = seedOf(t);
    nodes = await startTwoNodes(settings);
    const outcome = await chatRounds(chatServersOfTwo(nodes), { seed, kills: 2 });
    holds(outcome, seed);
  });
});
