import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../paths.mjs';
import { runCommand } from '../processes.mjs';
import { unpackWithApt } from './apt.mjs';
import { findOnPath } from './on-path.mjs';
import { ensureTool } from './tool.mjs';

const PROGRAMS = [
  {
    name: 'caddy',
    what: 'Caddy',
    package: 'caddy',
    path: 'usr/bin/caddy',
    args: ['version'],
    said: /\d+\.\d+/,
  },
  {
    name: 'nginx',
    what: 'nginx',
    package: 'nginx',
    path: 'usr/sbin/nginx',
    args: ['-v'],
    said: /nginx version/,
  },
  {
    name: 'nginx_stream',
    what: "nginx's stream module",
    package: 'libnginx-mod-stream',
    path: 'usr/lib/nginx/modules/ngx_stream_module.so',
  },
  {
    name: 'promtool',
    what: 'promtool',
    package: 'prometheus',
    path: 'usr/bin/promtool',
    args: ['--version'],
    said: /promtool, version/,
  },
];

/** Unpacks the system's package into the cache: an installation would start a service on this machine. */
async function fromPackage({ name, package: from, path }) {
  const folder = join(cache, 'engines', `${name}-package`);
  const draft = mkdtempSync(join(cache, `${name}-`));
  try {
    await unpackWithApt(from, draft);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return join(folder, path);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function ensure(program) {
  const { name, what, args, said } = program;
  const runs = async (path) => {
    // A module is no program: the one that loads it says whether it fits.
    if (!args) return existsSync(path);
    const lines = await runCommand(path, args, { timeout: 20_000 }).catch(() => []);
    return lines.some((line) => said.test(line));
  };
  return ensureTool({
    ...{ name, what, runs, setting: `LECTERN_TEST_${name.toUpperCase()}` },
    ways: [
      ['installed', async () => findOnPath(name)],
      ['system package', () => fromPackage(program)],
    ],
  });
}

/**
 * The programs with which the samples of `deploy/` are tested, as settings of the tests; LECTERN_TEST_CADDY and the like
 * name one and are believed. A test whose program is missing reports that itself (docs/decisions/0080).
 */
export async function ensureDeploymentPrograms() {
  const env = {};
  for (const program of PROGRAMS) {
    try {
      env[`LECTERN_TEST_${program.name.toUpperCase()}`] = await ensure(program);
    } catch {
      // Its tests say that it is not to be had here.
    }
  }
  return env;
}
