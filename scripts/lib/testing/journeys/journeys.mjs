import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patient } from '../../../../server/testing/patience.ts';
import { node, nodeModules, root } from '../../paths.mjs';
import { runForeground } from '../../processes.mjs';
import { inResults } from '../results.mjs';
import { readJourneys } from './report.mjs';

const usualConfig = 'web/e2e/playwright.config.ts';
const reporter = join(import.meta.dirname, 'reporter.mjs');

/** The tag of journeys that run without `--all`: the main way through each part of the product. */
const mainTag = '@main';

/** The tag of journeys that run one by one: beside others, a small machine is too slow for what they compare. */
const aloneTag = '@alone';

/** Playwright hangs when no journey ends for so long: it ends each of them after less than half of this time. */
const SILENT_MS = 300_000;
const LOOK_MS = 1_000;

export const hasJourneys = () => existsSync(join(root, usualConfig));

/** Playwright's pattern for journeys with all these tags and words, which it looks for in title and tags together. */
export const grepOf = (wanted) => wanted.map((one) => `(?=.*(?:${one}))`).join('');

/** Aborts when the file has not changed for `silentMs`. */
function watchFile(file, silentMs) {
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (Date.now() - statSync(file).mtimeMs > silentMs) controller.abort();
  }, LOOK_MS);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}

const whyEnded = (code, isSilent, silentMs) =>
  isSilent
    ? `it hung: no journey ended for ${silentMs / 1000} s`
    : `Playwright ended with code ${code} before it`;

/** Runs Playwright once. @returns what `readJourneys` reads, and Playwright's exit status */
async function runPlaywright({ env, part, args, config = usualConfig, silentMs = patient(SILENT_MS) }) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-journeys-'));
  const file = join(folder, 'journeys.jsonl');
  writeFileSync(file, '');
  const silence = watchFile(file, silentMs);
  const cli = join(nodeModules, '@playwright', 'test', 'cli.js');
  const common = ['-c', config, `--reporter=list,${reporter}`, '--pass-with-no-tests'];
  try {
    const code = await runForeground(node, [cli, 'test', ...common, '--output', inResults(part), ...args], {
      ...{ cwd: root, env: { ...env, LECTERN_TEST_JOURNEYS: file } },
      // Playwright's workers and browsers end with it.
      ...{ signal: silence.signal, stopSignal: 'SIGKILL' },
    });
    const why = whyEnded(code, silence.signal.aborted, silentMs);
    return { code, why, ...readJourneys(readFileSync(file, 'utf8'), why) };
  } finally {
    silence.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs journeys; those that did not end, because Playwright died or hung, count as failed. */
async function runPart(options) {
  const { code, why, hasBegun, errors, results, ...rest } = await runPlaywright(options);
  for (const { name, page } of results) if (page) console.log(`\nThe page of ${name}:\n${page}`);
  const isExplained = code === 0 || errors.length > 0 || results.some(({ failures }) => failures.length > 0);
  if (!hasBegun && !isExplained) throw new Error(`${why.replace(' before it', '')} and ran nothing`);
  const outside = isExplained ? errors : [why];
  const own =
    outside.length > 0 ? [{ name: 'outside of a journey', passed: 0, failures: outside, seconds: 0 }] : [];
  return { ...rest, results: [...results, ...own] };
}

/**
 * Runs the journeys in a real browser: first several at once, then one by one those that compare a page with a clock.
 * @param part a folder of the results; `more`: further arguments of Playwright, such as `--repeat-each`
 * @param how `env` of the journeys; tests have another `config`, and `silentMs` before Playwright counts as hanging
 * @returns `results` with a `journey` for `runJourneysAgain`, `notRun` and `notHere`
 */
export async function runJourneys({ files = [], name, isAll, part = '', more = [], ...how }) {
  const wanted = [...(isAll ? [] : [mainTag]), ...(name ? [name] : [])];
  const grep = (patterns) => ['--grep', `^${grepOf(patterns)}`];
  const run = (kind, args) => runPart({ ...how, part: join(part, kind), args: [...args, ...more, ...files] });
  const parts = [
    await run('together', [...grep(wanted), '--grep-invert', aloneTag]),
    await run('alone', [...grep([...wanted, aloneTag]), '--workers=1']),
  ];
  const all = (key) => parts.flatMap((part) => part[key]);
  const results = all('results');
  if (results.length === 0) throw new Error('no journey matches');
  return { results, notRun: all('notRun'), notHere: all('notHere') };
}

/** Runs these journeys once more, one by one. @returns a result of each */
export async function runJourneysAgain(journeys, how) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-list-'));
  const list = join(folder, 'journeys.txt');
  writeFileSync(list, journeys.map(({ path }) => `${path.join(' › ')}\n`).join(''));
  try {
    const args = [`--test-list=${list}`, '--workers=1'];
    const { results } = await runPart({ ...how, part: 'again', args });
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
