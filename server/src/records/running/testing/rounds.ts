import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { seedOr } from '../../../../testing/fuzzing/chance.ts';
import { createChance } from '../../../../testing/fuzzing/fuzz.ts';
import { RecordGround } from '../../../../testing/records/record-ground.ts';
import {
  settingsOf,
  shortPace,
  stillRecords,
  type WayName,
  ways,
} from '../../../../testing/records/record-ways.ts';

const times = 3;

/** Each way three times, at moments that the seed chooses; a failure names the seed. */
export function testRounds(names: WayName[]): void {
  suite('whatever happens, a recording ends once', { timeout: 540_000 }, () => {
    const seed = seedOr(Date.now() % 1_000_000);
    const chance = createChance(seed);
    let ground: RecordGround;
    before(async () => {
      const settings = Object.assign({}, shortPace.settings, ...names.map(settingsOf));
      // Most ways kill or stop an engine of the server.
      ground = await RecordGround.start(settings, { engines: 'own' });
    });
    after(async () => {
      await ground?.close().finally(dispose);
    });

    for (const name of names) {
      test(`${name}, ${times} times`, async (t) => {
        for (let round = 0; round < times; round += 1) {
          const { outcomes, faults } = await ways[name]({ ground, chance, pace: shortPace });
          for (const { state, failure, isPartial, duration, events } of outcomes) {
            t.diagnostic(JSON.stringify({ state, failure, isPartial, duration, events }));
          }
          assert.deepEqual(faults, [], `LECTERN_TEST_SEED=${seed}, round ${round + 1}`);
        }
        assert.deepEqual((await stillRecords(ground)).faults, []);
      });
    }
  });
}
