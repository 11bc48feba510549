import { enterTwo, killRecorder } from '../../recorder/testing/killed-recorder.ts';
import { Studio } from '../../recorder/testing/studio.ts';
import { startOwnCall } from '../../server/testing/engines/own-call.ts';
import { createChance } from '../../server/testing/fuzzing/fuzz.ts';
import { report } from '../lib/report.ts';

/**
 * `npm run soak -- recorder [kills] [seed]`: recorders of a call are killed with -9 at random moments. Each must leave
 * intact files that lack a few seconds at most.
 */
const [kills = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
if (!(kills > 0) || !Number.isInteger(seed)) {
  console.error('Usage: npm run soak -- recorder [kills] [seed]');
  process.exit(2);
}
const chance = createChance(seed);
const studio = new Studio(startOwnCall);
const faults: string[] = [];
await studio.open();
try {
  const room = studio.room();
  await enterTwo(room);
  for (let kill = 1; kill <= kills; kill += 1) {
    const fault = await killRecorder(room, chance).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    if (fault) faults.push(fault);
    console.log(`kill ${kill} of ${kills}: ${fault ?? 'as it should be'}`);
  }
} finally {
  await studio.close();
}
report({
  name: 'soak-recorder',
  unit: 'ms',
  figures: { seed, kills },
  goals: [{ what: 'kills that lost more than they may', measured: faults.length, bound: 0, unit: '' }],
  isKept: kills >= 50,
});
process.exit(faults.length === 0 ? 0 : 1);
