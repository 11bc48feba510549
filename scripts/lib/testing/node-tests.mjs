import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { node, root } from '../paths.mjs';
import { runForeground } from '../processes.mjs';
import { matches } from './options.mjs';

// Two cores are what we promise to fit into. Every file has its own server, database and media engine, and waits for
// them now and then: a third one uses those moments.
const CONCURRENCY = 3;
/** So many of the other files take as long, two at a time, as the recorders' one by one. */
const BESIDE_RECORDERS = 0.24;
const LIMIT_MS = 600_000;
const FOLDERS = ['contract', 'server', 'recorder', 'web/src', 'bench', 'scripts'];

export function findTests(files) {
  const patterns = FOLDERS.map((folder) => join(root, folder, '**/*.test.{ts,tsx,mjs}'));
  const found = patterns.flatMap((pattern) => globSync(pattern)).map((path) => relative(root, path));
  return found.filter((path) => matches(files, path)).sort();
}

const isAlone = (path) => path.includes('.alone.test.');
const isMedia = (path) => path.startsWith('recorder/');

/**
 * Turns that follow each other, each with what runs side by side in it. What is judged by fractions of a second
 * (`*.alone.test.ts`) has the machine to itself, before the others. Two recorders at once would take each other's
 * time: they are beside other tests only. The runner sorts its files, so that an order would not hold them apart.
 */
export function inTurns(paths) {
  const together = paths.filter((path) => !isAlone(path));
  const media = together.filter(isMedia);
  const rest = together.filter((path) => !isMedia(path));
  const beside = media.length > 0 ? Math.ceil(rest.length * BESIDE_RECORDERS) : 0;
  const turns = [
    [{ name: 'node, one at a time', files: paths.filter(isAlone), concurrency: 1 }],
    [
      { name: 'node, recorders', files: media, concurrency: 1 },
      { name: 'node, beside recorders', files: rest.slice(0, beside), concurrency: CONCURRENCY - 1 },
    ],
    [{ name: 'node', files: rest.slice(beside), concurrency: CONCURRENCY }],
  ];
  const withFiles = turns.map((turn) => turn.filter(({ files }) => files.length > 0));
  return withFiles.filter((turn) => turn.length > 0);
}

function readCounts(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Runs node:test over the files and gives what it counted. */
export async function runNodeTests(paths, { env, name, concurrency }) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-tests-'));
  const file = join(folder, 'counts.json');
  const args = [
    '--test',
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${LIMIT_MS}`,
    `--test-reporter=${join(root, 'scripts/lib/testing/reporter.mjs')}`,
    ...(name ? [`--test-name-pattern=${name}`] : []),
    ...paths,
  ];
  try {
    const code = await runForeground(node, args, { cwd: root, env: { ...env, LECTERN_TEST_COUNTS: file } });
    const told = readCounts(file);
    if (!told) throw new Error(`the test runner ended with code ${code} and counted nothing`);
    const { passed, failed, cancelled } = told.counts;
    const lost = code !== 0 && failed + cancelled === 0 ? 1 : 0;
    const { failures, notRun, notHere } = told;
    return { passed, failed: failed + cancelled + lost, failures, notRun, notHere };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
