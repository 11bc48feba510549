import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

const git = (...options: string[]) =>
  spawnSync('git', ['-C', root, ...options], { encoding: 'utf8', maxBuffer: 1024 ** 3 });

/** The commit of v0.1.0, which has another subject than those of later releases. */
const firstRelease = '7b50d9cad8d555d7e61e8cbd6547a023ac1710f2';

/**
 * The last release before this commit: its tag, or else its commit, for clones without tags. `previous-release.test.ts`
 * runs its server on the tables of this version (docs/decisions/0102).
 */
function findPreviousRelease(): string {
  const tag = git('describe', '--tags', '--abbrev=0', '--match=v[0-9]*', 'HEAD^').stdout.trim();
  const commit = git('log', '-1', '--format=%H', '--grep=^chore: release [0-9.]*$', 'HEAD^').stdout.trim();
  return tag || commit || firstRelease;
}

const previousRelease = findPreviousRelease();

/** The reason why the last release is not to be had here; undefined if it is. */
export function withoutPreviousRelease(): string | undefined {
  const isKnown = git('cat-file', '-e', `${previousRelease}^{commit}`).status === 0;
  return isKnown
    ? undefined
    : 'not to be had here: the last release, whose commit this clone does not contain';
}

/** The files that its server needs, and those that compile its texts. */
const folders = 'server contract recorder engines docs scripts texts package.json';

interface Release {
  /** The program that runs its server. */
  program: string;
  /** Its migrations, oldest first. */
  migrations: string[];
  /** Whether its views have other texts. */
  hasOtherViews: boolean;
  remove(): void;
}

/** The server reads texts in a form that Git ignores; 0.1.0 had none. */
function compileTextsOf(folder: string): void {
  const program = './scripts/lib/texts/texts.mjs';
  if (!existsSync(join(folder, program))) return;
  const code = `import('${program}').then(({ ensureTexts }) => ensureTexts())`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', code], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the texts of the last release could not be compiled: ${stderr}`);
}

/** Unpacks the last release into a temporary folder, with the packages and the pages of this version. */
export function unpackPreviousRelease(): Release {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-release-'));
  const { status, stderr } = spawnSync(
    'bash',
    [
      '-o',
      'pipefail',
      '-c',
      `git -C "$0" archive ${previousRelease} ${folders} | tar -x -C "$1"`,
      root,
      folder,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the last release could not be unpacked: ${stderr}`);
  mkdirSync(join(folder, 'web'));
  for (const name of ['node_modules', 'web/dist']) symlinkSync(join(root, name), join(folder, name));
  compileTextsOf(folder);
  const listed = git('ls-tree', '--name-only', `${previousRelease}:server/migrations`).stdout;
  return {
    program: join(folder, 'server/src/main.ts'),
    migrations: listed.split('\n').filter((name) => name.endsWith('.sql')),
    hasOtherViews: git('diff', '--quiet', previousRelease, '--', 'server/migrations/views').status !== 0,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
