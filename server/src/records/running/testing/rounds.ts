import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { seedOr } from '../../../../testing/fuzzing/chance.ts';
import { createChance } from '../../../../testing/fuzzing/fuzz.ts';
import {
  checkRecordsAgain,
  type ScenarioName,
  scenarios,
  settingsOfScenario,
  shortPace,
} from '../../../../testing/records/recording-scenarios.ts';
import { RecordingServer } from '../../../../testing/records/recording-server.ts';

/**
 * Runs each scenario once, with pauses that the seed chooses; a failure names the seed. Every run of the tests has
 * another seed, and `npm run soak -- recording` repeats the scenarios.
 */
export function testRounds(names: ScenarioName[]): void {
  suite('a recording ends exactly once in every scenario', { timeout: 540_000 }, () => {
    const seed = seedOr(Date.now() % 1_000_000);
    const chance = createChance(seed);
    let server: RecordingServer;
    before(async () => {
      const settings = Object.assign({}, shortPace.settings, ...names.map(settingsOfScenario));
      // Most scenarios kill or stop an engine of the server.
      server = await RecordingServer.start(settings, { engines: 'own' });
    });
    after(async () => {
      await server?.close().finally(dispose);
    });

    for (const name of names) {
      test(name, async (t) => {
        const { outcomes, faults } = await scenarios[name]({ server, chance, pace: shortPace });
        for (const { state, failure, isPartial, duration, events } of outcomes) {
          t.diagnostic(JSON.stringify({ state, failure, isPartial, duration, events }));
        }
        assert.deepEqual(faults, [], `LECTERN_TEST_SEED=${seed}`);
      });
    }

    test('afterwards the node records again, and no recording sent a further event', async () => {
      assert.deepEqual((await checkRecordsAgain(server)).faults, []);
    });
  });
}
