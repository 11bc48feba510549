import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { verifyFolder } from './cases.ts';

interface Language {
  name: string;
  /** The command that prints the version; it fails if the language is not installed. */
  program: [name: string, argument: string];
  /** The paths of our files in an empty folder: the code of the page, and its caller. */
  files: Record<string, string>;
  /** Run in this order; the last one reads the cases. */
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

/**
 * Downloads nothing and ignores the user's own settings. The flags are those with which LiveKit is built, so that Go
 * finds its compiled standard library, which takes it 40 s, in its cache.
 */
const environment = (folder: string) => ({
  ...process.env,
  GOPATH: join(folder, 'go'),
  GOFLAGS: '-trimpath',
  GOENV: 'off',
  GOWORK: 'off',
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
  GO111MODULE: 'on',
  CGO_ENABLED: '0',
});

/** The reason why the code cannot run here; undefined if it can. */
export function whyNot({ program: [name, argument] }: Pick<Language, 'program'>): string | undefined {
  const { error, status } = spawnSync(name, [argument], { env: process.env, timeout: 60_000 });
  if (error) return `no ${name} on this machine`;
  // Some systems have a placeholder program, which exits with an error.
  return status === 0 ? undefined : `${name} ${argument} ended with ${status}`;
}

/**
 * Runs a language's code on the cases in one process.
 * @returns what it printed for each
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
