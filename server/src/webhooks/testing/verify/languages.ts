import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { verifyFolder } from './cases.ts';

interface Language {
  name: string;
  /** What tells its version, unless the language is not on this machine. */
  program: [name: string, argument: string];
  /** Where our files go in an empty folder: those of the page, and what calls them. */
  files: Record<string, string>;
  /** One after the other; the last one gets the cases. */
  commands: string[][];
}

const page = (name: string) => join(verifyFolder, name);
const root = resolve(import.meta.dirname, '../../../../..');
const nodesTypes = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
const ours = (name: string) => join(import.meta.dirname, name);

export const languages: Language[] = [
  {
    name: 'TypeScript',
    program: [process.execPath, '--version'],
    files: { 'verify.ts': page('verify.ts') },
    commands: [
      [
        process.execPath,
        join(root, 'node_modules/typescript/bin/tsc'),
        '--strict',
        '--noEmit',
        '--ignoreConfig',
        ...nodesTypes,
        'verify.ts',
      ],
      [process.execPath, ours('check.ts'), page('verify.ts')],
    ],
  },
  {
    name: 'Python',
    program: ['python3', '--version'],
    files: { 'verify.py': page('verify.py'), 'check.py': ours('check.py') },
    commands: [['python3', '-W', 'error', 'check.py']],
  },
  {
    name: 'PHP',
    program: ['php', '--version'],
    files: { 'verify.php': page('verify.php'), 'check.php': ours('check.php') },
    commands: [['php', 'check.php']],
  },
  {
    name: 'Go',
    program: ['go', 'version'],
    files: { 'webhook/verify.go': page('verify.go'), 'main.go': ours('main.go') },
    commands: [
      ['go', 'vet', './...'],
      ['go', 'run', '.'],
    ],
  },
  {
    name: 'Java',
    program: ['javac', '--version'],
    files: { 'Verify.java': page('Verify.java'), 'Check.java': ours('Check.java') },
    commands: [
      ['javac', '-Xlint:all', '-Werror', 'Verify.java', 'Check.java'],
      ['java', '-Xshare:auto', 'Check'],
    ],
  },
];

/** Nothing is fetched, and nothing of the account's own settings is asked. */
const environment = (folder: string) => ({
  ...process.env,
  GOCACHE: process.env.GOCACHE ?? join(root, '.cache/go-build'),
  GOPATH: join(folder, 'go'),
  GOFLAGS: '',
  GOENV: 'off',
  GOWORK: 'off',
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
  GO111MODULE: 'on',
  CGO_ENABLED: '0',
});

/** Why its code cannot be run here; undefined where it can. */
export function whyNot({ program: [name, argument] }: Language): string | undefined {
  const { error, status } = spawnSync(name, [argument], { env: process.env, timeout: 60_000 });
  if (error) return `no ${name} on this machine`;
  // Where the system has a placeholder in the program's place, it says so by its code.
  return status === 0 ? undefined : `${name} ${argument} ended with ${status}`;
}

/**
 * Runs a language's code on the cases, in one process.
 * @returns what it printed of each
 */
export function runCases({ files, commands }: Language, input: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-verify-'));
  try {
    for (const [to, from] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, to)), { recursive: true });
      copyFileSync(from, join(folder, to));
    }
    writeFileSync(join(folder, 'go.mod'), 'module check\n\ngo 1.21\n');
    let printed = '';
    for (const [program = '', ...options] of commands) {
      const env = environment(folder);
      const ran = spawnSync(program, options, {
        cwd: folder,
        env,
        input,
        encoding: 'utf8',
        timeout: 300_000,
      });
      if (ran.error) throw ran.error;
      if (ran.status !== 0)
        throw new Error(`${program} ended with ${ran.status}:\n${ran.stderr}${ran.stdout}`);
      printed = ran.stdout;
    }
    return printed.trimEnd().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
