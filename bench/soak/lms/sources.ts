import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The repositories with the commits that this soak was written for. */
export const pinned = {
  'moodle-mod_bigbluebuttonbn': '6d1ee2c9f5ff6a1cf540a6acdc083d4cc40436a7',
  'php-jwt': '32b5ea0eb02f102e5ba484b99ba944e581f55e2c',
  'bigbluebutton-api-php': '7152515e23c82e4414f517934e25a18a6b373d81',
  'wordpress-plugin_bigbluebutton': 'e9d5207bc0ec3dc03351e487a1a9c34e5ad67c29',
  'bigbluebutton-api-ruby': '78ee89e121d7d1777c1b068f49843e80cb0cde09',
  greenlight: '15db765b7fab10414df1a838ae8b3501b215cec4',
} as const;

export type Repository = keyof typeof pinned;

/** The folder of a checkout. */
export type FolderOf = (repository: Repository) => string;

/** The first digits of the pinned commit; undefined: there is no checkout, or it has another commit. */
export function commitIn(folder: string, repository: Repository): string | undefined {
  if (!existsSync(folder)) return undefined;
  const { stdout } = spawnSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' });
  const commit = stdout.trim();
  return commit === pinned[repository] ? commit.slice(0, 10) : undefined;
}

/** Why a program cannot run here; undefined: it can. */
export function whyAbsent(program: string, options: string[], found: RegExp): string | undefined {
  const { stdout, error } = spawnSync(program, options, { encoding: 'utf8', timeout: 60_000 });
  return !error && found.test(stdout) ? undefined : `no ${program} with ${found.source}`;
}

/** The folder with our own programs in other languages. */
export const ours = (...path: string[]): string => join(import.meta.dirname, ...path);
