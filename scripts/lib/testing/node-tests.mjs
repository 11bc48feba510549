import { resolve } from 'node:path';
import { run } from 'node:test';
import { root } from '../paths.mjs';
import { intoUnits, mayShare } from './files.mjs';
import { Report } from './reporter.mjs';
import { runLongestFirst } from './schedule.mjs';

// Two cores are what we promise to fit into. Files that share a process hardly wait, so a third slot would only take time
// from recordings, which must keep up with their calls.
const SLOTS = 2;
const LIMIT_MS = 600_000;
const together = resolve(import.meta.dirname, 'together.mjs');

/** Runs the tests of one file, or of several in one process; prints and returns the results. */
export async function runUnit(files, { env, name, signal }) {
  const began = performance.now();
  const report = new Report(files);
  const events = run({
    files: files.length > 1 ? [together] : files.map((path) => resolve(root, path)),
    argv: files.length > 1 ? files : [],
    cwd: root,
    env,
    signal,
    concurrency: 1,
    timeout: LIMIT_MS,
    ...(name ? { testNamePatterns: [name] } : {}),
  });
  for await (const event of events) report.hear(event);
  process.stdout.write(report.end((performance.now() - began) / 1000));
  return report.outcome;
}

/** Runs the files: first those that need the whole machine, one at a time, then the others concurrently. */
export async function runNodeTests(paths, { add, ...how }) {
  // `--test-name-pattern` would have to match the suites of files that share a process.
  const units = intoUnits(paths, how.name ? [] : mayShare(paths));
  const isAlone = ({ kind }) => kind === 'alone';
  const runOne = async ({ files }) => add(await runUnit(files, how));
  await runLongestFirst(units.filter(isAlone), 1, runOne);
  await runLongestFirst(
    units.filter((unit) => !isAlone(unit)),
    SLOTS,
    runOne,
  );
}
