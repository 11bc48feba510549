import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gather } from '../../scripts/lib/testing/gather.mjs';
import { findTests } from '../../scripts/lib/testing/node/files.mjs';
import { repeatFile, repeatJourneys, summaryOf } from '../../scripts/lib/testing/repeat.mjs';
import { clearResults } from '../../scripts/lib/testing/results.mjs';

/**
 * `npm run soak -- repeat --files=<path begins with>,… | --journey="<pattern>" [--times=50]` runs test files, or the
 * journeys whose titles match, many times: alone, and then beside a process that keeps one core busy. It prints how
 * often and how each failed.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string' },
    journey: { type: 'string' },
    times: { type: 'string', default: '50' },
  },
});
const { files, journey } = values;
const times = Number(values.times);
if (Boolean(files) === Boolean(journey) || !Number.isInteger(times) || times < 1) {
  throw new Error(
    'Usage: npm run soak -- repeat --files=<path begins with>,… | --journey="<pattern>" [--times=50]',
  );
}
const paths = files ? findTests(files.split(',')) : [];
if (files && paths.length === 0) throw new Error(`no test file begins with ${files}`);

// The tests run as in `npm test`, which sets none.
delete process.env.NODE_ENV;
clearResults();
const given = await gather({ wantsNode: Boolean(files), wantsBrowser: Boolean(journey), isComplete: false });

/** @returns the failures of each file or journey, by its name */
async function repeatAll(part) {
  if (journey) return repeatJourneys(journey, { env: given.env, times, part });
  const runs = new Map();
  for (const path of paths) runs.set(path, await repeatFile(path, { env: given.env, times }));
  return runs;
}

/** Runs `work` while a thread keeps one core busy. */
async function underLoad(work) {
  const load = new Worker('while (true);', { eval: true });
  try {
    return await work();
  } finally {
    await load.terminate();
  }
}

try {
  const alone = await repeatAll('alone');
  const loaded = await underLoad(() => repeatAll('under-load'));
  for (const line of summaryOf({ alone, 'under load': loaded })) console.log(line);
  const hasFailed = [...alone.values(), ...loaded.values()].some((runs) => runs.some((failure) => failure));
  process.exitCode = hasFailed ? 1 : 0;
} finally {
  await given.stop();
}
