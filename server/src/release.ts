import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const programFolder = resolve(import.meta.dirname, '../..');

/** This program: what to name in a report of a fault. */
export interface Release {
  version: string;
  /** 40 digits, with `-dirty` where files were changed; null where no commit is known, as in a copy without `.git`. */
  commit: string | null;
}

/** `git archive` writes the commit into this file (.gitattributes), and so does the build of an image. */
function commitOfArchive(): string | undefined {
  const text = readFileSync(join(import.meta.dirname, 'commit.txt'), 'utf8').trim();
  return /^[0-9a-f]{40}$/.test(text) ? text : undefined;
}

/** The commit of a clone. Git may be absent, or refuse the folder of another user. */
function commitOfClone(): string | undefined {
  const options = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
  // Without the folder, Git would describe a repository around a copy.
  const { stdout } = spawnSync('git', [`--git-dir=${join(programFolder, '.git')}`, ...options], {
    cwd: programFolder,
    encoding: 'utf8',
    timeout: 5000,
  });
  return /^[0-9a-f]{40}(?:-dirty)?$/m.exec(stdout ?? '')?.[0];
}

/** The version and the commit of this program. */
export function thisRelease(): Release {
  const { version } = JSON.parse(readFileSync(join(programFolder, 'package.json'), 'utf8'));
  return { version, commit: commitOfArchive() ?? commitOfClone() ?? null };
}
