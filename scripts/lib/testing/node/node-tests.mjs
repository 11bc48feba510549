import { resolve } from 'node:path';
import { run } from 'node:test';
import { patient } from '../../../../server/testing/patience.ts';
import { root } from '../../paths.mjs';
import { writeResult } from '../results.mjs';
import { intoUnits, mayShare } from './files.mjs';
import { Report } from './reporter.mjs';
import { runUnits } from './schedule.mjs';

/** A process in which no test ends for so long hangs, for example by a server that a failed test left open. */
const SILENT_MS = 180_000;
const together = resolve(import.meta.dirname, 'together.mjs');
const lowPriority = resolve(import.meta.dirname, 'low-priority.mjs');

/** Aborts when `heard` was not called for `silentMs`. */
function watchFor(silentMs) {
  const controller = new AbortController();
  const seconds = silentMs / 1000;
  const abort = () => controller.abort(new Error(`it hung: no test of it ended for ${seconds} s`));
  const timer = setTimeout(abort, silentMs);
  return { signal: controller.signal, heard: () => timer.refresh(), stop: () => clearTimeout(timer) };
}

/** Keeps what a failed file printed. */
function keepDetails({ details, ...result }) {
  if (result.failures.length === 0) return result;
  const file = result.name.replace(/[^\w.-]+/g, '-');
  return { ...result, trace: writeResult(`node/${file}.log`, details) };
}

/** Runs the tests of one file, or of several in one process; prints and returns the results. */
export async function runUnit(files, { env, name, signal, silentMs = patient(SILENT_MS), isLow = false }) {
  const began = performance.now();
  const report = new Report(files, { mayBeEmpty: Boolean(name) });
  const silence = watchFor(silentMs);
  const events = run({
    files: files.length > 1 ? [together] : files.map((path) => resolve(root, path)),
    argv: files.length > 1 ? files : [],
    execArgv: isLow ? [`--import=${lowPriority}`] : [],
    cwd: root,
    env,
    signal: AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]),
    concurrency: 1,
    ...(name ? { testNamePatterns: [name] } : {}),
  });
  for await (const event of events) {
    if (/^test:(pass|fail)$/.test(event.type)) silence.heard();
    report.hear(event);
  }
  silence.stop();
  process.stdout.write(report.end((performance.now() - began) / 1000));
  const { results, ...rest } = report.outcome;
  return { ...rest, results: results.map(keepDetails) };
}

/** Runs the files, as many of them at a time as leave a processor idle; `add` gets the outcome of each process. */
export function runNodeTests(paths, { add, ...how }) {
  // `--test-name-pattern` would have to match the suites of files that share a process.
  const units = intoUnits(paths, how.name ? [] : mayShare(paths));
  const isLow = ({ kind }) => kind === 'any' || kind === 'shared';
  const runOne = async (unit) => {
    let files = unit.files;
    // The file that ends its process fails; those after it run in another one.
    while (files.length > 0 && !how.signal?.aborted) {
      const outcome = await runUnit(files, { ...how, isLow: isLow(unit) });
      add(outcome);
      files = outcome.notBegun;
    }
  };
  return runUnits(units, runOne);
}
