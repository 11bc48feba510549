import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// Not a named import: the oldest Node that may load this file has no parseEnv.
import util from 'node:util';
import { root } from './paths.mjs';

/** The settings of `.env`: none if it is missing, or if this user cannot read it, which the server reports. */
function settingsIn(file) {
  try {
    return util.parseEnv(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** A setting as the server will read it: from the environment, or else from `.env`. The server reports faults. */
export function settingOf(name, { env = process.env, file = join(root, '.env') } = {}) {
  const given = env[name] ?? settingsIn(file)[name];
  return given?.trim() || undefined;
}

/** A node without the role `api` serves no pages. */
export function servesPeople(where) {
  const roles = settingOf('LECTERN_ROLES', where);
  return !roles || roles.split(',').some((role) => role.trim() === 'api');
}
