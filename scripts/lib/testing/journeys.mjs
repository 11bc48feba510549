import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node, nodeModules, root } from '../paths.mjs';
import { runForeground } from '../processes.mjs';
import { inOneLine } from './one-line.mjs';

const config = 'web/e2e/playwright.config.ts';

/** The tag of journeys that run without `--all`: the main way through each part of the product. */
const mainTag = '@main';

/** The tag of journeys that run one by one: beside others, a small machine is too slow for what they compare. */
const aloneTag = '@alone';

export const hasJourneys = () => existsSync(join(root, config));

function* specs(suite, title = suite.title) {
  for (const spec of suite.specs ?? []) yield { ...spec, title: `${title}, ${spec.title}` };
  for (const inner of suite.suites ?? []) yield* specs(inner, `${title}, ${inner.title}`);
}

const testsOf = (report) =>
  (report.suites ?? [])
    .flatMap((suite) => [...specs(suite)])
    .flatMap((spec) => spec.tests.map((test) => ({ spec, test })));

const testsThat = (report, status) => testsOf(report).filter(({ test }) => test.status === status);

export const secondsOf = (report) =>
  testsOf(report).map(({ spec, test }) => ({
    name: spec.title,
    seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
  }));

export const notRun = (report) =>
  testsThat(report, 'skipped').map(({ spec, test }) => {
    const why = test.annotations.find((note) => note.type === 'skip')?.description ?? 'skipped';
    return `${spec.title}: ${why.replace(/^not run: /, '')}`;
  });

/** The features that a browser of this machine lacks; its journeys name them by an annotation. */
export const notHere = (report) =>
  testsOf(report).flatMap(({ test }) =>
    test.annotations.filter(({ type }) => type === 'not here').map(({ description }) => description),
  );

/** A failure outside of any test (a file that cannot be read) is listed beside the tests. */
export const failuresOf = (report) => [
  ...testsThat(report, 'unexpected').map(({ spec, test }) => {
    const [first] = test.results.flatMap(({ errors }) => errors);
    return inOneLine([spec.title], first?.message ?? test.results.at(-1)?.status ?? '');
  }),
  ...(report.errors ?? []).map(({ message = '' }) => inOneLine([], message)),
];

/** Lines printed of a page on which a journey failed. */
const longestPage = 80;

/**
 * The page of each failed journey, as Playwright describes it. A run whose files nobody keeps, as in CI, would
 * otherwise not show why something was missing.
 */
export const pagesOf = (report) =>
  testsThat(report, 'unexpected').flatMap(({ spec, test }) =>
    test.results
      .flatMap(({ attachments = [] }) => attachments)
      .filter(({ name, path }) => name === 'error-context' && existsSync(path))
      .map(({ path }) => {
        const [, page = ''] = /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8')) ?? [];
        return [`The page of ${spec.title}:`, ...page.split('\n').slice(0, longestPage)].join('\n');
      }),
  );

/** Playwright's pattern for journeys with all these tags and words, which it looks for in title and tags together. */
export const grepOf = (wanted) => wanted.map((one) => `(?=.*(?:${one}))`).join('');

/** Screenshots and traces, in a folder for each `part` of the run: Playwright empties its folder when it starts. */
const resultsOf = ({ LECTERN_TEST_RESULTS }, part = '') =>
  join(LECTERN_TEST_RESULTS ?? join(root, 'test-results'), part);

/** Runs Playwright once, and returns its report and exit status. */
async function runPlaywright({ env, part, files, wanted, rest }) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-journeys-'));
  const file = join(folder, 'report.json');
  const cli = join(nodeModules, '@playwright', 'test', 'cli.js');
  const args = [
    ...[cli, 'test', '-c', config, '--reporter=list,json', '--pass-with-no-tests'],
    ...['--output', resultsOf(env, part), '--grep', `^${grepOf(wanted)}`],
    ...rest,
    ...files,
  ];
  try {
    const code = await runForeground(node, args, {
      cwd: root,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    });
    if (!existsSync(file)) throw new Error(`Playwright ended with code ${code} and counted nothing`);
    const report = JSON.parse(readFileSync(file, 'utf8'));
    for (const page of pagesOf(report)) console.log(`\n${page}`);
    return { report, code };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countsOf({ report, code }) {
  const { expected, unexpected, flaky } = report.stats;
  const lost = code !== 0 && unexpected === 0 ? 1 : 0;
  return {
    passed: expected + flaky,
    failed: unexpected + lost,
    failures: failuresOf(report),
    notRun: notRun(report),
    notHere: notHere(report),
    took: secondsOf(report),
  };
}

/**
 * Runs the journeys in a real browser and gives what Playwright counted: first several at once, then one by one those
 * that compare a page with a clock.
 */
export async function runJourneys({ env, files, name, isAll }) {
  const wanted = [...(isAll ? [] : [mainTag]), ...(name ? [name] : [])];
  const onlyAlone = [...wanted, aloneTag];
  rmSync(resultsOf(env), { recursive: true, force: true });
  const parts = [
    countsOf(
      await runPlaywright({ env, part: 'together', files, wanted, rest: ['--grep-invert', aloneTag] }),
    ),
    countsOf(await runPlaywright({ env, part: 'alone', files, wanted: onlyAlone, rest: ['--workers=1'] })),
  ];
  const sum = (key) => parts.reduce((all, part) => all + part[key], 0);
  const all = (key) => parts.flatMap((part) => part[key]);
  if (sum('passed') + sum('failed') === 0) throw new Error('no journey matches');
  return {
    ...{ passed: sum('passed'), failed: sum('failed'), failures: all('failures') },
    ...{ notRun: all('notRun'), notHere: all('notHere'), took: all('took') },
  };
}
