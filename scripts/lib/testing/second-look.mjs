import { print } from '../progress.mjs';
import { runJourneysAgain } from './journeys/journeys.mjs';
import { runUnit } from './node/node-tests.mjs';
import { writeResult } from './results.mjs';

/** So many failures have one cause, such as an engine that does not start: another look tells nothing. */
const most = 20;

const isFile = ({ files }) => files !== undefined;
const isJourney = ({ journey }) => journey !== undefined;

/** The files of a process that failed after all of them share one again. */
async function runFilesAgain(first, { env }) {
  const { results } = await runUnit(first.files, { env });
  const sum = (key) => results.reduce((all, result) => all + result[key], 0);
  const { passed, failures } = {
    passed: sum('passed'),
    failures: results.flatMap(({ failures }) => failures),
  };
  // Each of the files counts as passed already.
  return {
    ...first,
    failures,
    seconds: sum('seconds'),
    passed: first.files.length > 1 ? first.passed : passed,
  };
}

/**
 * Runs each file and journey that failed once more, alone: of thousands of tests in real browsers one or two fail by
 * chance in every other run. The assertions are the same. A test that passes then is unstable: it counts as passed, and is
 * listed, since a race that shows once in ten runs must be found and mended (`npm run soak -- repeat`).
 * @param how `env` of the tests; see `runJourneys`
 */
export async function lookAgain(tally, how) {
  const files = tally.failedOf('node').filter(isFile);
  const journeys = tally.failedOf('journeys').filter(isJourney);
  const count = files.length + journeys.length;
  if (count > most) print(`  ${count} failed, more than ${most}: none of them runs once more`);
  else {
    for (const first of files) tally.settle('node', first, await runFilesAgain(first, how));
    if (journeys.length > 0) {
      const again = await runJourneysAgain(
        journeys.map(({ journey }) => journey),
        how,
      );
      const second = (first) => again.find(({ name }) => name === first.name);
      for (const first of journeys) tally.settle('journeys', first, second(first));
    }
  }
  writeResult('unstable.json', `${JSON.stringify(tally.unstable, null, 2)}\n`);
}
