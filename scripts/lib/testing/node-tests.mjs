import { resolve } from 'node:path';
import { run } from 'node:test';
import { root } from '../paths.mjs';
import { intoUnits, mayShare } from './files.mjs';
import { Report } from './reporter.mjs';
import { runLongestFirst } from './schedule.mjs';

// Two cores are what we promise to fit into. Tests wait for their servers now and then: a third one uses those moments.
const SLOTS = 3;
const LIMIT_MS = 600_000;
const together = resolve(import.meta.dirname, 'together.mjs');

/** Runs the tests of one file, or of several files in one process; prints what came of them, and gives the counts. */
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

/** Runs the files: first those that need the machine to themselves, one at a time, then the others side by side. */
export async function runNodeTests(paths, { add, ...how }) {
  // A pattern of names would match the suites that files which share a process are.
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
