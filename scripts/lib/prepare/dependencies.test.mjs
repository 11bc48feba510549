import assert from 'node:assert/strict';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { nodeModules } from '../paths.mjs';
import { isInstalled, npmCommand } from './dependencies.mjs';
import { linkPostgresLibraries } from './postgres-libraries.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-dependencies-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const needed = { version: '1.0.0', integrity: 'a' };
const lock = {
  packages: {
    '': {},
    'node_modules/needed': needed,
    'node_modules/runtime-linux': { ...needed, optional: true, os: ['linux'], cpu: ['x64'] },
    'node_modules/runtime-mac': { ...needed, optional: true, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/runtime-musl': { ...needed, optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/of-runtime-mac': { ...needed, optional: true },
  },
};
const installed = (...names) => ({
  packages: Object.fromEntries(names.map((name) => [`node_modules/${name}`, needed])),
});

test('an installation fits if it lacks only packages of other platforms', () => {
  assert.equal(isInstalled(lock, installed('needed', 'runtime-linux'), linux), true);
});

test('an installation with a missing package, another version or other bytes does not fit', () => {
  assert.equal(isInstalled(lock, installed('needed'), linux), false, 'the runtime of this platform');
  assert.equal(isInstalled(lock, installed('runtime-linux'), linux), false);
  for (const change of [{ version: '1.0.1' }, { integrity: 'b' }]) {
    const other = installed('needed', 'runtime-linux');
    other.packages['node_modules/needed'] = { ...needed, ...change };
    assert.equal(isInstalled(lock, other, linux), false);
  }
  assert.equal(isInstalled(lock, {}, linux), false, 'an interrupted installation');
});

test('the committed lock lists every package of every platform, and no registry', () => {
  const text = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(text);
  for (const [path, meta] of Object.entries(packages)) {
    for (const name of Object.keys(meta.optionalDependencies ?? {})) {
      const found = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
      assert.ok(found, `${name} is missing: npm ci would refuse the lock`);
    }
  }
  assert.equal(text.includes('"resolved"'), false);
});

test('npm never runs on the runtime that it is about to replace', () => {
  const own = join(nodeModules, '.bin');
  const path = { PATH: `${own}:/usr/bin`, NODE_ENV: 'production' };
  const outer = npmCommand({
    ...path,
    npm_execpath: '/opt/npm/bin/npm-cli.js',
    npm_node_execpath: '/usr/bin/node',
  });
  assert.deepEqual([outer.command, ...outer.args], ['/usr/bin/node', '/opt/npm/bin/npm-cli.js']);
  const inner = npmCommand({
    ...path,
    npm_execpath: '/opt/npm/bin/npm-cli.js',
    npm_node_execpath: join(own, 'node'),
  });
  assert.deepEqual([inner.command, ...inner.args], ['npm']);
  assert.equal(inner.env.PATH, '/usr/bin');
  assert.equal('NODE_ENV' in inner.env, false);
});

test('the links of PostgreSQL are created once, and again if one is missing', () => {
  mkdirSync(join(folder, 'native/lib'), { recursive: true });
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
  assert.equal(linkPostgresLibraries(folder), 1);
  assert.equal(linkPostgresLibraries(folder), 0);
  assert.ok(lstatSync(join(folder, 'native/lib/libpq.so.5')).isSymbolicLink());
  assert.equal(readlinkSync(join(folder, 'native/lib/libpq.so.5')), 'libpq.so.5.18');
});
