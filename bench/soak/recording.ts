import { dispose } from '@livekit/rtc-node';
import { createChance } from '../../server/testing/fuzzing/fuzz.ts';
import {
  checkRecordsAgain,
  type RoundResult,
  realPace,
  type ScenarioName,
  scenarios,
  settingsOfScenario,
} from '../../server/testing/records/recording-scenarios.ts';
import { type RecordingOutcome, RecordingServer } from '../../server/testing/records/recording-server.ts';
import { report } from '../lib/report.ts';

/**
 * `npm run soak -- recording [times] [seed] [part of a name]` tries every way in which processes die during a
 * recording, each so many times at times that the seed determines, and checks the ends, the webhooks and the files.
 */
const [first = '20', second, only = ''] = process.argv.slice(2);
const times = Number(first);
const seed = second ? Number(second) : Date.now() % 1_000_000;
const names = (Object.keys(scenarios) as ScenarioName[]).filter((name) => name.includes(only));
if (!(times > 0) || !Number.isInteger(seed) || names.length === 0) {
  console.error(
    `times > 0, a whole number as the seed, and part of one of: ${Object.keys(scenarios).join(', ')}`,
  );
  process.exit(2);
}
const outcomes: RecordingOutcome[] = [];
const faults: string[] = [];
const began = performance.now();
const secondsSince = (moment: number) => Math.round((performance.now() - moment) / 1000);

/** A round that throws is a fault: something expected did not happen. */
async function round(what: string, way: () => Promise<RoundResult>): Promise<void> {
  const since = performance.now();
  const result = await way().catch((error: unknown) => ({ outcomes: [], faults: [String(error)] }));
  outcomes.push(...result.outcomes);
  faults.push(...result.faults.map((fault) => `${what}: ${fault}`));
  const verdict = result.faults.length === 0 ? 'as it should be' : result.faults.join('; ');
  console.log(`${what}, ${secondsSince(since)} s: ${verdict}`);
}

async function tryScenario(name: ScenarioName): Promise<void> {
  // The times of a way do not depend on which others run.
  const chance = createChance(seed + Object.keys(scenarios).indexOf(name));
  // A separate installation for each way, so that they do not affect each other.
  const server = await RecordingServer.start({ LECTERN_LOG_LEVEL: 'warn', ...settingsOfScenario(name) });
  try {
    for (let n = 1; n <= times; n += 1) {
      await round(`${name}, ${n} of ${times}`, () => scenarios[name]({ server, chance, pace: realPace }));
    }
    await round(`${name}, afterwards`, () => checkRecordsAgain(server));
  } finally {
    await server.close();
  }
}

// Rounds mostly wait: two at a time take half the time.
const waiting = names.values();
await Promise.all(
  [1, 2].map(async () => {
    for (const name of waiting) await tryScenario(name);
  }),
);
await dispose();

const count = (isSo: (outcome: RecordingOutcome) => boolean) => outcomes.filter(isSo).length;
report({
  name: 'soak-recording',
  unit: 'ms',
  figures: {
    seed,
    'ways to die': names.length,
    'times each': times,
    recordings: outcomes.length,
    finished: count(({ state }) => state === 'finished'),
    'of them partial': count(({ state, isPartial }) => state === 'finished' && isPartial),
    aborted: count(({ state }) => state === 'aborted'),
    failed: count(({ state }) => state === 'failed'),
    seconds: secondsSince(began),
  },
  goals: [{ what: 'rounds that did not go as they should', measured: faults.length, bound: 0, unit: '' }],
  isKept: times >= 20 && only === '',
});
process.exit(faults.length === 0 ? 0 : 1);
