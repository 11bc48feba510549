import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
// Not by name: the oldest Node that may load this has no parseEnv; only ours calls it.
import util from 'node:util';
import { root } from './paths.mjs';

/** A setting as the server will read it: from the environment, else from `.env`. What is wrong with it the server says. */
export function settingOf(name, { env = process.env, file = join(root, '.env') } = {}) {
  const given = env[name] ?? (existsSync(file) ? util.parseEnv(readFileSync(file, 'utf8'))[name] : undefined);
  return given?.trim() || undefined;
}

/** A node without the role `api` has no pages. */
export function servesPeople(where) {
  const roles = settingOf('LECTERN_ROLES', where);
  return !roles || roles.split(',').some((role) => role.trim() === 'api');
}
