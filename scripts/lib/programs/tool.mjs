import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../lock.mjs';
import { cache } from '../paths.mjs';
import { readStamp, writeStamp } from '../stamp.mjs';

async function search({ what, ways, runs }) {
  const problems = [];
  for (const [name, way] of ways) {
    try {
      const path = await way();
      if (path && (await runs(path))) return path;
      problems.push(`${name}: none that runs`);
    } catch (error) {
      problems.push(`${name}: ${error.message}`);
    }
  }
  throw new Error(`no ${what} could be had (${problems.join('; ')})`);
}

/**
 * Finds a program that only tests and benches need: the one in the environment, or else the first source with one
 * that runs. The path is stored in `.cache/<name>`.
 */
export async function ensureTool({ name, what, setting, ways, runs }, named = process.env[setting]) {
  if (named) {
    if (await runs(named)) return named;
    throw new Error(`${setting} names ${named}, which does not run as ${what}`);
  }
  const memory = join(cache, name);
  const known = readStamp(memory);
  if (known && existsSync(known)) return known;
  return withLock(name, async () => {
    const path = await search({ what, ways, runs });
    writeStamp(memory, path);
    return path;
  });
}
