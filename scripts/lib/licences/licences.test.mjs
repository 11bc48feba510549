import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowed } from './allowed.mjs';
import { findFaults, readLicences } from './licences.mjs';
import { bundledNames, shippedPackages } from './shipped.mjs';

const packages = [{ name: 'node-av', version: '1.0.0', licence: 'MIT', part: 'server' }];
const ffmpeg = { in: 'node-av', version: '1.0.0', name: 'FFmpeg', licence: 'GPL-3.0-or-later' };

test('an expression is allowed if it can be fulfilled by allowed licences', () => {
  const outcomes = {
    MIT: true,
    '(MIT OR GPL-2.0-only)': true,
    'Apache-2.0 AND BSD-3-Clause': true,
    'MIT AND (ISC OR AGPL-3.0-only)': true,
    'MIT AND GPL-3.0-or-later': false,
    '(MIT AND GPL-2.0-only) OR (SSPL-1.0 AND ISC)': false,
    'AGPL-3.0-only': false,
    'SEE LICENSE IN LICENSE.md': false,
    '': false,
  };
  for (const [expression, wanted] of Object.entries(outcomes)) {
    assert.equal(isAllowed(expression), wanted, expression);
  }
  assert.equal(isAllowed(null), false);
});

test('a licence outside the list and an unknown one are named with their package', () => {
  const faults = findFaults({
    packages: [
      { name: 'a', version: '1.0.0', licence: 'AGPL-3.0-only' },
      { name: 'b', version: '2.0.0', licence: null },
    ],
    contents: [],
    modules: [{ name: 'example.org/c', licence: 'GPL-2.0' }],
  });
  assert.equal(faults.length, 3);
  assert.match(faults[0], /^a@1\.0\.0 has the licence AGPL-3\.0-only, which is not allowed/);
  assert.match(faults[1], /^b@2\.0\.0 has no known licence/);
  assert.match(faults[2], /^The Go module example\.org\/c has the licence GPL-2\.0/);
});

test('the GPL of FFmpeg is accepted in its package alone, and only in the version that somebody read', () => {
  assert.deepEqual(findFaults({ packages, contents: [ffmpeg], modules: [] }), []);
  const elsewhere = [{ ...ffmpeg, in: 'other' }];
  const others = [...packages, { ...packages[0], name: 'other' }];
  assert.match(
    findFaults({ packages: others, contents: elsewhere, modules: [] })[0],
    /FFmpeg in other has .* GPL-3/,
  );
  const upgraded = [{ ...packages[0], version: '1.0.1' }];
  assert.match(
    findFaults({ packages: upgraded, contents: [ffmpeg], modules: [] })[0],
    /node-av@1\.0\.0, which is not/,
  );
});

test('the pages count with what their imports depend on, tools of development do not', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/served': { version: '1.0.0', license: 'MIT' },
      'node_modules/page': { version: '1.0.0', license: 'MIT', dev: true, dependencies: { part: '^1' } },
      'node_modules/part': { version: '2.0.0', license: 'ISC', dev: true },
      'node_modules/page/node_modules/part': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
      'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
    },
  };
  const text = "import { a } from 'page/sub';\nimport 'node:fs';\nimport { b } from './own.ts';\n";
  const found = shippedPackages(lock, bundledNames([text]));
  assert.deepEqual(
    found.map(({ name, version, part }) => `${name} ${version} ${part}`),
    ['page 1.0.0 pages', 'part 1.0.0 pages', 'served 1.0.0 server'],
  );
});

test('what Lectern ships has allowed licences, the pages and the media server included', () => {
  const licences = readLicences();
  assert.deepEqual(findFaults(licences), []);
  for (const name of ['react', 'livekit-client', 'hls.js', 'fastify', 'node-av']) {
    assert.ok(
      licences.packages.some((row) => row.name === name),
      name,
    );
  }
  assert.ok(licences.modules.length > 100);
});
