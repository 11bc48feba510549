import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageFiles } from './files.mjs';

const files = imageFiles();

/**
 * The image has less than 600 MB: Debian has 60 MB of it, and the build takes 22 MB of symbols out of Node. A growth
 * that is worth it raises this bound, after the image was built and measured (docs/operators/deploying.md).
 */
const mostMegabytes = 560;

test('the files of the image fit its bound', { skip: process.platform !== 'linux' }, () => {
  const sum = files.reduce((bytes, { size }) => bytes + size, 0) / 1e6;
  const largest = files.toSorted((a, b) => b.size - a.size).slice(0, 20);
  const named = largest.map(({ path, size }) => `${(size / 1e6).toFixed(1)} MB ${path}`).join('\n');
  assert.ok(sum < mostMegabytes, `${sum.toFixed(0)} MB; the largest are\n${named}`);
});

test('the image has what its roles start, and neither tests nor tools of development', () => {
  const paths = new Set(files.map(({ path }) => path));
  for (const path of [
    ...['server/src/main.ts', 'server/src/cli.ts', 'server/schema.sql', 'contract/openapi.json', 'LICENSE'],
    ...['recorder/record.ts', 'recorder/finish.ts', 'recorder/prepare.ts', 'recorder/transcribe.ts'],
    ...['node_modules/.bin/node', 'docs/operators/deploying.md'],
    ...['node_modules/fastify/LICENSE', 'node_modules/@fontsource/noto-color-emoji/unicode.json'],
  ]) {
    assert.ok(paths.has(path), path);
  }
  const unwanted = /\.test\.|\/testing\/|^node_modules\/(?:typescript|vite|react|werift|@biomejs)\//;
  assert.deepEqual(
    [...paths].filter((path) => unwanted.test(path)),
    [],
  );
});
