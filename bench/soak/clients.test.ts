import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generatorVersions, installedBy } from './lib/clients-guide.ts';

const locked = (name: string) => readFileSync(join(import.meta.dirname, 'clients', name), 'utf8');

test('the guide installs the same versions of the generators as the soak', () => {
  const { dependencies } = JSON.parse(locked('package.json')) as { dependencies: Record<string, string> };
  const npm = installedBy('npm').map((one) => one.split('@') as [string, string]);
  assert.ok(npm.length > 0);
  for (const [name, version] of npm) assert.equal(version, dependencies[name], name);
  const pip = locked('requirements.txt').split('\n');
  for (const one of installedBy('pip')) assert.ok(pip.includes(one), `requirements.txt lacks ${one}`);
  assert.equal(generatorVersions().size, 1);
});
